/// The state of a delivery: a notification on a channel.
public enum OutboxState: String, Sendable, Hashable, CaseIterable {
    /// Waiting for its time or its first attempt.
    case pending
    /// Scheduled by the channel's plugin.
    case scheduled
    /// Beyond the channel's limit; it moves up when there is room.
    case overflow
    /// Being attempted, until the lease expires.
    case leased
    case delivered
    /// The last attempt failed temporarily; it will be retried.
    case retrying
    /// Permanently refused by the channel.
    case failed
    /// No longer useful before it could be delivered.
    case expired
    case cancelled

    /// Whether the delivery can still happen.
    var isOpen: Bool {
        switch self {
        case .pending, .scheduled, .overflow, .leased, .retrying: true
        case .delivered, .failed, .expired, .cancelled: false
        }
    }

    /// The states of a delivery that can still happen.
    package static let open = allCases.filter(\.isOpen)
    /// The states of a delivery that starts at its time, as in the condition of the index `delivery_due`.
    static let startable: [OutboxState] = [.pending, .retrying, .overflow]
    /// The states of a delivery that waits for a time of the uptime, as in the condition of the index `delivery_waiting`.
    package static let waiting: [OutboxState] = [.leased, .retrying]
    /// The states of a delivery that ended without being cancelled.
    package static let attempted: [OutboxState] = [.delivered, .failed, .expired]
}
