import Localization
import Planning
package import Platform
package import Session
import SystemPackage
package import Training
package import YAMLSource

/// The results of the tests in program files.
package struct ProgramTestResult: CommandResult {
    package static let kind = "program-tests"

    package struct File: Encodable {
        let path: String
        let program: String?
        let tests: [Test]
        let failedCount: Int
        /// The path as the user typed it.
        fileprivate let shown: String

        private enum CodingKeys: String, CodingKey { case path, program, tests, failedCount = "failed_count" }

        /// Runs the tests of a program.
        package init(_ file: ProgramFile, _ program: Program, _ tests: [ProgramTest]) {
            path = file.path.string
            shown = file.source.path
            self.program = program.id
            let words = MessageCatalog(.english)
            self.tests = tests.map { Test($0, ProgramTestRun.failures(of: $0, in: program, words), file.source) }
            failedCount = self.tests.count { !$0.passed }
        }

        /// All findings of the tests.
        package var diagnostics: Diagnostics {
            tests.reduce(into: Diagnostics()) { all, test in test.diagnostics.items.forEach { all.add($0) } }
        }
    }

    package struct Test: Encodable {
        let name: String
        let passed: Bool
        let findings: [Finding]
        fileprivate let diagnostics: Diagnostics

        private enum CodingKeys: String, CodingKey { case name, passed, findings }

        init(_ test: ProgramTest, _ failures: Diagnostics, _ source: SourceText) {
            name = test.name
            passed = !failures.hasErrors
            diagnostics = failures.map { $0.rewording { "\(test.name): \($0)" } }
            findings = Finding.all(failures, in: source)
        }
    }

    package let files: [File]

    package init(files: [File]) { self.files = files }

    package var isGood: Bool { files.allSatisfy { $0.failedCount == 0 } }

    package func text(_ style: Style, columns: Int) -> String {
        files.map { file in
            let count = plural(file.tests.count, "test")
            let outcome =
                if file.tests.isEmpty { "no tests" } else if file.failedCount == 0 {
                    style.green("\(count) passed")
                } else { style.red("\(file.failedCount) of \(count) failed") }
            return "\(file.shown): \(outcome)\n"
        }.joined()
    }
}
