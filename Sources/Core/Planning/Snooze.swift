public import CivilTime
public import Reminders

/// A reminder that the user snoozed.
public struct Snooze: Sendable, Hashable {
    public let original: PlannedNotification
    /// The number of the snooze for that reminder, from 1; undone snoozes count.
    public let ordinal: Int
    public let until: Instant
    /// When the user snoozed it, if known.
    public let madeAt: Instant?

    public init(original: PlannedNotification, ordinal: Int, until: Instant, madeAt: Instant? = nil) {
        self.original = original
        self.ordinal = ordinal
        self.until = until
        self.madeAt = madeAt
    }

    /// The identifier of the notification that is sent again.
    public var id: NotificationID { original.id.root.snoozed(ordinal) }
}

extension Plan {
    /// The notifications of snoozes: only the last snooze of a reminder counts, and it ends when the workout or reminder is answered or
    /// started.
    static func snoozes(_ input: PlanInput) -> [PlannedNotification] {
        var last: [NotificationID: Snooze] = [:]
        for snooze in input.snoozes where last[snooze.original.id.root].map({ $0.ordinal < snooze.ordinal }) ?? true {
            last[snooze.original.id.root] = snooze
        }
        return last.values.compactMap { snooze in
            guard !input.cancelled.contains(snooze.id), input.isCurrent(snooze.until) else { return nil }
            let begun = snooze.madeAt.map(input.begun) ?? []
            return input.open(snooze.original, at: snooze.until, without: begun)?.rescheduled(
                as: snooze.id,
                at: snooze.until,
                in: input.zone
            )
        }
    }
}
