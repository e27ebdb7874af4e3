import ArgumentParser
import Completion
import Platform
import Results
import Session
import UseCases

/// The command `antrain cancel`.
struct CancelCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancel one reminder; it is planned again only if its time changes."
    )

    @Argument(
        help: "Reminder id, as shown by 'antrain pending', or number of your own reminder.",
        completion: .values(.pendingReminder)
    ) var id: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        guard workspace.hasLedger else { throw .noNotification(id) }
        let store = try Store(workspace)
        workspace.report(try Cancelling(store, id).run(), asJSON: data.json)
        return .success
    }
}
