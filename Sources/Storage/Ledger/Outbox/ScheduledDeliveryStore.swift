public import CivilTime
internal import GRDB
public import Reminders

/// A delivery that a channel's plugin should schedule, or has scheduled.
public struct ScheduledDelivery: Sendable, Hashable {
    /// The notification.
    public let notification: PlannedNotification
    /// The channel.
    public let channel: String
    /// The key under which the plugin knows it.
    public let key: String
    /// Whether the plugin has it scheduled, according to the ledger.
    public let isScheduled: Bool
    /// Whether it was delivered, and should still be displayed.
    public let isDelivered: Bool
    let number: Int64
}

/// The state of a delivery that a plugin has scheduled or should schedule.
public enum HeldOutcome: Sendable, Hashable {
    /// The plugin has scheduled it.
    case scheduled
    /// Its time came, and the plugin no longer has it scheduled: it was delivered.
    case fired
    /// The plugin does not have it scheduled, but should: it must be rescheduled.
    case lost
    /// It could not be scheduled; antrain delivers it like on any other channel, unless a later attempt succeeds.
    case postponed(reason: String)
    /// The plugin permanently refuses it.
    case refused(reason: String)
}

extension Ledger {
    /// The ledger's own name: plugin entries whose keys start with it and a full stop belong to this ledger.
    public func owner() throws(LedgerError) -> String {
        try read { try FactStore($0).owner() }
    }

    /// The deliveries that a channel's plugin has scheduled according to the ledger, and those that it should schedule.
    ///
    /// - Parameter waiting: the delivered reminders that the plugin should still display.
    public func heldDeliveries(on channel: String, now: Instant, waiting: Set<NotificationID> = [])
        throws(LedgerError) -> [ScheduledDelivery]
    {
        let ids = waiting.map(\.rawValue).sorted()
        let names = ids.indices.map { ":waiting\($0)" }.joined(separator: ", ")
        let delivered = """
            UNION ALL
            SELECT notification, channel, state, early_count FROM delivery WHERE state = \(OutboxState.delivered.sql)
                AND channel = :channel AND notification IN (SELECT number FROM notification WHERE id IN (\(names)))
            """
        let values = ids.enumerated().map { ("waiting\($0.offset)", $0.element as any DatabaseValueConvertible) }
        return try read { database in
            let rows = NotificationRows(database)
            let owner = try FactStore(database).owner()
            return try database.rows(
                // Each part has its own index; a single condition on both states would read every delivery.
                """
                SELECT \(NotificationRows.columns(of: "n")), n.key, d.channel AS delivery_channel, d.notification AS delivery_notification,
                    d.state AS delivery_state, d.early_count AS delivery_early_count FROM (
                        SELECT notification, channel, state, early_count FROM delivery
                            WHERE state = \(OutboxState.scheduled.sql) AND channel = :channel
                        UNION ALL
                        SELECT notification, channel, state, early_count FROM delivery
                            WHERE state = \(OutboxState.pending.sql) AND channel = :channel
                        \(ids.isEmpty ? "" : delivered)
                    ) d JOIN notification n ON n.number = d.notification
                WHERE d.state IN \([OutboxState.scheduled, .delivered].sql) OR (n.state = \(NotificationState.pending.sql) AND n.instant > :now)
                ORDER BY n.instant, n.id
                """,
                StatementArguments(
                    Dictionary(values) { $1 }.merging(["channel": channel, "now": now.secondsSinceEpoch]) { $1 }
                ),
                of: .notification
            ) { row in
                let delivery = row.joined(.delivery)
                return ScheduledDelivery(
                    notification: try rows.notification(row),
                    channel: channel,
                    key: DeliveryKey.text(
                        owner: owner,
                        notification: try row.text("key"),
                        channel: channel,
                        earlyCount: try delivery.count("early_count")
                    ),
                    isScheduled: try delivery.word("state", OutboxState.self) == .scheduled,
                    isDelivered: try delivery.word("state", OutboxState.self) == .delivered,
                    number: try row.integer("number")
                )
            }
        }
    }

