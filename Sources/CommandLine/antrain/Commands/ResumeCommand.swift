import ArgumentParser
import Completion
import Platform
import Results
import Session
import UseCases

/// The command `antrain resume`.
struct ResumeCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Resume paused programs."
    )

    @Option(
        help: ArgumentHelp("First date to train on again (default: today).", valueName: "date"),
        completion: .values(.date)
    )
    var on: String?
    @Option(
        help: ArgumentHelp("Program to resume (default: all programs).", valueName: "program"),
        completion: .values(.activeProgram)
    ) var program: [String] = []
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let session = store.session
        let program = session.programID(try OptionValue.single(program, "--program"))
        let date = try DateOption.parse(on, name: "--on", today: session.today) ?? session.today
        workspace.report(try Resuming(store, program, on: date).run(), asJSON: data.json)
        return .success
    }
}
