internal import CivilTime
internal import GRDB
internal import Reminders

/// Reads notifications from their rows.
struct NotificationRows {
    static let columns = "number, id, category, date, fire_at, zone, instant, title, body"

    /// Whether any channel took a row's notification, in SQL: then it was delivered, whatever became of it elsewhere.
    static let wasDelivered =
        "EXISTS (SELECT 1 FROM delivery WHERE delivery.notification = notification.number AND delivery.state = 'delivered')"

    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    /// What is pending of an origin, soonest first.
    func pending(origin: String) throws -> [PlannedNotification] {
        try fetch("WHERE state = 'pending' AND origin = ? ORDER BY instant, id", [origin]).map(\.notification)
    }

    /// What is pending and has come to its time.
    func pending(before now: Instant) throws -> [PlannedNotification] {
        try fetch("WHERE state = 'pending' AND instant < ? ORDER BY instant, id", [now.secondsSinceEpoch]).map(
            \.notification
        )
    }

    /// What is pending, soonest first, at most so many.
    func pending(limit: Int) throws -> [(number: Int64, notification: PlannedNotification)] {
        try fetch("WHERE state = 'pending' ORDER BY instant, id LIMIT ?", [limit])
    }

    func fetch(_ condition: String, _ arguments: StatementArguments) throws -> [(
        number: Int64, notification: PlannedNotification
    )] {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM notification \(condition)")
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        var result: [(Int64, PlannedNotification)] = []
        while let row = try rows.next() {
            let number: Int64 = row[0]
            if let notification = try notification(row, items: items(number)) { result.append((number, notification)) }
        }
        return result
    }

    func notification(_ row: Row, items: [NotificationItem]) throws -> PlannedNotification? {
        guard let category = NotificationCategory(rawValue: row[2]),
            let date = try? CivilDate(parsing: row[3] as String)
        else { return nil }
        return PlannedNotification(
            id: NotificationID(rawValue: row[1]),
            category: category,
            date: date,
            fireAt: CivilDateTime(secondsSinceCivilEpoch: row[4]),
            zone: row[5],
            instant: Instant(secondsSinceEpoch: row[6]),
            title: row[7],
            body: row[8],
            items: items
        )
    }

    func items(_ number: Int64) throws -> [NotificationItem] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT program_id, program_name, day_id, day_name, week FROM notification_item WHERE notification = ? ORDER BY position
                """
        )
        let rows = try Row.fetchCursor(statement, arguments: [number])
        var result: [NotificationItem] = []
        while let row = try rows.next() {
            result.append(
                NotificationItem(programID: row[0], programName: row[1], dayID: row[2], dayName: row[3], week: row[4])
            )
        }
        return result
    }
}
