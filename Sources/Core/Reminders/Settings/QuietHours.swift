public import CivilTime

/// Quiet hours.
public struct QuietHours: Sendable, Hashable {
    /// The treatment of a reminder in quiet hours.
    public enum Policy: String, Sendable, Hashable, CaseIterable {
        /// It is sent when they end, if that is not later than the day that it is about.
        case hold
        case silence
    }

    public let from: TimeOfDay
    /// When they end, exclusive; a time before `from` is on the next day.
    public let to: TimeOfDay
    public let policy: Policy
    /// Whether urgent reminders are sent anyway.
    public let sparesUrgent: Bool

    /// Creates quiet hours; `from` and `to` must differ.
    public init(from: TimeOfDay, to: TimeOfDay, policy: Policy = .hold, sparesUrgent: Bool = true) {
        (self.from, self.to, self.policy, self.sparesUrgent) = (from, to, policy, sparesUrgent)
    }

    func contains(_ time: TimeOfDay) -> Bool {
        from < to ? time >= from && time < to : time >= from || time < to
    }

    /// When a reminder is sent instead; nil if it is dropped.
    package func applied(to fireAt: CivilDateTime, about date: CivilDate) -> CivilDateTime? {
        guard contains(fireAt.time) else { return fireAt }
        guard policy == .hold else { return nil }
        let endsNextDay = from > to && fireAt.time >= from
        let end = endsNextDay ? fireAt.date.adding(days: 1) : fireAt.date
        // A reminder about a day is pointless on the next.
        return end <= date ? CivilDateTime(date: end, time: to) : nil
    }

    /// A notification after applying quiet hours; nil if it is dropped.
    package func applied(to notification: PlannedNotification, in zone: Zone) -> PlannedNotification? {
        guard !(sparesUrgent && notification.isUrgent) else { return notification }
        // Unlike reminders, news is still useful the next morning.
        let date = notification.isNews ? .latest : notification.date
        guard let fireAt = applied(to: notification.fireAt, about: date) else { return nil }
        guard fireAt != notification.fireAt else { return notification }
        var moved = notification
        (moved.fireAt, moved.instant) = (zone.shown(fireAt), zone.instant(of: fireAt))
        return moved
    }
}

extension PlannedNotification {
    /// Whether it is urgent: a second reminder of an unanswered workout.
    public var isUrgent: Bool { category == .followUp }
}
