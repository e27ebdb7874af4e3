/// A key with a value.
public struct WirePair: Sendable, Hashable {
    /// The key.
    public var key: String
    /// The value.
    public var value: String

    /// Creates a pair.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
