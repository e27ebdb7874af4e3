public import Reminders

/// What a round of deliveries came to.
public struct DeliverySummary: Sendable, Hashable {
    /// One delivery's outcome.
    public struct Entry: Sendable, Hashable {
        /// The notification.
        public let notification: PlannedNotification
        /// The channel.
        public let channel: String
        /// Why it was not delivered; nil when it was.
        public let reason: String?
        /// How late it was delivered, in seconds.
        public let lateSeconds: Int64
        /// The channel that failed at it before and handed it over; nil where it was this channel's from the beginning.
        public var takenOverFrom: String?
    }

    /// What was delivered.
    public var delivered: [Entry] = []
    /// What will be tried again.
    public var retrying: [Entry] = []
    /// What failed for good.
    public var failed: [Entry] = []
    /// What another channel takes over.
    public var handedOver: [Entry] = []
    /// What the user does not want to be delivered.
    public var refused: [Entry] = []
    /// What came too late to be delivered.
    public var missed: [PlannedNotification] = []

    /// Creates an empty summary.
    public init() {}

    /// Adds what a second round came to.
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
