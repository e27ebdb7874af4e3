/// How much a YAML text may ask of the machine before it is refused.
public struct YAMLLimits: Sendable, Hashable {
    /// The largest text, in bytes.
    public var bytes = 16 << 20
    /// How deep lists and mappings may stand in each other.
    public var depth = 64
    /// How many nodes the text may have, each alias counted as all that it stands for.
    public var nodes = 4_000_000

    /// The limits for files that people write by hand.
    public static let standard = YAMLLimits()

    /// Creates the standard limits.
    public init() {}
}
