public import CivilTime

/// Whether, when and how often a reminder that has no answer is sent once more.
public struct FollowUpPolicy: Sendable, Hashable {
    /// How long after the reminder the first one comes.
    public let after: TimeSpan
    /// How long after each the next one comes.
    public let every: TimeSpan
    /// How many there are at most, 1 … 10.
    public let atMost: Int

    /// How many follow-ups a policy may ask for.
    public static let countRange = 1...10

    /// Creates a policy; by default one follow-up.
    public init(after: TimeSpan, every: TimeSpan? = nil, atMost: Int = 1) {
        self.after = after
        self.every = every ?? after
        self.atMost = atMost
    }
}

/// A reminder that was delivered.
public struct DeliveredReminder: Sendable, Hashable {
    /// The reminder.
    public let notification: PlannedNotification
    /// When the first channel took it.
    public let deliveredAt: Instant

    /// Creates a delivered reminder.
    public init(notification: PlannedNotification, deliveredAt: Instant) {
        self.notification = notification
        self.deliveredAt = deliveredAt
    }
}

extension Plan {
    /// The follow-ups of what was delivered, still stands and has no answer; a snooze that is still to come puts them off until it was delivered.
    static func followUps(_ input: PlanInput, snoozed: [PlannedNotification]) -> [PlannedNotification] {
        guard input.settings.isEnabled, let policy = input.settings.followUp else { return [] }
        var latest: [NotificationID: DeliveredReminder] = [:]
        for reminder in input.delivered
        where reminder.notification.isFollowedUp {
            let root = reminder.notification.id.root
            if latest[root].map({ $0.deliveredAt < reminder.deliveredAt }) ?? true { latest[root] = reminder }
        }
        return latest.values.flatMap { reminder -> [PlannedNotification] in
            let isPutOff = snoozed.contains {
                $0.id.root == reminder.notification.id.root && $0.instant > reminder.deliveredAt
            }
            guard !isPutOff, let open = input.open(reminder.notification) else { return [] }
            return (1...policy.atMost).compactMap { ordinal in
                let id = reminder.notification.id.followedUp(ordinal)
                let instant = reminder.deliveredAt.adding(policy.after).adding(
                    .seconds(policy.every.seconds * Int64(ordinal - 1))
                )
                guard !input.cancelled.contains(id), instant.adding(input.settings.grace) > input.now else {
                    return nil
                }
                return open.again(
                    as: id,
                    at: instant,
                    in: input.zone,
                    category: .followUp,
                    title: open.category == .reminder ? nil : input.words.text(.followUpTitle)
                )
            }
        }
    }
}

extension PlannedNotification {
    /// Whether it is one that waits for an answer: a workout's own reminder, or one of the user's own.
    fileprivate var isFollowedUp: Bool {
        category == .reminder || (category == .workout && !id.hasLead)
    }
}
