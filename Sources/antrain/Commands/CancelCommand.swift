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

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let id = id
        guard workspace.hasLedger,
            let record = try workspace.withLedger({ (ledger) throws(LedgerError) in try ledger.pending(id) })
        else {
            throw .noNotification(id)
        }
        let planning = try Planning(workspace)
        _ = try planning.commit([.cancelled(id: record.notification.id.rawValue, date: record.notification.date)])
        workspace.talk(
            planning.words.text(
                .cancelledReminder,
                ["id": "\(record.notification.id)", "what": record.notification.summary]
            )
        )
        return .success
    }
}
