import ArgumentParser
import Ledger
import Reminders

/// The command `antrain cancel`.
struct CancelCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancel one reminder; it does not come back."
    )

    @Argument(help: "The reminder's id or number, as 'antrain pending' shows them.") var id: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let id = id
        guard workspace.hasLedger,
            let record = try workspace.withLedger({ (ledger) throws(LedgerError) in try ledger.pending(id) })
        else {
            throw .noNotification(id)
        }
        let planning = try Planning(workspace)
        let notification = record.notification
        let difference = try planning.commit(
            [.cancelled(id: notification.id.rawValue, date: notification.date)]
        )
        let words = planning.words
        let sentence = words.text(.cancelledReminder, ["id": "\(notification.id)", "what": notification.summary])
        if data.json {
            context.show(ActionResult("cancelled", sentence: sentence, difference, words), asJSON: true)
        } else {
            workspace.talk(sentence)
        }
        return .success
    }
}