    /// The channels whose plugins have scheduled something, or may have.
    public func holdingChannels() throws(LedgerError) -> Set<String> {
        try read { try FactStore($0).holdingChannels() }
    }

    /// Remembers whether a channel's plugin may have scheduled something, so that it is queried even when it is no longer in use.
    public func note(_ channel: String, holds: Bool) throws(LedgerError) {
        guard try holdingChannels().contains(channel) != holds else { return }
        try write { try FactStore($0).note(channel, holds: holds) }
    }

    /// The last reported problems of plugins that schedule.
    public func reportedProblems(of kind: ReportedProblems = .held) throws(LedgerError) -> [String] {
        try read { try FactStore($0).reportedProblems(of: kind) }
    }

    /// Remembers the reported problems; writes nothing if they are unchanged.
    public func note(told problems: [String], of kind: ReportedProblems = .held) throws(LedgerError) {
        guard try reportedProblems(of: kind) != problems else { return }
        try write { try FactStore($0).note(told: problems, of: kind) }
    }

    /// The state at the last probe of the plugins; nil if there was none.
    public func readinessAsked() throws(LedgerError) -> String? {
        try read { try FactStore($0).readinessAsked() }
    }

    /// Remembers what plugins were probed about.
    public func note(readinessAsked moment: String) throws(LedgerError) {
        guard try readinessAsked() != moment else { return }
        try write { try FactStore($0).note(readinessAsked: moment) }
    }

    /// Records the states of deliveries, all or none.
    ///
    /// - Parameters:
    ///   - outcomes: the deliveries with their states.
    ///   - now: when this was noticed.
    public func record(_ outcomes: [(ScheduledDelivery, HeldOutcome)], now: Instant) throws(LedgerError) {
        guard !outcomes.isEmpty else { return }
        try write { database in
            for (delivery, outcome) in outcomes {
                let store = ScheduledDeliveryStore(database, delivery)
                switch outcome {
                case .scheduled: try store.set(.scheduled, reason: nil)
                case .lost: try store.set(.pending, reason: nil)
                case .postponed(let reason): try store.set(.pending, reason: reason)
                case .refused(let reason): try store.refuse(reason, at: now)
                case .fired: try store.deliver(noticedAt: now)
                }
                try NotificationRows(database).settle(delivery.number)
            }
        }
    }
}

/// Records the state of a delivery; has no effect if it was cancelled in the meantime.
private struct ScheduledDeliveryStore {
    private let database: Database
    private let delivery: ScheduledDelivery

    init(_ database: Database, _ delivery: ScheduledDelivery) {
        self.database = database
        self.delivery = delivery
    }

    func set(_ state: OutboxState, reason: String?) throws {
        try database.run(
            """
            UPDATE delivery SET state = ?, reason = ?
            WHERE notification = ? AND channel = ? AND state IN \([OutboxState.pending, .scheduled].sql)
            """,
            [state.rawValue, reason, delivery.number, delivery.channel]
        )
    }

    func refuse(_ reason: String, at now: Instant) throws {
        try database.run(
            """
            UPDATE delivery SET state = \(OutboxState.failed.sql), reason = ?, ended_at = ?, late_seconds = NULL, attempts = attempts + 1
            WHERE notification = ? AND channel = ? AND state IN \([OutboxState.pending, .scheduled].sql)
            """,
            [reason, now.secondsSinceEpoch, delivery.number, delivery.channel]
        )
    }

    func deliver(noticedAt now: Instant) throws {
        try database.run(
            """
            UPDATE delivery SET state = \(OutboxState.delivered.sql), reason = NULL, ended_at = ?, noticed_at = ?, late_seconds = 0,
                attempts = attempts + 1
            WHERE notification = ? AND channel = ? AND state IN \([OutboxState.pending, .scheduled].sql)
            """,
            [
                delivery.notification.instant.secondsSinceEpoch, now.secondsSinceEpoch, delivery.number,
                delivery.channel,
            ]
        )
    }
}
