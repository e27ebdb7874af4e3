public import CivilTime
internal import GRDB
public import Reminders

extension Ledger {
    /// When workouts were started and answered; imported entries of the training log do not count.
    ///
    /// - Parameter date: the first date.
    public func workoutRecords(since date: CivilDate) throws(LedgerError) -> [WorkoutRecord] {
        let entries = try read { database in
            let journal = JournalStore(database)
            let reported = try journal.reported(since: date)
            return try database.rows(
                """
                SELECT number, kind, subject, date, day_id, at, batch FROM journal
                WHERE kind IN \(JournalKind.given.sql) AND undone_at IS NULL AND date >= ? ORDER BY \(RecordOrder.sql)
                """,
                [date.description],
                of: .journal
            ) { row in
                (
                    answer: try row.word("kind", JournalKind.self).answer,
                    source: OccurrenceSource(subject: try row.text("subject")),
                    date: try row.date("date"), day: try row.optional("day_id", row.text) ?? "",
                    at: try journal.given(row, reported)
                )
            }
        }
        var records: [OccurrenceKey: WorkoutRecord] = [:]
        for entry in entries {
            guard let program = entry.source.programID else { continue }
            let key = OccurrenceKey(entry.source, on: entry.date)
            var record = records[key] ?? WorkoutRecord(programID: program, date: entry.date, dayID: entry.day)
            if let answer = entry.answer {
                record.answeredAt = entry.at
                record.isDone = answer.isDone
            } else {
                // A later start continues the workout.
                record.startedAt = min(record.startedAt ?? entry.at, entry.at)
            }
            records[key] = record
        }
        return records.values.sorted { ($0.date, $0.programID) < ($1.date, $1.programID) }
    }

    /// The time zones of past reminders, which were the user's at that time: each with the first of its reminders.
    ///
    /// - Parameter date: the first date.
    public func pastZones(since date: CivilDate) throws(LedgerError) -> [(from: Instant, zone: String)] {
        let zones = try read { database in
            try database.rows(
                """
                SELECT number, instant, zone FROM notification
                WHERE \(NotificationState.hasEnded()) AND instant >= ? ORDER BY instant
                """,
                [Ledger.start(of: date)],
                of: .notification
            ) { (from: try $0.instant("instant"), zone: try $0.text("zone")) }
        }
        return zones.reduce(into: []) { result, next in
            if result.last?.zone != next.zone { result.append(next) }
        }
    }

    /// The first second of a date in any time zone.
    private static func start(of date: CivilDate) -> Int64 { Int64(date.adding(days: -1).dayNumber) * 86_400 }
}
