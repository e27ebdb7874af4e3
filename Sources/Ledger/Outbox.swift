public import CivilTime
internal import Foundation
internal import GRDB
public import Reminders

/// One attempt at a delivery, held until its lease runs out.
public struct LeasedDelivery: Sendable, Hashable {
    /// What is to be delivered.
    public let notification: PlannedNotification
    /// The channel.
    public let channel: String
    /// The same for every attempt at this notification on this channel.
    public let key: String
    /// Which attempt it is, from 1.
    public let attempt: Int
    let number: Int64
    let lease: String
}

/// What came of an attempt.
public enum DeliveryOutcome: Sendable, Hashable {
    /// The channel took it, so many seconds after its time.
    case delivered(lateSeconds: Int64)
    /// A passing failure; the next attempt is at that moment.
    case retry(at: Instant, reason: String)
    /// A failure for good.
    case failed(reason: String)
    /// A failure after which another channel takes over.
    case handedOver(to: String, reason: String)
}

extension Ledger {
    /// Whether anything waits for delivery now; cheap enough for every minute.
    public func hasDue(now: Instant) throws(LedgerError) -> Bool {
        try read { database in
            // SQLite orders text and BLOBs after every number, so the last row shows whether there are any: they would never be due.
            _ = try database.firstRow(
                """
                SELECT notification, channel, due_at FROM delivery
                WHERE state IN ('pending', 'leased', 'retrying', 'overflow') ORDER BY due_at DESC LIMIT 1
                """,
                of: .delivery
            ) { try $0.instant("due_at") }
            return try database.firstRow(
                """
                SELECT notification, channel, due_at FROM delivery
                WHERE state IN ('pending', 'leased', 'retrying', 'overflow') AND due_at <= ? LIMIT 1
                """,
                [now.secondsSinceEpoch],
                of: .delivery
            ) { try $0.instant("due_at") } != nil
        }
    }

    /// The channels for which something waits for delivery now.
    public func dueChannels(now: Instant) throws(LedgerError) -> Set<String> {
        try read { database in
            let channels = try database.rows(
                """
                SELECT DISTINCT channel FROM delivery
                WHERE state IN ('pending', 'leased', 'retrying', 'overflow') AND due_at <= ?
                """,
                [now.secondsSinceEpoch],
                of: .delivery
            ) { try $0.text("channel") }
            return Set(channels)
        }
    }

    /// Takes all that is due for this process, so that no other takes it before the lease runs out; what is past its sense is marked, but for what plugins hold.
    ///
    /// - Parameters:
    ///   - now: the present.
    ///   - length: how long the attempts may take at most.
    ///   - grace: how late a notification may still be delivered.
    ///   - zone: the user's zone.
    /// - Returns: the attempts, soonest first, and how many notifications were marked as missed.
    public func leaseDue(
        now: Instant,
        for length: TimeSpan,
        grace: TimeSpan,
        zone: Zone
    ) throws(LedgerError) -> (attempts: [LeasedDelivery], missed: [PlannedNotification]) {
        guard try hasDue(now: now) else { return ([], []) }
        return try write { database in
            let rows = NotificationRows(database)
            let missed = try QueueStore(database, now: now).markMissed(grace: grace, zone: zone)
            let lease = UUID().uuidString
            let owner = try FactStore(database).owner()
            let attempts = try database.rows(
                """
                SELECT \(NotificationRows.columns(of: "n")), n.key,
                    d.notification AS delivery_notification, d.channel AS delivery_channel, d.attempts AS delivery_attempts
                FROM delivery d JOIN notification n ON n.number = d.notification
                WHERE d.state IN ('pending', 'leased', 'retrying', 'overflow') AND d.due_at <= ? ORDER BY n.instant, n.id, d.channel
                """,
                [now.secondsSinceEpoch],
                of: .notification
            ) { row in
                let delivery = row.joined(.delivery)
                let channel = try delivery.text("channel")
                return LeasedDelivery(
                    notification: try rows.notification(row),
                    channel: channel,
                    key: DeliveryKey.text(owner: owner, notification: try row.text("key"), channel: channel),
                    attempt: try delivery.count("attempts") + 1,
                    number: try row.integer("number"),
                    lease: lease
                )
            }
            for attempt in attempts {
                try database.execute(
                    sql: """
                        UPDATE delivery SET state = 'leased', lease = ?, due_at = ?, attempts = attempts + 1
                        WHERE notification = ? AND channel = ?
                        """,
                    arguments: [lease, now.adding(length).secondsSinceEpoch, attempt.number, attempt.channel]
                )
            }
            return (attempts, missed)
        }
    }

    /// Records what came of an attempt; without effect when its lease ran out and another took it over.
    public func record(_ outcome: DeliveryOutcome, of attempt: LeasedDelivery, now: Instant) throws(LedgerError) {
        try write { database in
            let (state, due, ended, late, reason): (OutboxState, Int64, Int64?, Int64?, String?) =
                switch outcome {
                case .delivered(let late): (.delivered, now.secondsSinceEpoch, now.secondsSinceEpoch, late, nil)
                case .retry(let at, let reason): (.retrying, at.secondsSinceEpoch, nil, nil, reason)
                case .failed(let reason): (.failed, now.secondsSinceEpoch, now.secondsSinceEpoch, nil, reason)
                case .handedOver(let other, let reason):
                    (.failed, now.secondsSinceEpoch, now.secondsSinceEpoch, nil, "\(reason); \(other) took over")
                }
            try database.execute(
                sql: """
                    UPDATE delivery SET state = ?, due_at = ?, ended_at = ?, late_seconds = ?, reason = coalesce(?, reason), lease = NULL
                    WHERE notification = ? AND channel = ? AND lease = ?
                    """,
                arguments: [state.rawValue, due, ended, late, reason, attempt.number, attempt.channel, attempt.lease]
            )
            if case .handedOver(let other, _) = outcome, database.changesCount > 0 {
                try handOver(attempt, to: other, at: now, in: database)
            }
            try settle(attempt.number, in: database)
        }
    }

    /// Gives what a channel failed at to another, unless that one has it already.
    private func handOver(_ attempt: LeasedDelivery, to channel: String, at now: Instant, in database: Database) throws
    {
        try database.execute(
            sql: """
                INSERT INTO delivery (notification, channel, state, due_at, taken_over_from) VALUES (?, ?, 'pending', ?, ?)
                ON CONFLICT (notification, channel) DO UPDATE SET state = 'pending', due_at = excluded.due_at, ended_at = NULL,
                    reason = NULL, taken_over_from = excluded.taken_over_from WHERE state = 'cancelled'
                """,
            arguments: [attempt.number, channel, now.secondsSinceEpoch, attempt.channel]
        )
    }

    /// A notification whose deliveries have all ended has ended itself.
    func settle(_ number: Int64, in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE notification SET state = CASE WHEN \(NotificationRows.wasDelivered) THEN 'delivered' ELSE 'failed' END
                WHERE number = ? AND state = 'pending'
                    AND NOT EXISTS (SELECT 1 FROM delivery WHERE notification = number AND state IN ('pending', 'leased', 'retrying', 'scheduled', 'overflow'))
                """,
            arguments: [number]
        )
    }
}
