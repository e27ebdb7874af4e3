public import CivilTime
internal import Foundation
internal import GRDB
internal import Planning
public import Reminders

/// One attempt at a delivery, held until its lease expires.
public struct LeasedDelivery: Sendable, Hashable {
    /// The notification.
    public let notification: PlannedNotification
    /// The channel.
    public let channel: String
    /// The same for every attempt at this notification on this channel.
    public let key: String
    /// The number of the attempt, from 1.
    public let attempt: Int
    /// The channel that failed and handed it over.
    public let takenOverFrom: String?
    let number: Int64
    let lease: String
}

extension Ledger {
    /// Whether any delivery is waiting; cheap enough to check every minute.
    public func hasDue(now: Instant, uptime: Uptime = .current) throws(LedgerError) -> Bool {
        try read { database in
            // SQLite sorts text and BLOBs after numbers, so the last row shows whether there are any: they would never be due.
            _ = try database.firstRow(
                """
                SELECT notification, channel, due_at FROM delivery
                WHERE state IN \(OutboxState.startable.sql) ORDER BY due_at DESC LIMIT 1
                """,
                of: .delivery
            ) { try $0.instant("due_at") }
            let statement = try database.cachedStatement(sql: "SELECT 1 FROM (\(DueDeliveries.keys)) LIMIT 1")
            return try Int.fetchOne(statement, arguments: DueDeliveries.arguments(now: now, uptime)) != nil
        }
    }

    /// The channels with waiting deliveries.
    public func dueChannels(now: Instant, uptime: Uptime = .current) throws(LedgerError) -> Set<String> {
        try read { database in
            let channels = try database.rows(
                "SELECT DISTINCT channel FROM (\(DueDeliveries.keys))",
                DueDeliveries.arguments(now: now, uptime),
                of: .delivery
            ) { try $0.text("channel") }
            return Set(channels)
        }
    }

    /// Leases all due deliveries to this process, so that no other process takes them; marks those past their window as missed,
    /// except for those that plugins have scheduled.
    ///
    /// - Parameters:
    ///   - now: the present.
    ///   - length: the length of the lease, at most ten minutes; `renew` extends it before each attempt.
    ///   - grace: how late a notification may still be delivered.
    ///   - zone: the user's zone.
    ///   - uptime: the clock of the lease.
    /// - Returns: the attempts, soonest first, and the notifications marked as missed.
    public func leaseDue(
        now: Instant,
        for length: TimeSpan,
        grace: TimeSpan,
        zone: Zone,
        uptime: Uptime = .current
    ) throws(LedgerError) -> (attempts: [LeasedDelivery], missed: [PlannedNotification]) {
        guard try hasDue(now: now, uptime: uptime) else { return ([], []) }
        return try write { database in
            let rows = NotificationRows(database)
            let facts = FactStore(database)
            let missed = try MissedStore(database, now: now, uptime: uptime).mark(grace: grace, zone: zone)
            // A later run can use it to detect that this clock was ahead.
            try facts.record(clock: now)
            let lease = UUID().uuidString
            let group = try facts.text(.group)
            let owner = try group ?? facts.owner()
            var ids: RowIDs?
            let attempts = try database.rows(
                """
                SELECT \(NotificationRows.columns(of: "n")), n.key,
                    d.notification AS delivery_notification, d.channel AS delivery_channel, d.attempts AS delivery_attempts,
                    d.taken_over_from AS delivery_taken_over_from,
                    \(EarlyDeliveries.confirmedCount("d", ahead: ":ahead")) AS delivery_early_count
                FROM (\(DueDeliveries.keys)) due
                    JOIN delivery d ON d.notification = due.notification AND d.channel = due.channel
                    JOIN notification n ON n.number = due.notification
                ORDER BY n.instant, n.id, d.channel
                """,
                DueDeliveries.arguments(now: now, uptime),
                of: .notification
            ) { row in
                let delivery = row.joined(.delivery)
                let channel = try delivery.text("channel")
                let notification = try rows.notification(row)
                var key = try row.text("key")
                if group != nil, notification.isUsersOwn {
                    // Its number differs between machines.
                    ids = try ids ?? RowIDs(database)
                    let id = ids?.portable(notification: notification.id.rawValue)
                    key = DeliveryKey.notification(id.map(NotificationID.init(rawValue:)) ?? notification.id)
                }
                return LeasedDelivery(
                    notification: notification,
                    channel: channel,
                    key: DeliveryKey.text(
                        owner: owner,
                        notification: key,
                        channel: channel,
                        earlyCount: try delivery.count("early_count")
                    ),
                    attempt: try delivery.count("attempts") + 1,
                    takenOverFrom: try delivery.optional("taken_over_from", delivery.text),
                    number: try row.integer("number"),
                    lease: lease
                )
            }
            for attempt in attempts {
                try database.run(
                    """
                    UPDATE delivery SET state = \(OutboxState.leased.sql), lease = ?, due_at = ?, wait_boot = ?, wait_until = ?,
                        early_count = \(EarlyDeliveries.confirmedCount("delivery", ahead: "?")), attempts = attempts + 1
                    WHERE notification = ? AND channel = ?
                    """,
                    [
                        lease, now.adding(length).secondsSinceEpoch, uptime.boot,
                        uptime.milliseconds + length.seconds * 1000, now.adding(ClockStep.tolerance).secondsSinceEpoch,
                        attempt.number, attempt.channel,
                    ]
                )
            }
            return (attempts, missed)
        }
    }

