import ArgumentParser
import SystemPackage
import Training
import YAMLSource

/// The command `antrain program validate`.
struct ProgramValidateCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Validate programs; report every error with line and column."
    )

    @Argument(help: "Program files, or names of shipped programs.", completion: .values(.program)) var files: [String]
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let catalog = workspace.exercisesForNames
        var results: [ValidationResult.File] = []
        var status = ExitStatus.success
        for name in files {
            do throws(CommandError) {
                let file = try workspace.programFile(name)
                let reading = ProgramReader.read(file.source, checkingNamesIn: catalog)
                results.append(ValidationResult.File(file, reading))
                if reading.program == nil { status = .badData }
                if !data.json, !reading.diagnostics.items.isEmpty {
                    let renderer = DiagnosticRenderer(source: file.source, colored: context.output.talkIsColored)
                    workspace.talk(renderer.render(reading.diagnostics) + "\n")
                }
            } catch {
                context.report(error)
                if status == .success { status = error.status }
            }
        }
        context.show(ValidationResult(files: results), asJSON: data.json)
        return status
    }
}

/// The findings in program files.
struct ValidationResult: CommandResult {
    static let kind = "validation"

    struct File: Encodable {
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

        init(_ file: ProgramFile, _ reading: ProgramReading) {
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

    let files: [File]

    func text(_ style: Style, columns: Int) -> String {
        files.map { file in
            guard file.valid else { return "\(file.shown): " + style.red(plural(file.errorCount, "error")) + "\n" }
            return "\(file.shown): " + style.green("valid")
                + ", \(file.name ?? ""): \(plural(file.dayCount, "day")), \(plural(file.exerciseCount, "exercise"))\n"
        }.joined()
    }
}

/// A count with its noun.
func plural(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}
