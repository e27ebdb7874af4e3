public import CivilTime

/// A reminder that the user wants to hear of again.
public struct Snooze: Sendable, Hashable {
    /// The reminder as it was planned.
    public let original: PlannedNotification
    /// Which snooze of that reminder it is, from 1; the ones that were taken back count.
    public let ordinal: Int
    /// When it comes again.
    public let until: Instant
    /// When the user asked for it, where that is known.
    public let madeAt: Instant?

    /// Creates a snooze.
    public init(original: PlannedNotification, ordinal: Int, until: Instant, madeAt: Instant? = nil) {
        self.original = original
        self.ordinal = ordinal
        self.until = until
        self.madeAt = madeAt
    }

    /// The name of the notification that comes again.
    public var id: NotificationID { original.id.root.snoozed(ordinal) }
}

extension Plan {
    /// The notifications that snoozes ask for: only the last snooze of a reminder counts, and it ends when what it was about is answered
    /// or begun.
    static func snoozes(_ input: PlanInput) -> [PlannedNotification] {
        var last: [NotificationID: Snooze] = [:]
        for snooze in input.snoozes where last[snooze.original.id.root].map({ $0.ordinal < snooze.ordinal }) ?? true {
            last[snooze.original.id.root] = snooze
        }
        return last.values.compactMap { snooze in
            guard !input.cancelled.contains(snooze.id), input.isCurrent(snooze.until) else { return nil }
            let begun = snooze.madeAt.map(input.begun) ?? []
            return input.open(snooze.original, at: snooze.until, without: begun)?.again(
                as: snooze.id,
                at: snooze.until,
                in: input.zone
            )
        }
    }
}
