/// A notification that a plugin holds until its time.
public struct WireHeld: Sendable, Hashable {
    /// The key that it is held under.
    public var key: String
    /// When it comes, in seconds since 1970.
    public var instant: Int64

    /// Creates an entry.
    public init(key: String, instant: Int64) {
        self.key = key
        self.instant = instant
    }
}
