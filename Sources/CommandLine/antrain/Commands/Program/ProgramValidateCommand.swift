import ArgumentParser
import Completion
import Platform
import Results
import Session
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
        let workspace = try Workspace(context, global.launch)
        let catalog = workspace.exercisesForNames
        var results: [ValidationResult.File] = []
        var status = ExitStatus.success
        for name in files {
            do throws(CommandError) {
                let file = try workspace.programFile(name)
                let reading = ProgramReader.read(file.source, checkingNamesIn: catalog, thoroughly: true)
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
