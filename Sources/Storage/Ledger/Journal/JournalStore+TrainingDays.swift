package import CivilTime
internal import GRDB
internal import Reminders
package import Training

/// Changes of the training days in the settings: the subject has the new days (`mon,thu`), the value the former ones, and the date is
/// the first to which the new ones apply.
extension JournalStore {
    /// Records a change, unless another process has already recorded it.
    func add(daysFrom former: WeekdaySet, to days: WeekdaySet, on date: CivilDate) throws {
        guard try trainingDays()?.current != days else { return }
        try add(.daysChanged, days.description, date: date, value: former.description)
    }

    /// The training days in the settings over time; nil if they never changed.
    func trainingDays() throws -> TrainingDays? {
        let changes = try database.rows(
            "SELECT number, at, date, subject, value FROM journal WHERE kind = \(JournalKind.daysChanged.sql) AND undone_at IS NULL ORDER BY number",
            of: .journal
        ) { row in (try row.daysChange(), try row.optional("value", row.weekdays)) }
        guard let former = changes.first?.1 else { return nil }
        return TrainingDays([TrainingDays(former).choices[0]] + changes.map(\.0))
    }

    /// When workouts were first answered or started, without a time limit: a later change of days does not affect them.
    func settled() throws -> [OccurrenceKey: Instant] {
        let rows = try database.rows(
            """
            SELECT number, subject, date, min(at) AS at FROM journal
            WHERE kind IN \(JournalKind.given.sql) AND undone_at IS NULL GROUP BY subject, date
            """,
            of: .journal
        ) { row in
            (
                OccurrenceKey(OccurrenceSource(subject: try row.text("subject")), on: try row.date("date")),
                try row.instant("at")
            )
        }
        return Dictionary(rows) { min($0, $1) }
    }
}

extension LedgerRow {
    package func daysChange() throws(LedgerValueError) -> TrainingDays.Choice {
        _ = try optional("value", weekdays)
        return TrainingDays.Choice(try weekdays("subject"), from: try date("date"), at: try instant("at"))
    }

    /// A set of weekdays; earlier versions wrote an empty text for no days.
    package func weekdays(_ column: String) throws(LedgerValueError) -> WeekdaySet {
        try parsed(column, as: "a list of weekdays such as mon,thu") {
            $0.isEmpty ? WeekdaySet.none : try? WeekdaySet(parsing: $0)
        }
    }
}
