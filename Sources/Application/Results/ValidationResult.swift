package import Platform
package import Session
import SystemPackage
package import Training
import YAMLSource

/// The findings in program files.
package struct ValidationResult: CommandResult {
    package static let kind = "validation"

    package struct File: Encodable {
        let path: String
        let valid: Bool
        let program: String?
        let name: String?
        let dayCount: Int
        let exerciseCount: Int
        let errorCount: Int
        let findings: [Finding]
        /// The path as the user typed it.
        fileprivate let shown: String

        private enum CodingKeys: String, CodingKey {
            case path, valid, program, name, dayCount = "day_count", exerciseCount = "exercise_count",
                errorCount = "error_count", findings
        }

        package init(_ file: ProgramFile, _ reading: ProgramReading) {
            let source = file.source
            path = file.path.string
            shown = source.path
            valid = reading.program != nil
            program = reading.program?.id
            name = reading.program?.name
            dayCount = reading.program?.days.count ?? 0
            exerciseCount = reading.program?.days.reduce(0) { $0 + $1.exercises.count } ?? 0
            errorCount = reading.diagnostics.errorCount
            findings = Finding.all(reading.diagnostics, in: source)
        }
    }

    package let files: [File]

    package init(files: [File]) { self.files = files }

    package func text(_ style: Style, columns: Int) -> String {
        files.map { file in
            guard file.valid else { return "\(file.shown): " + style.red(plural(file.errorCount, "error")) + "\n" }
            return "\(file.shown): " + style.green("valid")
                + ", \(file.name ?? ""): \(plural(file.dayCount, "day")), \(plural(file.exerciseCount, "exercise"))\n"
        }.joined()
    }
}
