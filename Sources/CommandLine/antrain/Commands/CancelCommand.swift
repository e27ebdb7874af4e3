import ArgumentParser
import Platform
import Ledger
import Localization
import Planning
import Reminders
import Results
import Session

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
        let session = store.session
        let meant = try session.pendingID(id)
        guard let record = try workspace.withLedger({ (ledger) throws(LedgerError) in try ledger.pending(meant) })
        else { throw .noNotification(id) }
        let notification = record.notification
        let difference = try store.commit(
            [.cancelled(id: notification.id.rawValue, date: notification.date)]
        )
        let words = session.words
        let what = notification.summary(on: session.today, words, isDated: true)
        let sentence = words.text(.cancelledReminder, ["id": "\(notification.id)", "what": what])
        let subject = ActionSubject(notification, name: notification.summary)
        workspace.report(
            ActionResult("cancelled", [subject], sentence: sentence, difference, words),
            asJSON: data.json
        )
        return .success
    }
}

extension Session {
    /// The id of the notification that an id, a link or the number of one of the user's own reminders refers to.
    fileprivate func pendingID(_ text: String) throws(CommandError) -> String {
        guard let number = Int64(text) else { return NotificationLink.reference(text) }
        let source = try reminder(number).source
        let next = plan().notifications.first { $0.items.contains { $0.source == source } }
        return next?.id.rawValue ?? text
    }
}
