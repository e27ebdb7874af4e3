internal import CivilTime
internal import Foundation
internal import GRDB
internal import Reminders

/// Reads the pending queue and makes it what the plan wants.
struct QueueStore {
    private let database: Database
    private let now: Instant

    init(_ database: Database, now: Instant) {
        self.database = database
        self.now = now
    }

    /// What a plan wants beside what is pending of earlier plans; what was delivered or missed under a name is never added again.
    func difference(_ request: QueueRequest) throws -> QueueDifference {
        var difference = QueueDifference(
            desired: request.notifications,
            pending: try planned(request),
            now: now,
            unplannedFrom: try FactStore(database).plannedThrough()
        )
        difference.added = try difference.added.filter { try !isOver($0.id) }
        return difference
    }

    /// What earlier plans put into the queue; what is past its sense is left to be marked as missed.
    private func planned(_ request: QueueRequest) throws -> [PlannedNotification] {
        let wanted = Set(request.notifications.map(\.id))
        return try NotificationRows(database).pending(origin: "plan").filter { notification in
            wanted.contains(notification.id)
                || !Missed.applies(to: notification, now: now, grace: request.grace, zone: request.zone)
        }
    }

    private func isOver(_ id: NotificationID) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT 1 FROM notification WHERE id = ? AND state NOT IN ('pending', 'cancelled')"
        )
        return try Int.fetchOne(statement, arguments: [id.rawValue]) != nil
    }

    /// Whether every pending notification of a plan has a row for each of its channels, and none for another.
    func routesAreSettled(_ request: QueueRequest) throws -> Bool {
        var present: [String: Set<String>] = [:]
        _ = try database.rows(
            """
            SELECT n.number, n.id, d.notification AS delivery_notification, d.channel AS delivery_channel, d.state AS delivery_state
            FROM notification n LEFT JOIN delivery d ON d.notification = n.number AND d.state <> 'cancelled'
                AND d.taken_over_from IS NULL
            WHERE n.state = 'pending' AND n.origin = 'plan'
            """,
            of: .notification
        ) { row in
            let delivery = row.joined(.delivery)
            let id = try row.text("id")
            guard let channel = try delivery.optional("channel", delivery.text) else { return present[id] = [] }
            let isOverflow = try delivery.word("state", OutboxState.self) == .overflow
            present[id, default: []].insert(isOverflow ? channel + "/" : channel)
        }
        let wanted = Dictionary(
            request.notifications.map { one in
                let channels = request.channels(of: one).map { request.overflows(one, on: $0) ? $0 + "/" : $0 }
                return (one.id.rawValue, Set(channels))
            }
        ) { $1 }
        return present.allSatisfy { id, channels in wanted[id].map { $0 == channels } ?? true }
    }

    func apply(_ difference: QueueDifference, _ request: QueueRequest) throws {
        for notification in difference.cancelled { try cancel(notification.id) }
        for notification in difference.added + difference.updated { try upsert(notification) }
        for notification in difference.added + difference.updated + difference.kept {
            try route(notification, request)
        }
    }

    private func cancel(_ id: NotificationID) throws {
        try database.execute(
            sql: """
                UPDATE delivery SET state = 'cancelled', ended_at = ?, lease = NULL
                WHERE state IN ('pending', 'retrying', 'leased', 'scheduled', 'overflow')
                    AND notification = (SELECT number FROM notification WHERE id = ?)
                """,
            arguments: [now.secondsSinceEpoch, id.rawValue]
        )
        try database.execute(
            sql: """
                UPDATE notification SET state = CASE WHEN \(NotificationRows.wasDelivered) THEN 'delivered' ELSE 'cancelled' END
                WHERE id = ? AND state = 'pending'
                """,
            arguments: [id.rawValue]
        )
    }

    private func upsert(_ notification: PlannedNotification) throws {
        try database.execute(
            sql: """
                INSERT INTO notification (id, category, origin, date, fire_at, zone, instant, title, body, state, key, created_at)
                VALUES (?, ?, 'plan', ?, ?, ?, ?, ?, ?, 'pending', ?, ?)
                ON CONFLICT (id) DO UPDATE SET fire_at = excluded.fire_at, zone = excluded.zone, instant = excluded.instant,
                    title = excluded.title, body = excluded.body, state = 'pending'
                """,
            arguments: [
                notification.id.rawValue, notification.category.rawValue, notification.date.description,
                notification.fireAt.secondsSinceCivilEpoch, notification.zone, notification.instant.secondsSinceEpoch,
                notification.title, notification.body, UUID().uuidString.lowercased(), now.secondsSinceEpoch,
            ]
        )
        let number = try number(of: notification.id)
        try database.execute(sql: "DELETE FROM notification_item WHERE notification = ?", arguments: [number])
        for (position, item) in notification.items.enumerated() {
            try database.execute(
                sql: """
                    INSERT INTO notification_item (notification, position, program_id, program_name, day_id, day_name, week)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [number, position, item.programID, item.programName, item.dayID, item.dayName, item.week]
            )
        }
        try database.execute(
            // What a plugin holds is another now: it must be scheduled anew.
            sql: """
                UPDATE delivery SET due_at = ?, state = CASE state WHEN 'scheduled' THEN 'pending' ELSE state END
                WHERE notification = ? AND state IN ('pending', 'scheduled', 'overflow')
                """,
            arguments: [notification.instant.secondsSinceEpoch, number]
        )
    }

    /// Gives a notification a row for each channel, and cancels those of channels that are no longer in use.
    private func route(_ notification: PlannedNotification, _ request: QueueRequest) throws {
        let channels = request.channels(of: notification)
        let number = try number(of: notification.id)
        for channel in channels {
            try database.execute(
                sql: """
                    INSERT INTO delivery (notification, channel, state, due_at) VALUES (?, ?, 'pending', ?)
                    ON CONFLICT (notification, channel) DO UPDATE SET state = 'pending', due_at = excluded.due_at, ended_at = NULL, reason = NULL
                    WHERE state = 'cancelled'
                    """,
                arguments: [number, channel, notification.instant.secondsSinceEpoch]
            )
        }
        for channel in channels {
            try flag(number, on: channel, overflows: request.overflows(notification, on: channel))
        }
        let present = try database.rows(
            """
            SELECT notification, channel FROM delivery
            WHERE notification = ? AND state IN ('pending', 'retrying', 'scheduled', 'overflow') AND taken_over_from IS NULL
            """,
            [number],
            of: .delivery
        ) { try $0.text("channel") }
        for channel in present where !channels.contains(channel) {
            try database.execute(
                sql:
                    "UPDATE delivery SET state = 'cancelled', ended_at = ?, reason = 'the channel is no longer in use' WHERE notification = ? AND channel = ?",
                arguments: [now.secondsSinceEpoch, number, channel]
            )
        }
    }

    /// Notes whether a channel has a place for a notification.
    private func flag(_ number: Int64, on channel: String, overflows: Bool) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE delivery SET state = ?, reason = ? WHERE notification = ? AND channel = ?
                    AND (state = ? OR (? = 'overflow' AND state = 'scheduled'))
                """
        )
        let (wanted, other) = overflows ? ("overflow", "pending") : ("pending", "overflow")
        try statement.execute(
            arguments: [
                wanted, overflows ? "the channel has no place for it yet" : nil, number, channel, other, wanted,
            ]
        )
    }

    private func number(of id: NotificationID) throws -> Int64 {
        try database.firstRow("SELECT number, id FROM notification WHERE id = ?", [id.rawValue], of: .notification) {
            try $0.integer("number")
        } ?? 0
    }

    /// Marks what is past its sense: beyond the grace, or of another day.
    ///
    /// What a plugin holds may have come, and only the plugin knows: it is asked before each planning.
    ///
    /// - Parameters:
    ///   - grace: how late a notification may still be delivered.
    ///   - zone: the user's zone.
    ///   - holding: the channels whose plugins can still be asked; nil where nobody looked.
    /// - Returns: what has ended now.
    @discardableResult
    func markMissed(grace: TimeSpan, zone: Zone, holding: Set<String>? = nil) throws -> [PlannedNotification] {
        var ended: [PlannedNotification] = []
        for notification in try NotificationRows(database).pending(before: now)
        where Missed.applies(to: notification, now: now, grace: grace, zone: zone) {
            let number = try number(of: notification.id)
            let unheld = "state IN ('pending', 'retrying', 'leased', 'overflow')"
            try expire(number, Missed.vain(grace), "\(unheld) AND attempts > 0")
            try expire(number, Missed.reason(grace), unheld)
            if let holding {
                let asked = Missed.isForgotten(notification, now: now) ? [] : holding
                for channel in try channelsThatHold(number) where !asked.contains(channel) {
                    try expire(number, Missed.untold, "state = 'scheduled' AND channel = ?", [channel])
                }
            }
            try database.execute(
                sql: """
                    UPDATE notification SET state = CASE WHEN \(NotificationRows.wasDelivered) THEN 'delivered' ELSE 'missed' END
                    WHERE number = ? AND NOT EXISTS (SELECT 1 FROM delivery WHERE notification = number AND state = 'scheduled')
                    """,
                arguments: [number]
            )
            if database.changesCount > 0 { ended.append(notification) }
        }
        return ended
    }

    private func channelsThatHold(_ number: Int64) throws -> [String] {
        try database.rows(
            "SELECT notification, channel FROM delivery WHERE notification = ? AND state = 'scheduled'",
            [number],
            of: .delivery
        ) { try $0.text("channel") }
    }

    /// Ends those deliveries of a notification that meet a condition.
    private func expire(
        _ number: Int64,
        _ reason: String,
        _ condition: String,
        _ arguments: StatementArguments = []
    ) throws {
        try database.execute(
            sql: """
                UPDATE delivery SET state = 'expired', ended_at = ?, lease = NULL,
                    reason = CASE WHEN reason IS NULL THEN ? ELSE ? || '; last: ' || reason END
                WHERE notification = ? AND \(condition)
                """,
            arguments: [now.secondsSinceEpoch, reason, reason, number] + arguments
        )
    }
}
