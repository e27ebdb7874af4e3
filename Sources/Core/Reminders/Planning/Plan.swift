/// The planned notifications from today to the horizon.
public struct Plan: Sendable {
    /// The notifications, soonest first.
    public let notifications: [PlannedNotification]
    /// The days from today on.
    public let days: [DayPlan]
    /// The notifications that could not be planned in time: new records, milestones, and follow-ups of deliveries that antrain learned of
    /// later.
    public let overdue: Set<NotificationID>
    /// The follow-ups whose grace period ended before antrain learned of the delivery; they are recorded as missed.
    public let lapsed: [PlannedNotification]
}
