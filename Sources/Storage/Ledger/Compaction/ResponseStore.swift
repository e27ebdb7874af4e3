internal import CivilTime
package import GRDB
internal import Progress
internal import Reminders

/// What a user did about a reminder.
public enum ReminderResponse: String, Sendable, Hashable, CaseIterable {
    case done, skipped
    /// The reminder was snoozed.
    case snoozed
    case started

    var kind: JournalKind {
        switch self {
        case .done: .completed
        case .skipped: .skipped
        case .snoozed: .snoozed
        case .started: .started
        }
    }

    init?(kind: JournalKind) {
        guard let found = ReminderResponse.allCases.first(where: { $0.kind == kind }) else { return nil }
        self = found
    }
}

/// Finds how long after a reminder its answer was given.
///
/// The reminder of an answer is the last notification about the same workout that was delivered before it: with follow-ups and
/// snoozes, the one that the user reacted to. If that one was due before, but delivered after another one about the same workout, and
/// the two are compacted by different runs, the answer counts for both.
package struct ResponseStore {
    package static let kinds = ReminderResponse.allCases.map(\.kind)

    /// An answer in the journal.
    package struct Given {
        package let response: ReminderResponse
        /// A program or one of the user's own reminders; the notification, if it was snoozed.
        let subject: String
        let date: CivilDate
        let at: Instant

        package init?(_ row: LedgerRow) throws(LedgerValueError) {
            guard let response = ReminderResponse(kind: try row.word("kind", JournalKind.self)) else { return nil }
            self.response = response
            subject = try row.text("subject")
            date = try row.date("date")
            at = try row.instant("at")
        }
    }

    private let database: Database

    package init(_ database: Database) { self.database = database }

    /// The number of the notification that an answer reacts to, and the time since its delivery.
    package func delivery(before given: Given) throws -> (number: Int64, seconds: Int64)? {
        let isSnooze = given.response == .snoozed
        // The IDs of its snoozes and follow-ups continue with a slash, which the zero follows in ASCII.
        let condition =
            isSnooze
            ? "n.state = \(NotificationState.delivered.sql) AND (n.id = :subject OR (n.id > :subject || '/' AND n.id < :subject || '0'))"
            : """
            n.state = \(NotificationState.delivered.sql) AND n.date = :date AND EXISTS (SELECT 1 FROM notification_item i
                WHERE i.notification = n.number AND i.program_id = :subject)
            """
        var values: [String: (any DatabaseValueConvertible)?] = [
            "subject": given.subject, "at": given.at.secondsSinceEpoch,
        ]
        if !isSnooze { values["date"] = given.date.description }
        return try database.firstRow(
            """
            SELECT d.notification, d.channel, d.ended_at FROM notification n JOIN delivery d ON d.notification = n.number
            WHERE \(condition) AND d.state = \(OutboxState.delivered.sql) AND d.ended_at <= :at ORDER BY d.ended_at DESC, n.number DESC LIMIT 1
            """,
            StatementArguments(values),
            of: .delivery
        ) { (try $0.integer("notification"), try $0.instant("ended_at").span(until: given.at).seconds) }
    }

    private struct Subject: Hashable {
        let name: String
        let date: String
    }

    private struct Key: Hashable {
        let month: CivilMonth
        let response: ReminderResponse
        let seconds: Int64
    }

    /// Counts the answers to the notifications that are about to be removed.
    ///
    /// - Parameters:
    ///   - condition: which notifications are removed, in SQL; `n` is the row.
    ///   - end: the instant before which they are due.
    func compact(_ condition: String, before end: Instant) throws {
        var months: [Int64: CivilMonth] = [:]
        var subjects: Set<Subject> = []
        let delivered = "n.\(condition) AND n.state = \(NotificationState.delivered.sql) AND n.instant < ?"
        _ = try database.rows(
            "SELECT n.number, n.id, n.date, n.fire_at FROM notification n WHERE \(delivered)",
            [end.secondsSinceEpoch],
            of: .notification
        ) { row in
            months[try row.integer("number")] = CivilMonth(of: try row.civilTime("fire_at").date)
            let id = NotificationID(rawValue: try row.text("id"))
            subjects.insert(Subject(name: id.root.rawValue, date: try row.text("date")))
        }
        _ = try database.rows(
            """
            SELECT i.notification, i.position, i.program_id, n.date AS notification_date
            FROM notification n JOIN notification_item i ON i.notification = n.number WHERE \(delivered)
            """,
            [end.secondsSinceEpoch],
            of: .item
        ) { row in
            let date = try row.joined(.notification).text("date")
            subjects.insert(Subject(name: try row.text("program_id"), date: date))
        }
        var counts: [Key: Int] = [:]
        for subject in subjects {
            let answers = try database.rows(
                """
                SELECT number, kind, subject, date, at FROM journal
                WHERE kind IN \(ResponseStore.kinds.sql) AND date = ? AND subject = ? AND undone_at IS NULL
                """,
                [subject.date, subject.name],
                of: .journal,
                Given.init
            )
            for given in answers.compactMap({ $0 }) {
                guard let (number, seconds) = try delivery(before: given), let month = months[number] else { continue }
                let key = Key(month: month, response: given.response, seconds: LatenessScale.rounded(seconds))
                counts[key, default: 0] += 1
            }
        }
        for (key, count) in counts {
            try database.run(
                """
                INSERT INTO response_count (month, answer, seconds, count) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET count = count + excluded.count
                """,
                [key.month.description, key.response.rawValue, key.seconds, count]
            )
        }
    }
}
