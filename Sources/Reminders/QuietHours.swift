public import CivilTime

/// Hours in which the user wants to hear nothing.
public struct QuietHours: Sendable, Hashable {
    /// What becomes of a reminder that falls into them.
    public enum Policy: String, Sendable, Hashable, CaseIterable {
        /// It comes when they end, if that is still on the day that it is about, or before.
        case hold
        /// It is left out.
        case silence
    }

    /// When they begin.
    public let from: TimeOfDay
    /// When they end: the first time at which something comes again; before `from` it is on the next day.
    public let to: TimeOfDay
    /// What becomes of a reminder.
    public let policy: Policy
    /// Whether what is urgent comes all the same.
    public let sparesUrgent: Bool

    /// Creates quiet hours; `from` and `to` must differ.
    public init(from: TimeOfDay, to: TimeOfDay, policy: Policy = .hold, sparesUrgent: Bool = true) {
        self.from = from
        self.to = to
        self.policy = policy
        self.sparesUrgent = sparesUrgent
    }

    /// Whether a time of day lies in them.
    func contains(_ time: TimeOfDay) -> Bool {
        from < to ? time >= from && time < to : time >= from || time < to
    }

    /// A notification as they leave it; nil where they leave it out.
    func applied(to notification: PlannedNotification, in zone: Zone) -> PlannedNotification? {
        guard contains(notification.fireAt.time), !(sparesUrgent && notification.isUrgent) else { return notification }
        guard policy == .hold else { return nil }
        let endsNextDay = from > to && notification.fireAt.time >= from
        let date = endsNextDay ? notification.fireAt.date.adding(days: 1) : notification.fireAt.date
        // A reminder that is about a day has lost its sense on the next.
        guard date <= notification.date else { return nil }
        let end = CivilDateTime(date: date, time: to)
        return notification.with(fireAt: end, instant: zone.instant(of: end))
    }
}

extension PlannedNotification {
    /// Whether it may interrupt: a second reminder of what has no answer.
    public var isUrgent: Bool { category == .followUp }
}
