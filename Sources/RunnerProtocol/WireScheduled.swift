/// A notification that a plugin has scheduled.
public struct WireScheduled: Sendable, Hashable {
    /// Its key.
    public var key: String
    /// Its time, in seconds since 1970.
    public var instant: Int64

    /// Creates an entry.
    public init(key: String, instant: Int64) {
        self.key = key
        self.instant = instant
    }
}
