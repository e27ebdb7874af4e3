public import CivilTime
public import Reminders
public import Training

/// What the ledger knows that a plan depends on.
public struct PlanningFacts: Sendable {
    /// The active programs in the order of their activation.
    public let activations: [Activation]
    /// The completed workouts by program id.
    public let completions: [String: [Completion]]
    /// What was cancelled by hand.
    public let cancelled: Set<NotificationID>
    /// The zone of the last planning, if there was one.
    public let plannedZone: String?
    /// The text of the settings file when it was last good.
    public let settings: [UInt8]?
}

/// What a plan wants of the queue.
public struct QueueRequest: Sendable {
    /// The notifications that are to be pending.
    public let notifications: [PlannedNotification]
    /// The channels that each goes to.
    public let channels: [String]
    /// The zone of the plan.
    public let zone: Zone
    /// How late a notification may still be delivered.
    public let grace: TimeSpan

    /// Creates a request.
    public init(notifications: [PlannedNotification], channels: [String], zone: Zone, grace: TimeSpan) {
        self.notifications = notifications
        self.channels = channels
        self.zone = zone
        self.grace = grace
    }
}
