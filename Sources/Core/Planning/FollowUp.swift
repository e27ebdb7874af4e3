public import CivilTime
internal import Localization
public import Reminders
internal import Training

/// A reminder that was delivered.
public struct DeliveredReminder: Sendable, Hashable {
    public let notification: PlannedNotification
    /// When the first channel delivered it.
    public let deliveredAt: Instant
    /// When antrain learned of the delivery; later than the delivery if a plugin kept the reminder itself.
    public let learnedAt: Instant

    public init(notification: PlannedNotification, deliveredAt: Instant, learnedAt: Instant? = nil) {
        self.notification = notification
        self.deliveredAt = deliveredAt
        self.learnedAt = learnedAt ?? deliveredAt
    }

    /// Whether a clock that was ahead delivered it: by the present clock, both its time and that of the delivery are still to come.
    public func isPremature(at now: Instant) -> Bool {
        ClockStep.isAhead(notification.instant, of: now) && ClockStep.isAhead(deliveredAt, of: now)
    }
}

/// The follow-ups of delivered reminders.
struct FollowUps {
    /// Follow-ups that are in the future or may still be delivered.
    var current: [PlannedNotification] = []
    /// The part of `current` whose time had passed before antrain learned of the delivery.
    var overdue: Set<NotificationID> = []
    /// Follow-ups whose grace period had ended before antrain learned of the delivery.
    var lapsed: [PlannedNotification] = []
}

extension Plan {
    /// The follow-ups of delivered reminders that are still open; while a snooze is pending there are none.
    static func followUps(_ input: PlanInput, snoozed: [PlannedNotification]) -> FollowUps {
        var result = FollowUps()
        guard input.settings.isEnabled, let policy = input.settings.followUp else { return result }
        var latest: [NotificationID: DeliveredReminder] = [:]
        for reminder in input.delivered where reminder.notification.isFollowedUp {
            let root = reminder.notification.id.root
            if latest[root].map({ $0.deliveredAt < reminder.deliveredAt }) ?? true { latest[root] = reminder }
        }
        for reminder in latest.values {
            let isPutOff = snoozed.contains {
                $0.id.root == reminder.notification.id.root && $0.instant > reminder.deliveredAt
            }
            guard !isPutOff else { continue }
            let all = input.followUps(of: reminder, policy)
            let present = max(input.now, reminder.learnedAt)
            result.current += all.filter { $0.instant > present }
            // Of the follow-ups whose time has passed, after a sleep or an undone answer, one is enough.
            guard let last = all.last(where: { $0.instant <= present }) else { continue }
            let isLate = last.instant > reminder.deliveredAt && last.instant <= reminder.learnedAt
            if input.isCurrent(last.instant) {
                result.current.append(last)
                if isLate { result.overdue.insert(last.id) }
            } else if isLate {
                result.lapsed.append(last)
            }
        }
        return result
    }
}

extension PlanInput {
    /// The follow-ups that planned reminders will have if each is delivered at its time and not answered.
    ///
    /// The plan contains only those of delivered reminders. A plugin that schedules reminders itself needs the others, too, because
    /// it delivers while antrain does not run, and they take up places within a channel's limit.
    public func expectedFollowUps(of planned: [PlannedNotification]) -> [PlannedNotification] {
        guard settings.isEnabled, let policy = settings.followUp else { return [] }
        let sent = Set(delivered.map(\.notification.id))
        return planned.filter { $0.isFollowedUp && !sent.contains($0.id) }.flatMap { reminder in
            followUps(of: DeliveredReminder(notification: reminder, deliveredAt: reminder.instant), policy)
                .filter { $0.instant > now }.compactMap(applyingQuietHours)
        }
    }

    /// The follow-ups of a delivered reminder; none if it has an answer or needs none.
    fileprivate func followUps(of reminder: DeliveredReminder, _ policy: FollowUpPolicy) -> [PlannedNotification] {
        // A started workout needs no reminder, and an optional one no answer.
        let begun = begun.union(optional(of: reminder.notification))
        guard open(reminder.notification, without: begun) != nil else { return [] }
        let all = (1...policy.atMost).compactMap { followUp($0, of: reminder, without: begun, policy) }
        // Of several that wait for the end of the athlete's sets, the last one is enough.
        return all.indices.filter { $0 + 1 == all.count || all[$0 + 1].instant > all[$0].instant }.map { all[$0] }
    }

    private func optional(of notification: PlannedNotification) -> Set<OccurrenceKey> {
        let keys = notification.items.map { OccurrenceKey($0.source, on: notification.date) }
        return Set(keys.filter { occurrence($0)?.isOptional ?? false })
    }

    /// A follow-up of a delivered reminder; nil if the user cancelled it or nothing is open.
    private func followUp(
        _ ordinal: Int,
        of reminder: DeliveredReminder,
        without begun: Set<OccurrenceKey>,
        _ policy: FollowUpPolicy
    ) -> PlannedNotification? {
        let id = reminder.notification.id.followedUp(ordinal)
        let span = TimeSpan.seconds(policy.after.seconds + policy.every.seconds * Int64(ordinal - 1))
        let instant = afterSets(reminder.deliveredAt.adding(span), of: reminder.notification.occurrences)
        guard !cancelled.contains(id), let open = open(reminder.notification, at: instant, without: begun) else {
            return nil
        }
        var followUp = open.rescheduled(as: id, at: instant, in: zone)
        followUp.category = .followUp
        if open.category != .reminder { followUp.title = words.text(.followUpTitle) }
        return followUp
    }
}

extension PlannedNotification {
    /// Whether it expects an answer: a workout's reminder at its time, or a user's own reminder.
    fileprivate var isFollowedUp: Bool { category == .reminder || (category == .workout && !id.hasLead) }
}

/// A reminder that the user snoozed.
public struct Snooze: Sendable, Hashable {
    public let original: PlannedNotification
    /// The number of the snooze for that reminder, from 1; undone snoozes count.
    public let ordinal: Int
    public let until: Instant
    /// When the user snoozed it, if known.
    public let madeAt: Instant?

    public init(original: PlannedNotification, ordinal: Int, until: Instant, madeAt: Instant? = nil) {
        (self.original, self.ordinal, self.until, self.madeAt) = (original, ordinal, until, madeAt)
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
            let open = input.open(snooze.original, at: snooze.until, without: begun)
            return open?.rescheduled(as: snooze.id, at: snooze.until, in: input.zone)
        }
    }
}
