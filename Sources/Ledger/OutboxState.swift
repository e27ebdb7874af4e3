/// Where one delivery (a notification on one channel) stands.
public enum OutboxState: String, Sendable, Hashable, CaseIterable {
    /// Waits for its time, or for its first attempt.
    case pending
    /// The channel's plugin holds it until its time.
    case scheduled
    /// The channel has no place for it yet; it gets the next that is free.
    case overflow
    /// One attempt is under way and has until its lease runs out.
    case leased
    /// The channel took it.
    case delivered
    /// The last attempt failed for a passing reason; another follows.
    case retrying
    /// The channel refused it for good.
    case failed
    /// It lost its sense before it could be delivered.
    case expired
    /// It was taken back before it was delivered.
    case cancelled

    /// The states of a delivery that may still come, in SQL.
    static let open = "('pending', 'leased', 'retrying', 'scheduled', 'overflow')"
}
