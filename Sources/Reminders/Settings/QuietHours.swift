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

    /// When something comes that would come at some time; nil where they leave it out.
    ///
    /// - Parameters:
    ///   - fireAt: when it would come.
    ///   - date: the date that it is about.
    func applied(to fireAt: CivilDateTime, about date: CivilDate) -> CivilDateTime? {
        guard contains(fireAt.time) else { return fireAt }
        guard policy == .hold else { return nil }
        let endsNextDay = from > to && fireAt.time >= from
        let end = endsNextDay ? fireAt.date.adding(days: 1) : fireAt.date
        // A reminder that is about a day has lost its sense on the next.
        return end <= date ? CivilDateTime(date: end, time: to) : nil
    }

    /// A notification as they leave it; nil where they leave it out.
    func applied(to notification: PlannedNotification, in zone: Zone) -> PlannedNotification? {
        guard !(sparesUrgent && notification.isUrgent) else { return notification }
        return applied(to: notification.fireAt, about: notification.date).map { fireAt in
            fireAt == notification.fireAt
                ? notification : notification.with(fireAt: zone.shown(fireAt), instant: zone.instant(of: fireAt))
        }
    }
}

extension PlannedNotification {
    /// Whether it may interrupt: a second reminder of what has no answer.
    public var isUrgent: Bool { category == .followUp }
}
