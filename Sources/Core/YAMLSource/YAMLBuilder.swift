internal import CLibYAML
internal import Glibc

/// Builds a document from libyaml's events.
struct YAMLBuilder {
    private let source: SourceText
    private let limits: YAMLLimits
    private var offsets: CharacterOffsets
    private var records: [YAMLRecord] = []
    private var decoded: [UInt8] = []
    /// The open containers, the innermost last.
    private var open: [OpenContainer] = []
    /// The finished nodes with an anchor.
    private var anchors: [String: Int] = [:]
    private var openAnchors: [String: SourceSpan] = [:]
    /// The number of nodes in each anchored node, with its aliases expanded.
    private var unfolded: [Int: Int] = [:]
    private var nodeCount = 0

    private struct OpenContainer {
        let index: Int
        let anchor: String?
        /// The value of `nodeCount` when the container started.
        let before: Int
        /// The number of children so far; in a mapping, even ones are keys.
        var children = 0
        /// The keys of a mapping so far, by their text.
        var keys: [String: YAMLRecord] = [:]
    }

    init(source: SourceText, limits: YAMLLimits) {
        self.source = source
        self.limits = limits
        offsets = CharacterOffsets(source.bytes, base: source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        records.reserveCapacity(source.bytes.count / 6 + 16)
    }

    mutating func build(into diagnostics: inout Diagnostics) -> YAMLDocument? {
        guard let parser = YAMLEventParser(source.bytes) else {
            diagnostics.error("not enough memory to read this file", at: SourceSpan(start: 0, end: 0))
            return nil
        }
        var documents = 0
        while let event = parser.next() {
            switch event.pointee.type {
            case YAML_STREAM_END_EVENT: return finish(into: &diagnostics)
            case YAML_DOCUMENT_START_EVENT where documents > 0:
                refuseSecondDocument(event, into: &diagnostics)
                return finish(into: &diagnostics)
            case YAML_DOCUMENT_START_EVENT: documents += 1
            default: guard add(event, into: &diagnostics) else { return nil }
            }
        }
        let bracket = open.last.flatMap { records[$0.index].style == .flow ? Int(records[$0.index].start) : nil }
        SyntaxError(parser.failure, offsets: &offsets, source: source, bracket: bracket).report(into: &diagnostics)
        return nil
    }

    private mutating func refuseSecondDocument(
        _ event: UnsafeMutablePointer<yaml_event_t>,
        into diagnostics: inout Diagnostics
    ) {
        diagnostics.error(
            "a second document starts here",
            at: span(event),
            expected: "one document",
            help: "move it to its own file, or remove the '---' line"
        )
    }

    private func finish(into diagnostics: inout Diagnostics) -> YAMLDocument? {
        guard !records.isEmpty else {
            diagnostics.error("the file is empty", at: SourceSpan(start: 0, end: 0), expected: "keys and values")
            return nil
        }
        return YAMLDocument(source: source, records: records, decoded: decoded)
    }

    /// Handles one event; returns false if reading cannot continue.
    private mutating func add(_ event: UnsafeMutablePointer<yaml_event_t>, into diagnostics: inout Diagnostics) -> Bool
    {
        switch event.pointee.type {
        case YAML_SCALAR_EVENT:
            refuseTag(event.pointee.data.scalar.tag, event, into: &diagnostics)
            let anchor = text(event.pointee.data.scalar.anchor)
            beginNode(scalar(event), into: &diagnostics)
            closeAnchor(anchor, index: records.count - 1, before: nodeCount - 1)
        case YAML_SEQUENCE_START_EVENT:
            refuseTag(event.pointee.data.sequence_start.tag, event, into: &diagnostics)
            let isFlow = event.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
            return begin(.sequence, isFlow, text(event.pointee.data.sequence_start.anchor), event, into: &diagnostics)
        case YAML_MAPPING_START_EVENT:
            refuseTag(event.pointee.data.mapping_start.tag, event, into: &diagnostics)
            let isFlow = event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
            return begin(.mapping, isFlow, text(event.pointee.data.mapping_start.anchor), event, into: &diagnostics)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: end(event, into: &diagnostics)
        case YAML_ALIAS_EVENT: return alias(event, into: &diagnostics)
        default: break
        }
        guard nodeCount <= limits.nodes else {
            diagnostics.error(
                "the aliases in this file expand to more than \(limits.nodes) values",
                at: span(event),
                help: "write the values out; nested aliases multiply"
            )
            return false
        }
        return true
    }

    // MARK: Nodes

    private mutating func scalar(_ event: UnsafeMutablePointer<yaml_event_t>) -> YAMLRecord {
        var span = span(event)
        let style: YAMLNode.Style =
            switch event.pointee.data.scalar.style {
            case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
            case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
            case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
            default: .plain
            }
        let value = UnsafeBufferPointer(start: event.pointee.data.scalar.value, count: event.pointee.data.scalar.length)
        if style == .block { span = trimmed(span) }
        let quotes = style == .singleQuoted || style == .doubleQuoted ? 1 : 0
        let inner = span.start + quotes
        var record = YAMLRecord(
            start: Int32(span.start),
            end: Int32(span.end),
            textStart: Int32(inner),
            textEnd: Int32(inner + value.count),
            next: Int32(records.count + 1),
            kind: .scalar,
            style: style,
            isDecoded: false,
            isAlias: false
        )
        let isVerbatim = inner + value.count == span.end - quotes && sourceHas(value, at: inner)
        if !isVerbatim {
            record.isDecoded = true
            record.textStart = Int32(decoded.count)
            decoded.append(contentsOf: value)
            record.textEnd = Int32(decoded.count)
        }
        return record
    }

    private func sourceHas(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard let start = text.baseAddress, !text.isEmpty else { return true }
        return source.bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0 + offset, start, text.count) == 0 } ?? false
        }
    }

    private mutating func begin(
        _ kind: YAMLNode.Kind,
        _ isFlow: Bool,
        _ anchor: String?,
        _ event: UnsafeMutablePointer<yaml_event_t>,
        into diagnostics: inout Diagnostics
    ) -> Bool {
        let span = span(event)
        guard open.count < limits.depth else {
            diagnostics.error(
                "values are nested more than \(limits.depth) levels deep",
                at: span,
                help: "check the brackets and the indentation"
            )
            return false
        }
        let record = YAMLRecord(
            start: Int32(span.start),
            end: Int32(span.end),
            textStart: 0,
            textEnd: 0,
            next: 0,
            kind: kind,
            style: isFlow ? .flow : .indented,
            isDecoded: false,
            isAlias: false
        )
        let before = nodeCount
        beginNode(record, into: &diagnostics)
        if let anchor { openAnchors[anchor] = span }
        open.append(OpenContainer(index: records.count - 1, anchor: anchor, before: before))
        return true
    }

    private mutating func beginNode(_ record: YAMLRecord, into diagnostics: inout Diagnostics) {
        nodeCount += 1
        if let parent = open.indices.last {
            if records[open[parent].index].kind == .mapping, open[parent].children.isMultiple(of: 2) {
                checkKey(record, of: parent, into: &diagnostics)
            }
            open[parent].children += 1
        }
        records.append(record)
    }

    private mutating func end(_ event: UnsafeMutablePointer<yaml_event_t>, into diagnostics: inout Diagnostics) {
        guard let container = open.popLast() else { return }
        // libyaml ends an indented container only where the next token starts.
        let isFlow = records[container.index].style == .flow
        let last = records[records.count - 1]
        let end =
            isFlow
            ? span(event).end : Int(max(records[container.index].start, childEnd(of: container.index) ?? last.end))
        records[container.index].end = Int32(end)
        records[container.index].next = Int32(records.count)
        closeAnchor(container.anchor, index: container.index, before: container.before)
    }

    /// The end of the last node written in a container; an alias's target is elsewhere and does not count.
    private func childEnd(of index: Int) -> Int32? { records[(index + 1)...].last.map(\.end) }

    private mutating func closeAnchor(_ anchor: String?, index: Int, before: Int) {
        guard let anchor else { return }
        openAnchors[anchor] = nil
        anchors[anchor] = index
        unfolded[index] = nodeCount - before
    }

    private mutating func alias(_ event: UnsafeMutablePointer<yaml_event_t>, into diagnostics: inout Diagnostics)
        -> Bool
    {
        let span = span(event)
        let name = text(event.pointee.data.alias.anchor) ?? ""
        guard let target = anchors[name] else {
            if openAnchors[name] != nil {
                diagnostics.error(
                    "alias '*\(name)' refers to a value that contains it",
                    at: span,
                    help: "write the value out instead"
                )
            } else {
                diagnostics.error(
                    "alias '*\(name)' has no anchor",
                    at: span,
                    expected: "an anchor '&\(name)' earlier in the file",
                    help: Suggestion.help(for: name, among: anchors.keys.sorted())
                        ?? "put &\(name) before the value to repeat"
                )
            }
            return false
        }
        var record = records[target]
        record.start = Int32(span.start)
        record.end = Int32(span.end)
        record.next = Int32(target)
        record.isAlias = true
        beginNode(record, into: &diagnostics)
        nodeCount += (unfolded[target] ?? 1) - 1
        return nodeCount <= limits.nodes || refuseBomb(span, into: &diagnostics)
    }

    private func refuseBomb(_ span: SourceSpan, into diagnostics: inout Diagnostics) -> Bool {
        diagnostics.error(
            "the aliases in this file expand to more than \(limits.nodes) values",
            at: span,
            help: "write the values out; nested aliases multiply"
        )
        return false
    }

    // MARK: Checks

    private mutating func checkKey(_ record: YAMLRecord, of parent: Int, into diagnostics: inout Diagnostics) {
        let span = SourceSpan(start: Int(record.start), end: Int(record.end))
        guard record.kind == .scalar else {
            diagnostics.error(
                "a \(record.kind == .mapping ? "mapping" : "list") cannot be a key",
                at: span,
                expected: "a word before the colon"
            )
            return
        }
        let bytes = (record.isDecoded ? decoded : source.bytes)[Int(record.textStart)..<Int(record.textEnd)]
        let key = String(decoding: bytes, as: UTF8.self)
        if record.style == .plain, key == "<<" {
            diagnostics.error("merge keys (<<) are not supported", at: span, help: "repeat the keys, or use a template")
            return
        }
        guard let first = open[parent].keys[key] else {
            open[parent].keys[key] = record
            return
        }
        diagnostics.error(
            "duplicate key '\(String(decoding: bytes.prefix(60), as: UTF8.self))'",
            at: span,
            help: "remove or rename one of them",
            notes: [Diagnostic.Note("first defined here", at: SourceSpan(start: Int(first.start), end: Int(first.end)))]
        )
    }

    private mutating func refuseTag(
        _ tag: UnsafeMutablePointer<yaml_char_t>?,
        _ event: UnsafeMutablePointer<yaml_event_t>,
        into diagnostics: inout Diagnostics
    ) {
        guard let tag = text(tag), tag != "!" else { return }
        diagnostics.error(
            "tags such as '\(tag.hasPrefix("tag:yaml.org,2002:") ? "!!" + tag.dropFirst(18) : tag)' are not supported",
            at: span(event),
            help: "remove the tag; the key determines how the value is read"
        )
    }

    // MARK: Places

    private mutating func span(_ event: UnsafeMutablePointer<yaml_event_t>) -> SourceSpan {
        let start = offsets.byte(ofCharacter: event.pointee.start_mark.index)
        return SourceSpan(start: start, end: max(start, offsets.byte(ofCharacter: event.pointee.end_mark.index)))
    }

    /// The span of a block scalar without the trailing line breaks and indentation that libyaml includes.
    private func trimmed(_ span: SourceSpan) -> SourceSpan {
        var end = span.end
        while end > span.start, source.bytes[end - 1] <= 0x20 { end -= 1 }
        return SourceSpan(start: span.start, end: end)
    }

    private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map {
            String(
                decoding: UnsafeBufferPointer(
                    start: $0,
                    count: strlen(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
                ),
                as: UTF8.self
            )
        }
    }
}
