import ArgumentParser
import Completion
import CivilTime
import History
import Ledger
import Platform
import Reminders
import Results
import Session
import UseCases

/// The command `antrain why`.
struct WhyCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain why a reminder will be sent, was sent, or was not.",
        discussion: """
            The command shows what your programs plan for the date, what you did, which settings apply, and what became of each \
            reminder. A past date is explained from the record or, if there is none, from the current programs and settings.
            """
    )

    @Argument(
        help: "Date, link or id of a reminder, or number of your own reminder (default: today).",
        completion: .values(.anyReminder)
    )
    var subject: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        workspace.isReadOnly = true
        var store = try Store.observing(workspace)
        let (date, id) = try meant(store)
        guard store.session.today.isWithinTenYears(of: date) else {
            throw .badOption(
                name: "date",
                value: date.description,
                reason: "expected a date within ten years of today (\(store.session.today))"
            )
        }
        if date < store.session.today { store = try store.reaching(date) }
        let evidence = try store.evidence(about: date)
        if let id, !evidence.has(id) { throw .noReminder(id.rawValue) }
        let causes = store.session.causes(evidence, of: id)
        context.show(ExplanationResult(evidence, causes, only: id, store.session), asJSON: data.json)
        return .success
    }

    /// The date that the user means, and the notification if they named one.
    private func meant(_ store: Store) throws(CommandError) -> (CivilDate, NotificationID?) {
        guard let subject else { return (store.session.today, nil) }
        let reference = NotificationLink.reference(subject)
        if Int64(reference) == nil, !reference.contains("/") {
            let date = try DateOption.parse(subject, name: "date", today: store.session.today)
            return (date ?? store.session.today, nil)
        }
        let id = NotificationID(rawValue: reference)
        if reference.contains("/"), let date = try date(of: id, store) { return (date, id) }
        // A reminder beyond the horizon has an id, but no row yet.
        if let date = id.date { return (date, id) }
        let notification = try store.named(subject)
        return (notification.date, notification.id)
    }

    /// The date that a recorded notification is about, which differs from the date in some IDs; nil if it is not recorded.
    private func date(of id: NotificationID, _ store: Store) throws(CommandError) -> CivilDate? {
        guard store.workspace.hasLedger else { return nil }
        return try store.workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.notification(id.rawValue)?.date
        }
    }
}
