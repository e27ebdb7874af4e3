public import CivilTime
internal import GRDB
public import Ledger
public import Reminders

/// An action of the user that concerns a date, as recorded in the journal.
public struct RecordedAction: Sendable, Hashable {
    /// What the user did.
    public enum Kind: Sendable, Hashable {
        case answered(Answer)
        case cancelled
        case snoozed(until: Instant)
        /// The user paused programs; `.latest` means until further notice.
        case paused(from: CivilDate, through: CivilDate)
        /// The user exchanged the workouts of two dates.
        case moved(from: CivilDate, to: CivilDate)
    }

    public let kind: Kind
    /// The ID of a program, of a notification, or of the user's own reminder; `*` for all programs.
    public let subject: String
    /// When the user did it, which may be long before it was recorded.
    public let at: Instant
    /// The channel through which the user did it; nil for a command.
    public let channel: String?
}

extension Ledger {
    /// The actions that concern a date and were not undone, in the order in which they happened.
    ///
    /// A pause concerns each of its dates, including those that a later `resume` freed.
    public func actions(about date: CivilDate) throws(LedgerError) -> [RecordedAction] {
        try read { database in
            try database.rows(
                """
                SELECT number, at, kind, subject, date, value, batch FROM journal WHERE undone_at IS NULL AND (
                    (kind IN \((JournalKind.answers + [.cancelled, .snoozed, .moved]).sql) AND date = :date)
                    OR (kind = \(JournalKind.moved.sql) AND value = :date)
                    OR (kind = \(JournalKind.paused.sql) AND date <= :date AND value >= :date))
                ORDER BY \(RecordOrder.sql)
                """,
                ["date": date.description],
                of: .journal
            ) { row in
                let reported = try row.optional("batch", row.number).flatMap {
                    try ReportedAnswer.ofAction($0, in: database)
                }
                return RecordedAction(
                    kind: try row.recordedAction(),
                    subject: try row.text("subject"),
                    at: try reported?.at ?? row.instant("at"),
                    channel: reported?.channel
                )
            }
        }
    }

    /// The notifications about a date, or due on it, that are pending or ended, soonest first.
    ///
    /// - Parameter now: the present; what a clock that was ahead recorded as missed is left out.
    public func notifications(about date: CivilDate, now: Instant) throws(LedgerError) -> [HistoryRecord] {
        // A reminder is due at most 14 days before its workout, and a snooze or follow-up soon after; zones add a day.
        let first = Zone.utc.instant(of: CivilDateTime(date: date.adding(days: -16), time: .midnight))
        let last = Zone.utc.instant(of: CivilDateTime(date: date.adding(days: 33), time: .midnight))
        let seconds = Int64(date.dayNumber) * 86_400
        return try read { database in
            try [
                "state = \(NotificationState.pending.sql)", "\(NotificationState.hasEnded()) AND \(Ledger.isPast(now))",
            ].flatMap {
                state in
                try self.history(
                    """
                    WHERE \(state) AND instant BETWEEN ? AND ? AND (date = ? OR fire_at BETWEEN ? AND ?) ORDER BY instant, id
                    """,
                    [first.secondsSinceEpoch, last.secondsSinceEpoch, date.description, seconds, seconds + 86_399],
                    in: database
                )
            }.sorted { ($0.notification.instant, $0.notification.id) < ($1.notification.instant, $1.notification.id) }
        }
    }
}

extension LedgerRow {
    /// What the user did that concerns a date.
    fileprivate func recordedAction() throws(LedgerValueError) -> RecordedAction.Kind {
        switch try word("kind", JournalKind.self) {
        case .completed, .skipped: .answered(try word("kind", Answer.self))
        case .cancelled: .cancelled
        case .snoozed:
            .snoozed(until: try parsed("value", as: "a time in seconds since 1970", LedgerRow.instant(parsing:)))
        case .moved: .moved(from: try date("date"), to: try date("value"))
        case .paused: .paused(from: try date("date"), through: try date("value"))
        case .activated, .deactivated, .unanswered, .started, .resumed, .logged, .relogged, .unlogged, .imported,
            .measured, .reminderAdded, .reminderEdited, .deleted, .reminderImported, .preset, .settings, .oneRepMax,
            .trainingMax, .jumped, .load, .prioritized, .chosen, .decided, .undone, .redone, .timeRuled, .timeMoved,
            .daysChanged, .sessionLoad, .edited, .declined, .withdrawn, .reported, .refused, .setting, .deliverer,
            .elsewhere:
            throw invalid("kind", "an action that concerns a date")
        }
    }
}
