internal import CivilTime
package import GRDB
package import Reminders

/// Reads notifications from their rows.
package struct NotificationRows {
    private static let names = ["number", "id", "category", "date", "fire_at", "zone", "instant", "title", "body"]

    /// The columns that `notification(_:)` reads, qualified with the table's name in the query.
    static func columns(of table: String) -> String {
        names.map { "\(table).\($0)" }.joined(separator: ", ")
    }

    /// Whether any channel delivered a row's notification, in SQL; then it counts as delivered.
    static let wasDelivered =
        "EXISTS (SELECT 1 FROM delivery WHERE delivery.notification = notification.number AND delivery.state = \(OutboxState.delivered.sql))"

    private let database: Database

    package init(_ database: Database) { self.database = database }

    /// The pending notifications of an origin, soonest first.
    func pending(origin: NotificationOrigin) throws -> [PlannedNotification] {
        try fetch(
            "WHERE state = \(NotificationState.pending.sql) AND origin = ? ORDER BY instant, id",
            [origin.rawValue]
        ).map(\.notification)
    }

    func pending(before now: Instant) throws -> [(number: Int64, notification: PlannedNotification)] {
        try fetch(
            "WHERE state = \(NotificationState.pending.sql) AND instant < ? ORDER BY instant, id",
            [now.secondsSinceEpoch]
        )
    }

    /// The notifications that match a condition, with their row ids.
    package func fetch(_ condition: String, _ arguments: StatementArguments) throws -> [(
        number: Int64, notification: PlannedNotification
    )] {
        let items = try items("IN (SELECT number FROM notification \(condition))", arguments)
        return try database.rows(
            "SELECT \(NotificationRows.columns(of: "notification")) FROM notification \(condition)",
            arguments,
            of: .notification
        ) {
            let number = try $0.integer("number")
            return (number, try notification($0, items[number] ?? []))
        }
    }

    /// The notification of a row that has all `columns`.
    func notification(_ row: LedgerRow) throws -> PlannedNotification {
        let number = try row.integer("number")
        return try notification(row, items("= ?", [number])[number] ?? [])
    }

    private func notification(_ row: LedgerRow, _ items: [NotificationItem]) throws -> PlannedNotification {
        PlannedNotification(
            id: NotificationID(rawValue: try row.text("id")),
            category: try row.word("category", NotificationCategory.self),
            date: try row.date("date"),
            fireAt: try row.civilTime("fire_at"),
            zone: try row.text("zone"),
            instant: try row.instant("instant"),
            title: try row.text("title"),
            body: try row.text("body"),
            items: items
        )
    }

    /// Ends a notification whose deliveries have all ended.
    func settle(_ number: Int64) throws {
        try EarlyDeliveries(database).restore(number)
        try database.run(
            """
            UPDATE notification SET state = CASE WHEN \(Self.wasDelivered) THEN \(NotificationState.delivered.sql) ELSE \(NotificationState.failed.sql) END
            WHERE number = ? AND state = \(NotificationState.pending.sql)
                AND NOT EXISTS (SELECT 1 FROM delivery WHERE notification = number AND state IN \(OutboxState.open.sql))
            """,
            [number]
        )
    }

    /// The items of the notifications whose ids match a condition, by these ids.
    private func items(_ condition: String, _ arguments: StatementArguments) throws -> [Int64: [NotificationItem]] {
        var result: [Int64: [NotificationItem]] = [:]
        _ = try database.rows(
            """
            SELECT notification, position, program_id, program_name, day_id, day_name, week FROM notification_item
            WHERE notification \(condition) ORDER BY notification, position
            """,
            arguments,
            of: .item
        ) { row in
            let item = NotificationItem(
                source: OccurrenceSource(subject: try row.text("program_id")),
                programName: try row.text("program_name"),
                dayID: try row.text("day_id"),
                dayName: try row.text("day_name"),
                week: try row.count("week")
            )
            result[try row.integer("notification"), default: []].append(item)
        }
        return result
    }
}

extension NotificationItem {
    /// The item of a row; a reminder's row has its title as the day's name, and no day or week.
    fileprivate init(source: OccurrenceSource, programName: String, dayID: String, dayName: String, week: Int) {
        self =
            switch source {
            case .reminder(let number): .reminder(number, title: dayName)
            case .program(let id):
                .workout(
                    WorkoutItem(programID: id, programName: programName, dayID: dayID, dayName: dayName, week: week)
                )
            }
    }

    /// The values of its row, from the program's ID on.
    var rowValues: [any DatabaseValueConvertible] {
        switch self {
        case .reminder(_, let title): [source.subject, title, "", title, 0]
        case .workout(let item): [item.programID, item.programName, item.dayID, item.dayName, item.week]
        }
    }
}
