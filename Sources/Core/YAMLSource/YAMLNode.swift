/// A value in a YAML text, with its location: a scalar, a sequence or a mapping.
///
/// A scalar keeps its text as written: `07:30` is the text 07:30 and `no` is the text no, quoted or not, until a reader
/// asks for a time or a boolean.
public struct YAMLNode: Sendable {
    /// The kind of a node.
    public enum Kind: UInt8, Sendable, Hashable {
        /// A text, possibly empty.
        case scalar
        /// A list.
        case sequence
        /// Keys with values.
        case mapping
    }

    /// How a node is written.
    public enum Style: UInt8, Sendable, Hashable {
        /// A scalar without quotes.
        case plain
        case singleQuoted, doubleQuoted, block
        /// A list or mapping in brackets.
        case flow
        case indented
    }

    let document: YAMLDocument
    let index: Int

    init(_ document: YAMLDocument, _ index: Int) {
        self.document = document
        let record = document.records[index]
        self.index = record.isAlias ? Int(record.next) : index
    }

    var record: YAMLRecord { document.records[index] }

    public var kind: Kind { record.kind }

    public var style: Style { record.style }

    /// The node's location; for an alias, that of its anchor.
    public var span: SourceSpan { SourceSpan(start: Int(record.start), end: Int(record.end)) }

    /// Whether the node is an empty scalar, `~` or `null`: a key without a value.
    public var isNull: Bool {
        kind == .scalar && style == .plain && (equals("") || equals("~") || equals("null"))
    }

    /// The scalar's text; empty for lists and mappings.
    public var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// Calls a closure with the bytes of the scalar's text; empty for lists and mappings.
    public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let record = record
        let range = Int(record.textStart)..<Int(record.textEnd)
        let buffer = record.isDecoded ? document.decoded : document.source.bytes
        return buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    public func equals(_ text: StaticString) -> Bool { document.text(at: index, equals: text) }

    /// Whether the scalar's text is identical to its source, so that offsets in both are the same.
    public var isVerbatim: Bool { !record.isDecoded }

    /// The span of a part of the scalar's text, for findings inside it; the whole node if it is not verbatim.
    ///
    /// - Parameter range: byte offsets in the text.
    public func span(of range: Range<Int>) -> SourceSpan {
        guard isVerbatim else { return span }
        let record = record
        let start = Int(record.textStart) + range.lowerBound
        return SourceSpan(start: start, end: max(start, Int(record.textStart) + range.upperBound))
    }

    /// The list's elements; none for scalars and mappings.
    public var elements: YAMLElements { YAMLElements(self, kind: .sequence) }

    /// The mapping's keys and values in source order; none for scalars and lists.
    public var entries: YAMLEntries { YAMLEntries(YAMLElements(self, kind: .mapping)) }

    /// The value of a key of the mapping; nil if it has no such key.
    public subscript(key: StaticString) -> YAMLNode? {
        guard kind == .mapping else { return nil }
        let end = Int(record.next)
        var child = index + 1
        while child < end {
            let value = document.following(child)
            if document.text(at: child, equals: key) { return YAMLNode(document, value) }
            child = document.following(value)
        }
        return nil
    }

    /// The value of a key of the mapping; nil if it has no such key.
    public subscript(named key: String) -> YAMLNode? {
        for entry in entries where entry.key.text == key { return entry.value }
        return nil
    }

    /// The kind of the node for messages: `a list`.
    public var kindInWords: String {
        switch kind {
        case .scalar: isNull ? "an empty value" : "a single value"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}

/// The elements of a list, walked in order.
public struct YAMLElements: Sequence, Sendable {
    private let document: YAMLDocument
    private let first: Int
    private let end: Int

    init(_ node: YAMLNode, kind: YAMLNode.Kind) {
        document = node.document
        first = node.index + 1
        end = node.kind == kind ? Int(node.record.next) : first
    }

    public var count: Int { reduce(0) { count, _ in count + 1 } }

    public var isEmpty: Bool { first == end }

    public func makeIterator() -> Iterator { Iterator(document: document, index: first, end: end) }

    /// Walks the elements of a list.
    public struct Iterator: IteratorProtocol {
        let document: YAMLDocument
        var index: Int
        let end: Int

        /// The next element, or nil after the last.
        public mutating func next() -> YAMLNode? {
            guard index < end else { return nil }
            defer { index = document.following(index) }
            return YAMLNode(document, index)
        }
    }
}

/// The entries of a mapping, walked in order.
public struct YAMLEntries: Sequence, Sendable {
    private let elements: YAMLElements

    init(_ elements: YAMLElements) { self.elements = elements }

    public var count: Int { elements.count / 2 }

    public var isEmpty: Bool { elements.isEmpty }

    public func makeIterator() -> Iterator { Iterator(elements: elements.makeIterator()) }

    /// Walks the entries of a mapping.
    public struct Iterator: IteratorProtocol {
        var elements: YAMLElements.Iterator

        /// The next key with its value, or nil after the last.
        public mutating func next() -> (key: YAMLNode, value: YAMLNode)? {
            guard let key = elements.next(), let value = elements.next() else { return nil }
            return (key, value)
        }
    }
}
