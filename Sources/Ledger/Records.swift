public import CivilTime
internal import GRDB
public import Reminders

/// A notification in the queue, with its channels.
public struct PendingRecord: Sendable, Hashable {
    /// The row number, which is not shown to users.
    public let number: Int64
    /// The notification.
    public let notification: PlannedNotification
    /// The states of its deliveries.
    public let deliveries: [DeliveryRecord]
}

/// The state of a delivery.
public struct DeliveryRecord: Sendable, Hashable {
    /// The channel.
    public let channel: String
    /// The state.
    public let state: OutboxState
    /// The number of attempts.
    public let attempts: Int
    /// When it ended, if it has ended.
    public let endedAt: Instant?
    /// How late it was delivered.
    public let lateSeconds: Int64?
    /// Why it failed, at last.
    public let reason: String?
}

/// A notification whose time has come, with its result.
public struct HistoryRecord: Sendable, Hashable {
    /// The row number, which is not shown to users.
    public let number: Int64
    /// The notification.
    public let notification: PlannedNotification
    /// The result: `delivered`, `failed` or `missed`; `pending` while a channel still retries.
    public let state: String
    /// Its deliveries.
    public let deliveries: [DeliveryRecord]
}

extension Ledger {
    /// The pending notifications, soonest first.
    ///
    /// - Parameter limit: the maximum number.
    public func pending(limit: Int) throws(LedgerError) -> [PendingRecord] {
        try read { database in
            try NotificationRows(database).pending(limit: limit).map { number, notification in
                PendingRecord(
                    number: number,
                    notification: notification,
                    deliveries: try self.deliveries(number, in: database)
                )
            }
        }
    }

    /// The number of pending notifications, counted up to a limit.
    public func pendingCount(upTo limit: Int) throws(LedgerError) -> Int {
        try read { database in
            try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM (SELECT 1 FROM notification WHERE state = 'pending' LIMIT ?)",
                arguments: [limit]
            ) ?? 0
        }
    }

    /// The notifications whose time has come, latest first.
    ///
    /// - Parameters:
    ///   - limit: the maximum number.
    ///   - last: the last one of the previous part, to continue after it; a long history is read in parts.
    public func history(limit: Int, after last: HistoryRecord? = nil) throws(LedgerError) -> [HistoryRecord] {
        try read { database in
            let rows = NotificationRows(database)
            let (after, place): (String, StatementArguments) =
                last.map {
                    (
                        "AND (instant, id) < (?, ?)",
                        [$0.notification.instant.secondsSinceEpoch, $0.notification.id.rawValue]
                    )
                } ?? ("", [])
            let ended = try rows.fetch(
                "WHERE state <> 'pending' AND state <> 'cancelled' \(after) ORDER BY instant DESC, id DESC LIMIT ?",
                place + [limit]
            )
            // One channel may have delivered while another retries.
            let begun = try rows.fetch(
                """
                WHERE state = 'pending' \(after) AND EXISTS (
                    SELECT 1 FROM delivery WHERE delivery.notification = notification.number
                        AND (attempts > 0 OR delivery.state IN ('delivered', 'failed', 'expired')))
                ORDER BY instant DESC, id DESC LIMIT ?
                """,
                place + [limit]
            )
            let found = (begun + ended).sorted {
                ($0.notification.instant, $0.notification.id) > ($1.notification.instant, $1.notification.id)
            }.prefix(limit)
            return try found.map { number, notification in
                let state = try database.firstRow(
                    "SELECT number, id, state FROM notification WHERE number = ?",
                    [number],
                    of: .notification
                ) { try $0.word("state", NotificationState.self) }
                return HistoryRecord(
                    number: number,
                    notification: notification,
                    state: state?.rawValue ?? "",
                    deliveries: try self.deliveries(number, in: database)
                )
            }
        }
    }

    /// The pending notification with an ID.
    public func pending(_ id: String) throws(LedgerError) -> PendingRecord? {
        try read { database in
            let rows = NotificationRows(database)
            let found = try rows.fetch("WHERE state = 'pending' AND id = ? LIMIT 1", [id])
            return try found.first.map { number, notification in
                PendingRecord(
                    number: number,
                    notification: notification,
                    deliveries: try self.deliveries(number, in: database)
                )
            }
        }
    }

    /// The notification with an ID, in any state.
    public func notification(_ id: String) throws(LedgerError) -> PlannedNotification? {
        try read { database in
            try NotificationRows(database).fetch("WHERE id = ? LIMIT 1", [id]).first?.notification
        }
    }

    private func deliveries(_ number: Int64, in database: Database) throws -> [DeliveryRecord] {
        try database.rows(
            """
            SELECT notification, channel, state, attempts, ended_at, late_seconds, reason FROM delivery
            WHERE notification = ? AND state <> 'cancelled' ORDER BY channel
            """,
            [number],
            of: .delivery
        ) { try DeliveryRecord($0) }
    }
}

extension DeliveryRecord {
    init(_ row: LedgerRow) throws {
        self.init(
            channel: try row.text("channel"),
            state: try row.word("state", OutboxState.self),
            attempts: try row.count("attempts"),
            endedAt: try row.optional("ended_at", row.instant),
            lateSeconds: try row.optional("late_seconds", row.seconds),
            reason: try row.optional("reason", row.text)
        )
    }
}
