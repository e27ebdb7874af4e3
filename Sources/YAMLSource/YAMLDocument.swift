/// A parsed YAML text: its nodes lie in one array, and their texts stay in the source.
public final class YAMLDocument: Sendable {
    /// The text that was parsed.
    public let source: SourceText
    let records: [YAMLRecord]
    let decoded: [UInt8]

    init(source: SourceText, records: [YAMLRecord], decoded: [UInt8]) {
        self.source = source
        self.records = records
        self.decoded = decoded
    }

    /// The index of what comes after a node and all that is in it.
    func following(_ index: Int) -> Int {
        let record = records[index]
        return record.isAlias ? index + 1 : Int(record.next)
    }

    /// Whether a scalar's text is exactly this one; most texts already differ in length.
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

    /// The outermost node.
    public var root: YAMLNode { YAMLNode(self, 0) }

    /// Parses a text.
    ///
    /// - Parameters:
    ///   - source: the text.
    ///   - limits: how much the text may ask of the machine.
    ///   - diagnostics: where errors are added: syntax, duplicate keys, limits, and what this reader refuses on purpose
    ///     (several documents, tags, merge keys, keys that are no scalars).
    /// - Returns: the document, or nil when the text has none that could be read on: a text with duplicate keys is still read.
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
