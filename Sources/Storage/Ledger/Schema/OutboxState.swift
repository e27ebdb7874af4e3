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
    /// Delivered by the channel.
    case delivered
    /// The last attempt failed temporarily; it will be retried.
    case retrying
    /// Permanently refused by the channel.
    case failed
    /// No longer useful before it could be delivered.
    case expired
    /// Cancelled before it was delivered.
    case cancelled

    /// The states of a delivery that can still happen, in SQL.
    static let open = "('pending', 'leased', 'retrying', 'scheduled', 'overflow')"
}