    /// Checks before an attempt that it still belongs to this process, and that its lease lasts long enough.
    ///
    /// Renews the leases of everything leased together with it when half of their length is over.
    ///
    /// - Parameters:
    ///   - attempt: the attempt that is about to be made.
    ///   - length: the new length of the lease, if it is renewed.
    ///   - now: the present.
    ///   - uptime: the clock of the lease.
    /// - Returns: whether to continue; false if another process took over, it was cancelled, or its time is in the future again
    ///   because the clock was set back: then it waits for that time.
    public func renew(
        _ attempt: LeasedDelivery,
        for length: TimeSpan,
        now: Instant,
        uptime: Uptime = .current
    ) throws(LedgerError) -> Bool {
        let held = try read { try self.end(of: attempt, in: $0) }
        guard let held else { return false }
        guard !ClockStep.isAhead(attempt.notification.instant, of: now) else {
            try write { try AttemptStore($0, attempt, now: now, uptime: uptime).postpone() }
            return false
        }
        let isLong = held.boot == uptime.boot && held.until - uptime.milliseconds >= length.seconds * 500
        guard !isLong else { return true }
        return try write { database in
            try database.run(
                "UPDATE delivery SET wait_boot = ?, wait_until = ?, due_at = ? WHERE lease = ? AND state = \(OutboxState.leased.sql)",
                [
                    uptime.boot, uptime.milliseconds + length.seconds * 1000, now.adding(length).secondsSinceEpoch,
                    attempt.lease,
                ]
            )
            return try self.end(of: attempt, in: database) != nil
        }
    }

    /// Gives back an attempt that was not made: its delivery is pending, and can be attempted again at once.
    public func putBack(_ attempt: LeasedDelivery, now: Instant, uptime: Uptime = .current) throws(LedgerError) {
        try write { try AttemptStore($0, attempt, now: now, uptime: uptime).postpone() }
    }

    /// When the lease on an attempt ends; nil if it belongs to another attempt.
    private func end(of attempt: LeasedDelivery, in database: Database) throws -> (boot: String, until: Int64)? {
        try database.firstRow(
            """
            SELECT notification, channel, wait_boot, wait_until FROM delivery
            WHERE notification = ? AND channel = ? AND lease = ? AND state = \(OutboxState.leased.sql)
            """,
            [attempt.number, attempt.channel, attempt.lease],
            of: .delivery
        ) { (boot: try $0.text("wait_boot"), until: try $0.uptime("wait_until")) }
    }

    /// Records the outcome of an attempt; has no effect if its lease expired and another process took over.
    ///
    /// - Parameters:
    ///   - outcome: the outcome.
    ///   - attempt: the attempt.
    ///   - now: when it ended.
    ///   - uptime: the clock of the pause before the next attempt.
    /// - Returns: whether another channel took over.
    @discardableResult
    public func record(
        _ outcome: DeliveryOutcome,
        of attempt: LeasedDelivery,
        now: Instant,
        uptime: Uptime = .current
    ) throws(LedgerError) -> Bool {
        try write { database in
            try AttemptStore(database, attempt, now: now, uptime: uptime).record(outcome)
        }
    }
}
