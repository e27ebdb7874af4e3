/// A notification that a plugin has scheduled.
public struct WireScheduled: Sendable, Hashable {
    /// Its key.
    public var key: String
    /// Its time, in seconds since 1970.
    public var instant: Int64

    /// The maximum number of entries in a plugin's list; the rest is ignored.
    public static let most = 4096

    /// Creates an entry.
    public init(key: String, instant: Int64) {
        self.key = key
        self.instant = instant
    }
}
