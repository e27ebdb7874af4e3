/// What came of a call to a plugin.
public struct WireResult: Sendable, Hashable {
    /// The status of the ABI: 0 done, 1 try again, 2 refused.
    public var status: UInt32
    /// When to try again at the earliest, in seconds from now; 0 leaves it open.
    public var retryAfter: UInt32
    /// Why it did not work.
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
