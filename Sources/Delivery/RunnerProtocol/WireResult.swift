/// The result of a call to a plugin.
public struct WireResult: Sendable, Hashable {
    /// The status: 0 success, 1 retry, 2 refused.
    public var status: UInt32
    /// The minimum delay before a retry, in seconds; 0 leaves it open.
    public var retryAfter: UInt32
    /// Why it failed.
    public var reason: String
    /// What the user can do about it.
    public var remedy: String

    /// Creates a result.
    public init(status: UInt32, retryAfter: UInt32 = 0, reason: String = "", remedy: String = "") {
        self.status = status
        self.retryAfter = retryAfter
        self.reason = reason
        self.remedy = remedy
    }
}
