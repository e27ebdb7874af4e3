import ArgumentParser
import Completion
import Platform
import Localization
import Results
import Session
import Training

/// The command `antrain program show`.
struct ProgramShowCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a program's days, sets and weeks."
    )

    @Argument(help: "Program file, or name of a shipped or active program.", completion: .values(.knownProgram))
    var name: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let program = try workspace.program(try workspace.knownProgram(name))
        let words = try workspace.words()
        let translated = workspace.programNames(words.language).translated(program)
        context.show(ProgramResult(translated, words), asJSON: data.json)
        return .success
    }
}
