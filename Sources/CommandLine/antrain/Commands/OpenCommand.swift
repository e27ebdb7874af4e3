import ArgumentParser
import Completion
import Platform
import Results
import Session

/// The command `antrain open`.
struct OpenCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Show a reminder, its workouts and possible answers."
    )

    @Argument(
        help: "Link such as antrain://workout/2026-11-23/0730, reminder id, or number of your own reminder.",
        completion: .values(.anyReminder)
    )
    var link: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        guard workspace.hasLedger else { throw .noReminder(link) }
        let store = try Store(workspace)
        let session = store.session
        context.show(ReminderResult(try store.named(link), session), asJSON: data.json)
        return .success
    }
}
