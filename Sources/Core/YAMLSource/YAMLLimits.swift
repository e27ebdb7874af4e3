/// Limits on the resources that a YAML text may use.
public struct YAMLLimits: Sendable, Hashable {
    /// The largest text, in bytes.
    public var bytes = 16 << 20
    /// The maximum nesting depth of lists and mappings.
    public var depth = 64
    /// The maximum number of nodes, with aliases expanded.
    public var nodes = 4_000_000

    /// The limits for hand-written files.
    public static let standard = YAMLLimits()

    public init() {}
}
