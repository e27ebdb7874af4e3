public import CivilTime
internal import GRDB
public import Reminders

/// A delivery that a channel's plugin is to hold until its time, or holds.
public struct HeldDelivery: Sendable, Hashable {
    /// What is to be delivered.
    public let notification: PlannedNotification
    /// The channel.
    public let channel: String
    /// What the plugin knows it by.
    public let key: String
    /// Whether the plugin holds it, as far as the ledger knows.
    public let isScheduled: Bool
    let number: Int64
}

/// What became of a delivery that a plugin holds or should hold.
public enum HeldOutcome: Sendable, Hashable {
    /// The plugin holds it now.
    case scheduled
    /// Its time came, and the plugin holds it no more: it was delivered.
    case fired
    /// The plugin does not hold it, though it should: it is to be scheduled anew.
    case lost
    /// It could not be scheduled; it is delivered as on any other channel, unless a later attempt succeeds.
    case postponed(reason: String)
    /// The plugin refuses it for good.
    case refused(reason: String)
}

extension Ledger {
    /// The ledger's own name: entries of a plugin whose keys begin with it and a full stop are this ledger's.
    public func owner() throws(LedgerError) -> String {
        try read { try FactStore($0).owner() }
    }

    /// What a channel's plugin holds by the ledger's account, and what it is to hold: all that is still to come.
    public func heldDeliveries(on channel: String, now: Instant) throws(LedgerError) -> [HeldDelivery] {
        try read { database in
            let rows = NotificationRows(database)
            let owner = try FactStore(database).owner()
            return try database.rows(
                // Each part has an index of its own; one condition on both states would read every delivery.
                """
                SELECT \(NotificationRows.columns(of: "n")), n.key, d.channel AS delivery_channel, d.notification AS delivery_notification,
                    d.state AS delivery_state FROM (
                        SELECT notification, channel, state FROM delivery WHERE state = 'scheduled' AND channel = :channel
                        UNION ALL
                        SELECT notification, channel, state FROM delivery WHERE state = 'pending' AND channel = :channel
                    ) d JOIN notification n ON n.number = d.notification
                WHERE d.state = 'scheduled' OR (n.state = 'pending' AND n.instant > :now)
                ORDER BY n.instant, n.id
                """,
                ["channel": channel, "now": now.secondsSinceEpoch],
                of: .notification
            ) { row in
                HeldDelivery(
                    notification: try rows.notification(row),
                    channel: channel,
                    key: DeliveryKey.text(owner: owner, notification: try row.text("key"), channel: channel),
                    isScheduled: try row.joined(.delivery).word("state", OutboxState.self) == .scheduled,
                    number: try row.integer("number")
                )
            }
        }
    }

    /// The channels whose plugins hold something, or may.
    public func holdingChannels() throws(LedgerError) -> Set<String> {
        try read { try FactStore($0).holdingChannels() }
    }

    /// Remembers whether a channel's plugin may hold something, so that it is asked even when it is no longer in use.
    public func note(_ channel: String, holds: Bool) throws(LedgerError) {
        guard try holdingChannels().contains(channel) != holds else { return }
        try write { try FactStore($0).note(channel, holds: holds) }
    }

    /// The problems of plugins that hold something, as the user was last told of them.
    public func toldProblems(of kind: ToldProblems = .held) throws(LedgerError) -> [String] {
        try read { try FactStore($0).toldProblems(of: kind) }
    }

    /// Remembers of which problems the user was told; nothing is written where they are the same.
    public func note(told problems: [String], of kind: ToldProblems = .held) throws(LedgerError) {
        guard try toldProblems(of: kind) != problems else { return }
        try write { try FactStore($0).note(told: problems, of: kind) }
    }

    /// What plugins were last asked about when they were asked whether they are ready; nil where none was ever asked.
    public func readinessAsked() throws(LedgerError) -> String? {
        try read { try FactStore($0).readinessAsked() }
    }

    /// Remembers what plugins were asked about.
    public func note(readinessAsked moment: String) throws(LedgerError) {
        guard try readinessAsked() != moment else { return }
        try write { try FactStore($0).note(readinessAsked: moment) }
    }

    /// Records what became of deliveries, all of them or none.
    ///
    /// - Parameters:
    ///   - outcomes: the deliveries with what became of each.
    ///   - now: when that was noticed.
    public func record(_ outcomes: [(HeldDelivery, HeldOutcome)], now: Instant) throws(LedgerError) {
        guard !outcomes.isEmpty else { return }
        try write { database in
            for (delivery, outcome) in outcomes {
                let store = HeldStore(database, delivery)
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

/// Writes what became of a delivery; without effect where it was taken back in the meantime.
private struct HeldStore {
    private let database: Database
    private let delivery: HeldDelivery

    init(_ database: Database, _ delivery: HeldDelivery) {
        self.database = database
        self.delivery = delivery
    }

    func set(_ state: OutboxState, reason: String?) throws {
        try database.execute(
            sql: """
                UPDATE delivery SET state = ?, reason = ?
                WHERE notification = ? AND channel = ? AND state IN ('pending', 'scheduled')
                """,
            arguments: [state.rawValue, reason, delivery.number, delivery.channel]
        )
    }

    func refuse(_ reason: String, at now: Instant) throws {
        try database.execute(
            sql: """
                UPDATE delivery SET state = 'failed', reason = ?, ended_at = ?, late_seconds = NULL, attempts = attempts + 1
                WHERE notification = ? AND channel = ? AND state IN ('pending', 'scheduled')
                """,
            arguments: [reason, now.secondsSinceEpoch, delivery.number, delivery.channel]
        )
    }

    func deliver(noticedAt now: Instant) throws {
        try database.execute(
            sql: """
                UPDATE delivery SET state = 'delivered', reason = NULL, ended_at = ?, noticed_at = ?, late_seconds = 0,
                    attempts = attempts + 1
                WHERE notification = ? AND channel = ? AND state IN ('pending', 'scheduled')
                """,
            arguments: [
                delivery.notification.instant.secondsSinceEpoch, now.secondsSinceEpoch, delivery.number,
                delivery.channel,
            ]
        )
    }
}
