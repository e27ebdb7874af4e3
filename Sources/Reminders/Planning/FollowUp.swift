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
    /// When antrain learned of the delivery: later than the delivery itself where a plugin held the reminder.
    public let learnedAt: Instant

    /// Creates a delivered reminder.
    public init(notification: PlannedNotification, deliveredAt: Instant, learnedAt: Instant? = nil) {
        self.notification = notification
        self.deliveredAt = deliveredAt
        self.learnedAt = learnedAt ?? deliveredAt
    }
}

/// Follow-ups of what was delivered.
struct FollowUps {
    /// Those that are ahead or may still be delivered.
    var current: [PlannedNotification] = []
    /// Those of `current` whose time had passed before antrain learned of the delivery.
    var overdue: Set<NotificationID> = []
    /// Those whose grace period had ended before antrain learned of the delivery.
    var lapsed: [PlannedNotification] = []
}

extension Plan {
    /// The follow-ups of what was delivered, still stands and has no answer; a snooze that is still to come puts them off until it was delivered.
    static func followUps(_ input: PlanInput, snoozed: [PlannedNotification]) -> FollowUps {
        var result = FollowUps()
        guard input.settings.isEnabled, let policy = input.settings.followUp else { return result }
        var latest: [NotificationID: DeliveredReminder] = [:]
        for reminder in input.delivered
        where reminder.notification.isFollowedUp {
            let root = reminder.notification.id.root
            if latest[root].map({ $0.deliveredAt < reminder.deliveredAt }) ?? true { latest[root] = reminder }
        }
        for reminder in latest.values {
            let isPutOff = snoozed.contains {
                $0.id.root == reminder.notification.id.root && $0.instant > reminder.deliveredAt
            }
            // A started workout needs no reminder.
            let begun = input.begun(since: reminder.deliveredAt)
            guard !isPutOff, input.open(reminder.notification, without: begun) != nil else { continue }
            let all = (1...policy.atMost).compactMap { input.followUp($0, of: reminder, without: begun, policy) }
            let late = all.filter { $0.instant > reminder.deliveredAt && $0.instant <= reminder.learnedAt }
            result.current += all.filter { !late.contains($0) && input.isCurrent($0.instant) }
            // One of those that could not be planned in time is enough.
            guard let last = late.last else { continue }
            if input.isCurrent(last.instant) {
                result.current.append(last)
                result.overdue.insert(last.id)
            } else {
                result.lapsed.append(last)
            }
        }
        return result
    }
}

extension PlanInput {
    /// A follow-up of a delivered reminder; nil where the user cancelled it.
    fileprivate func followUp(
        _ ordinal: Int,
        of reminder: DeliveredReminder,
        without begun: Set<WorkoutKey>,
        _ policy: FollowUpPolicy
    ) -> PlannedNotification? {
        let id = reminder.notification.id.followedUp(ordinal)
        let instant = reminder.deliveredAt.adding(policy.after).adding(
            .seconds(policy.every.seconds * Int64(ordinal - 1))
        )
        guard !cancelled.contains(id), let open = open(reminder.notification, at: instant, without: begun) else {
            return nil
        }
        return open.again(
            as: id,
            at: instant,
            in: zone,
            category: .followUp,
            title: open.category == .reminder ? nil : words.text(.followUpTitle)
        )
    }
}

extension PlannedNotification {
    /// Whether it is one that waits for an answer: a workout's own reminder, or one of the user's own.
    fileprivate var isFollowedUp: Bool {
        category == .reminder || (category == .workout && !id.hasLead)
    }
}
