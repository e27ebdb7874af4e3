import Foundation
import TestSupport
import Testing

/// Each statement of SECURITY.md about the confinement is a row of a table that names the tests that show it.
@Suite struct SecurityDocumentTests {
    private static let lines: [String] = {
        let text = try? String(contentsOfFile: BuildProducts.package + "SECURITY.md", encoding: .utf8)
        return (text ?? "").components(separatedBy: "\n")
    }()

    /// The names of the suites and tests, as `Suite.test`.
    private static let tests: Set<String> = {
        let folder = BuildProducts.package + "Tests"
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return Set(
            paths.filter { $0.hasSuffix("Tests.swift") }.flatMap { path -> [String] in
                let source = (try? String(contentsOfFile: folder + "/" + path, encoding: .utf8)) ?? ""
                let suite = (path as NSString).lastPathComponent.dropLast(".swift".count)
                return source.matches(of: /\bfunc (\w+)\(/).map { "\(suite).\($0.1)" }
            }
        )
    }()

    /// The rows of all tables, without their headers.
    private static let rows = lines.filter {
        $0.hasPrefix("| ") && !$0.hasPrefix("| ---") && !$0.hasSuffix("| tests |")
    }

    @Test(arguments: rows)
    func everyStatementNamesItsTests(row: String) throws {
        let last = try #require(row.components(separatedBy: " | ").last)
        let named = last.matches(of: /`(\w+Tests\.\w+)`/).map { String($0.1) }
        #expect(!named.isEmpty, "\(row)")
        for name in named { #expect(SecurityDocumentTests.tests.contains(name), "there is no test \(name)") }
    }

    @Test func everyTableHasAColumnForTests() {
        let headers = zip(SecurityDocumentTests.lines, SecurityDocumentTests.lines.dropFirst())
            .filter { $0.1.hasPrefix("| ---") }.map(\.0)
        #expect(headers.count > 5 && headers.allSatisfy { $0.hasSuffix("| tests |") }, "\(headers)")
    }
}
