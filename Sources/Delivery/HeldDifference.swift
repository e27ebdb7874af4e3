internal import CivilTime
internal import Ledger
internal import Reminders
internal import RunnerWire

/// What must be done so that a plugin's queue and the ledger agree: a pure function of both.
struct HeldDifference: Hashable {
    /// What came to its time while the plugin held it.
    private(set) var fired: [HeldDelivery] = []
    /// What the plugin should hold and does not.
    private(set) var lost: [HeldDelivery] = []
    /// What the plugin still holds though its time is past: antrain delivers it.
    private(set) var stalled: [HeldDelivery] = []
    /// What is to be scheduled: new, lost, or held for another moment.
    private(set) var wanted: [HeldDelivery] = []
    /// The keys of entries that the ledger does not want.
    private(set) var orphans: [String] = []

    /// How late a plugin may be before antrain delivers in its place.
    private static let patience = TimeSpan.minutes(2)

    /// Compares both sides.
    ///
    /// - Parameters:
    ///   - deliveries: what the plugin holds by the ledger's account, and what it is to hold.
    ///   - entries: what the plugin says that it holds.
    ///   - owner: the ledger's name; entries of others are left alone.
    ///   - channel: the channel's name.
    ///   - now: the present.
    init(_ deliveries: [HeldDelivery], _ entries: [WireHeld], owner: String, channel: String, now: Instant) {
        let ours = entries.filter { HeldDifference.isOurs($0.key, owner: owner, channel: channel) }
        let held = Dictionary(ours.map { ($0.key, $0.instant) }) { first, _ in first }
        var known: Set<String> = []
        for delivery in deliveries {
            known.insert(delivery.key)
            let instant = delivery.notification.instant
            let isAhead = instant > now
            switch (delivery.isScheduled, held[delivery.key]) {
            case (true, nil) where isAhead:
                lost.append(delivery)
                wanted.append(delivery)
            case (true, nil): fired.append(delivery)
            case (true, .some) where instant.adding(HeldDifference.patience) < now: stalled.append(delivery)
            case (true, let moment?) where moment == instant.secondsSinceEpoch || !isAhead: break
            default: wanted.append(delivery)
            }
        }
        orphans = ours.map(\.key).filter { !known.contains($0) }.sorted()
    }

    /// Whether an entry is of this ledger and channel: any other is left alone.
    static func isOurs(_ key: String, owner: String, channel: String) -> Bool {
        key.hasPrefix(owner + ".") && key.hasSuffix("." + channel)
    }
}
