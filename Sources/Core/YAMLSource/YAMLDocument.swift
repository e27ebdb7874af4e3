/// A parsed YAML text: its nodes are in one array, and their texts remain in the source.
public final class YAMLDocument: Sendable {
    public let source: SourceText
    let records: [YAMLRecord]
    let decoded: [UInt8]

    init(source: SourceText, records: [YAMLRecord], decoded: [UInt8]) {
        (self.source, self.records, self.decoded) = (source, records, decoded)
    }

    /// The index after a node and all its descendants.
    func following(_ index: Int) -> Int {
        let record = records[index]
        return record.isAlias ? index + 1 : Int(record.next)
    }

    /// Whether a scalar's text equals this one; compares lengths first.
    func text(at index: Int, equals text: StaticString) -> Bool {
        let record = records[index]
        let count = Int(record.textEnd - record.textStart)
        guard count == text.utf8CodeUnitCount else { return false }
        let start = Int(record.textStart)
        return (record.isDecoded ? decoded : source.bytes).withUnsafeBufferPointer { bytes in
            for offset in 0..<count where bytes[start + offset] != text.utf8Start[offset] { return false }
            return true
        }
    }

    public var root: YAMLNode { YAMLNode(self, 0) }

    /// - Parameter diagnostics: receives errors: syntax, duplicate keys, limits, and unsupported features
    ///   (several documents, tags, merge keys, keys that are not scalars).
    /// - Returns: the document, or nil if it cannot be read; a text with duplicate keys is still read.
    public static func parse(
        _ source: SourceText,
        limits: YAMLLimits = .standard,
        into diagnostics: inout Diagnostics
    ) -> YAMLDocument? {
        guard SourceCheck.passes(source, limits: limits, into: &diagnostics) else { return nil }
        var builder = YAMLBuilder(source: source, limits: limits)
        return builder.build(into: &diagnostics)
    }
}

/// One node in a document's arena: nodes are in source order, each followed by its descendants.
struct YAMLRecord: Sendable {
    /// The span in the source.
    var start: Int32
    var end: Int32
    /// The scalar's text, in the source or, if it differs from its source, in the decoded texts.
    var textStart: Int32
    var textEnd: Int32
    /// The index after the node and all its descendants; for an alias, the index of its target.
    var next: Int32
    var kind: YAMLNode.Kind
    var style: YAMLNode.Style
    var isDecoded: Bool
    var isAlias: Bool
}

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
