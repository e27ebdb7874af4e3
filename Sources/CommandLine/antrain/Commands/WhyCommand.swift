import ArgumentParser
import CivilTime
import Platform
import Ledger
import Reminders
import Results
import Session

/// The command `antrain why`.
struct WhyCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain why a reminder will be sent, was sent, or was not.",
        discussion: """
            Shows what your programs plan for the date, what you did, which settings apply, and what became of each reminder. A past date \
            is explained from the record or, if there is none, from the current programs and settings.
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
        var planning = try PlanningSession.observing(workspace)
        let (date, id) = try meant(planning)
        guard planning.today.isWithinTenYears(of: date) else {
            throw .badOption(
                name: "date",
                value: date.description,
                reason: "expected a date within ten years of today (\(planning.today))"
            )
        }
        if date < planning.today { planning = try planning.reaching(date) }
        let evidence = try planning.evidence(about: date)
        if let id, !evidence.has(id) { throw .noReminder(id.rawValue) }
        let causes = planning.causes(evidence, of: id)
        context.show(ExplanationResult(evidence, causes, only: id, planning), asJSON: data.json)
        return .success
    }

    /// The date that the user means, and the notification if they named one.
    private func meant(_ planning: PlanningSession) throws(CommandError) -> (CivilDate, NotificationID?) {
        guard let subject else { return (planning.today, nil) }
        let reference = NotificationLink.reference(subject)
        if Int64(reference) == nil, !reference.contains("/") {
            let date = try DateOption.parse(subject, name: "date", today: planning.today)
            return (date ?? planning.today, nil)
        }
        let id = NotificationID(rawValue: reference)
        if reference.contains("/"), let date = try date(of: id, planning) { return (date, id) }
        // A reminder beyond the horizon has an id, but no row yet.
        if let date = id.date { return (date, id) }
        let notification = try planning.named(subject)
        return (notification.date, notification.id)
    }

    /// The date that a recorded notification is about, which differs from the date in some IDs; nil if it is not recorded.
    private func date(of id: NotificationID, _ planning: PlanningSession) throws(CommandError) -> CivilDate? {
        guard planning.workspace.hasLedger else { return nil }
        return try planning.workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.notification(id.rawValue)?.date
        }
    }
}
