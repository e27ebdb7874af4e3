import ArgumentParser
import Completion
import Platform
import Results
import Session

/// The command `antrain log list`.
struct LogListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the training log, latest entries first."
    )

    @Option(help: ArgumentHelp("Maximum number of entries.", valueName: "number")) var limit = 20
    @Option(
        help: ArgumentHelp("Only this exercise: id, name or alias.", valueName: "exercise"),
        completion: .values(.exercise)
    )
    var exercise: String?
    @Option(help: ArgumentHelp("Only entries since this date.", valueName: "date"), completion: .values(.date))
    var since: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        try OptionValue.checkLimit(limit)
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let since = try DateOption.parse(since, name: "--since", today: session.today)
        context.show(try LogListResult(store, limit: limit, exercise: exercise, since: since), asJSON: data.json)
        return .success
    }
}
