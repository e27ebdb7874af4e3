public import Reminders

/// The results of a round of deliveries.
public struct DeliverySummary: Sendable, Hashable {
    /// One delivery's outcome.
    public struct Entry: Sendable, Hashable {
        /// The notification.
        public let notification: PlannedNotification
        /// The channel.
        public let channel: String
        /// Why it was not delivered; nil if it was.
        public let reason: String?
        /// How late it was delivered, in seconds.
        public let lateSeconds: Int64
        /// The channel that failed and handed it over; nil if it was this channel's from the start.
        public var takenOverFrom: String?
        /// Whether the plugin asked to try again later, for example because it waits for a login or the network.
        ///
        /// Such a failure is not a fault until it is too late for the notification.
        public var isWaiting = false
    }

    /// The delivered notifications.
    public var delivered: [Entry] = []
    /// The notifications that will be retried.
    public var retrying: [Entry] = []
    /// The permanent failures.
    public var failed: [Entry] = []
    /// The notifications that another channel takes over.
    public var handedOver: [Entry] = []
    /// The notifications that the user does not allow to be delivered.
    public var refused: [Entry] = []
    /// The notifications that were too late to be delivered.
    public var missed: [PlannedNotification] = []

    /// Creates an empty summary.
    public init() {}

    /// Adds the results of another round.
    public mutating func add(_ other: DeliverySummary) {
        delivered += other.delivered
        retrying += other.retrying
        failed += other.failed
        handedOver += other.handedOver
        refused += other.refused
        missed += other.missed
    }

    /// Whether nothing was due.
    public var isEmpty: Bool {
        delivered.isEmpty && retrying.isEmpty && failed.isEmpty && refused.isEmpty && handedOver.isEmpty
            && missed.isEmpty
    }
}
