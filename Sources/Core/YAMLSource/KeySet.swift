/// The keys that a mapping may have.
public struct KeySet: Sendable {
    private let keys: [StaticString]

    /// Creates a set of keys, in the order in which messages list them.
    public init(_ keys: StaticString...) {
        self.keys = keys
    }

    /// The keys as strings.
    public var names: [String] { keys.map { "\($0)" } }

    func contains(_ key: YAMLNode) -> Bool {
        for known in keys where key.equals(known) { return true }
        return false
    }
}
