internal import CivilTime
internal import Ledger
internal import Reminders
internal import RunnerProtocol

/// The actions that bring a plugin's queue and the ledger into agreement: a pure function of both.
struct ScheduledDeliveryDifference: Hashable {
    /// The notifications whose time came while the plugin had them scheduled.
    private(set) var fired: [ScheduledDelivery] = []
    /// The notifications that the plugin should have scheduled, but does not.
    private(set) var lost: [ScheduledDelivery] = []
    /// The notifications that the plugin still has scheduled although their time is past: antrain delivers them.
    private(set) var stalled: [ScheduledDelivery] = []
    /// The notifications to schedule: new, lost, or scheduled for another time.
    private(set) var wanted: [ScheduledDelivery] = []
    /// The notifications that the plugin has scheduled or displays as the ledger wants them.
    private(set) var kept: [ScheduledDelivery] = []
    /// The keys of entries that the ledger does not want.
    private(set) var orphans: [String] = []

    /// How late a plugin may be before antrain delivers in its place.
    private static let patience = TimeSpan.minutes(2)

    /// Compares both sides.
    ///
    /// - Parameters:
    ///   - deliveries: what the plugin has or should have scheduled according to the ledger.
    ///   - entries: what the plugin has scheduled according to its list.
    ///   - owner: the ledger's name; entries of other ledgers are left alone.
    ///   - channel: the channel's name.
    ///   - keepsPast: whether the plugin also lists notifications whose time has come, as long as the user can answer them there.
    ///   - now: the present.
    init(
        _ deliveries: [ScheduledDelivery],
        _ entries: [WireScheduled],
        owner: String,
        channel: String,
        keepsPast: Bool = false,
        now: Instant
    ) {
        let ours = entries.filter { ScheduledDeliveryDifference.isOurs($0.key, owner: owner, channel: channel) }
        let held = Dictionary(ours.map { ($0.key, $0.instant) }) { first, _ in first }
        var known: Set<String> = []
        for delivery in deliveries {
            known.insert(delivery.key)
            let instant = delivery.notification.instant
            let isAhead = instant > now
            if delivery.isDelivered {
                if held[delivery.key] == nil { wanted.append(delivery) } else { kept.append(delivery) }
                continue
            }
            switch (delivery.isScheduled, held[delivery.key]) {
            case (true, nil) where isAhead:
                lost.append(delivery)
                wanted.append(delivery)
            case (true, nil): fired.append(delivery)
            case (true, .some) where keepsPast && !isAhead: fired.append(delivery)
            case (true, .some) where instant.adding(ScheduledDeliveryDifference.patience) < now:
                stalled.append(delivery)
            case (true, let moment?) where moment == instant.secondsSinceEpoch || !isAhead: kept.append(delivery)
            default: wanted.append(delivery)
            }
        }
        orphans = ours.map(\.key).filter { !known.contains($0) }.sorted()
    }

    /// Whether an entry belongs to this ledger and channel; others are left alone.
    static func isOurs(_ key: String, owner: String, channel: String) -> Bool {
        key.hasPrefix(owner + ".") && key.hasSuffix("." + channel)
    }
}
