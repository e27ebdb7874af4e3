internal import Quoting

/// Changes values in a YAML text in place: everything outside the changed values is kept byte for byte.
public struct YAMLEditor: Sendable {
    /// A value to write.
    public indirect enum Value: Sendable, Hashable {
        /// A scalar; `quoted` puts a new value in double quotes, while an existing value keeps its quotes.
        case scalar(String, quoted: Bool)
        /// A list.
        case sequence([Value])
        /// A mapping; further keys of an existing mapping are kept.
        case mapping([Entry])

        public static func list(_ texts: [String]) -> Value { .sequence(texts.map { .scalar($0, quoted: false) }) }

        /// The value of a node, with the values of anchors in place of aliases.
        public init(_ node: YAMLNode) {
            self =
                switch node.kind {
                case .scalar: .scalar(node.text, quoted: false)
                case .sequence: .sequence(node.elements.map(Value.init))
                case .mapping: .mapping(node.entries.map { Entry($0.key.text, Value($0.value)) })
                }
        }

        /// A value from YAML; nil if the text is not valid.
        public init?(parsing text: String) {
            var diagnostics = Diagnostics()
            let document = YAMLDocument.parse(SourceText(path: "", text: text), into: &diagnostics)
            guard let document, !diagnostics.hasErrors else { return nil }
            self.init(document.root)
        }

        /// The value with the keys of mappings in alphabetical order.
        public var sorted: Value {
            switch self {
            case .scalar: self
            case .sequence(let elements): .sequence(elements.map(\.sorted))
            case .mapping(let entries):
                .mapping(entries.map { Entry($0.key, $0.value.sorted) }.sorted { $0.key < $1.key })
            }
        }

        /// The value in YAML, on one line.
        public var text: String {
            switch self {
            case .scalar(let scalar, let quoted): YAMLText.scalar(scalar, isQuoted: quoted)
            case .sequence(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
            case .mapping(let entries):
                "{" + entries.map { YAMLText.scalar($0.key) + ": " + $0.value.text }.joined(separator: ", ") + "}"
            }
        }
    }

    /// A key of a mapping and its value.
    public struct Entry: Sendable, Hashable {
        let key: String
        let value: Value

        public init(_ key: String, _ value: Value) {
            self.key = key
            self.value = value
        }

        /// Creates an entry with a scalar; `quoted` as in `Value.scalar`.
        public init(_ key: String, _ text: String, quoted: Bool) {
            self.init(key, .scalar(text, quoted: quoted))
        }
    }

    /// Why a change could not be made.
    public enum Failure: Error, Sendable, Hashable {
        /// The text cannot be parsed; it must be fixed by hand first.
        case unreadable(Diagnostics)
        /// A key on the path to the value has a value that is not a mapping.
        case notAMapping(key: String, span: SourceSpan)
        /// The changed text would not read back as the intended value; nothing was changed.
        case unverified(key: String)
    }

    /// The text with all changes so far.
    public private(set) var source: SourceText

    /// Starts editing a text, which may be empty or consist of comments.
    public init(_ source: SourceText) { self.source = source }

    /// Sets the value at a path of keys; missing keys are added after the last one of their mapping.
    ///
    /// - Throws: a `Failure`; the text is unchanged.
    public mutating func set(_ path: [String], to value: Value) throws(Failure) {
        if case .mapping(let entries) = value, node(at: path)?.kind == .mapping {
            var editor = self
            for entry in entries { try editor.set(path + [entry.key], to: entry.value) }
            self = editor
            return
        }
        let edited = SourceText(path: source.path, bytes: try changed(path, value))
        guard YAMLEditor.reads(edited, path, as: value) else { throw .unverified(key: path.joined(separator: ".")) }
        source = edited
    }

    /// Sets the value at a path of keys to exactly this one: further keys of an existing mapping are removed.
    ///
    /// - Throws: a `Failure`; the text is unchanged.
    public mutating func replace(_ path: [String], with value: Value) throws(Failure) {
        var editor = self
        if let node = node(at: path) {
            if node.kind == .mapping, case .mapping(let entries) = value, !entries.isEmpty {
                for key in node.entries.map(\.key.text) where !entries.contains(where: { $0.key == key }) {
                    try editor.remove(path + [key])
                }
                for entry in entries { try editor.replace(path + [entry.key], with: entry.value) }
                self = editor
                return
            }
            if node.kind == .mapping { try editor.remove(path) }
        }
        try editor.set(path, to: value)
        self = editor
    }

    /// Removes the key at a path with its value, and a mapping that contains nothing else.
    ///
    /// Comments on its lines are removed, too; those on other lines are kept.
    ///
    /// - Throws: a `Failure`; the text is unchanged.
    public mutating func remove(_ path: [String]) throws(Failure) {
        guard let key = path.last, let mapping = node(at: path.dropLast()), mapping.kind == .mapping,
            let value = mapping[named: key]
        else { return }
        let keys = mapping.entries.map(\.key.text)
        if keys.count == 1, path.count > 1 { return try remove(path.dropLast()) }
        let place = span(of: key, value, in: mapping)
        let lines = String(decoding: source.bytes[place.start..<place.end], as: UTF8.self).split(
            omittingEmptySubsequences: false,
            whereSeparator: \.isNewline
        )
        let kept =
            value.kind == .scalar || mapping.style == .flow ? [] : lines.filter { $0.trimmedStart.hasPrefix("#") }
        let comments = kept.map { $0 + lineBreak }.joined()
        let edited = SourceText(path: source.path, bytes: splice(place, comments))
        let rest = YAMLEditor(edited).node(at: path.dropLast())?.entries.map(\.key.text) ?? []
        // An anchor may be used elsewhere, and the value of an alias is elsewhere.
        guard rest == keys.filter({ $0 != key }) else { throw .unverified(key: path.joined(separator: ".")) }
        source = edited
    }

    /// The part of the text with a key and its value: whole lines, or a part of a mapping in braces with its comma.
    private func span(of key: String, _ value: YAMLNode, in mapping: YAMLNode) -> SourceSpan {
        let entries = Array(mapping.entries)
        guard let index = entries.firstIndex(where: { $0.key.text == key }) else {
            return SourceSpan(start: value.span.end, end: value.span.end)
        }
        let start = entries[index].key.span.start
        if mapping.style == .flow {
            if index + 1 < entries.count { return SourceSpan(start: start, end: entries[index + 1].key.span.start) }
            return SourceSpan(start: index > 0 ? entries[index - 1].value.span.end : start, end: value.span.end)
        }
        return lines(from: start, to: max(start, value.span.end - 1))
    }

    private func lines(from start: Int, to last: Int) -> SourceSpan {
        let bytes = source.bytes
        let line = bytes[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return SourceSpan(start: line, end: bytes[last...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count)
    }

    /// The text of the scalar at a path of keys; nil if there is no value, or the value is not a scalar.
    public func scalar(_ path: [String]) -> String? {
        node(at: path).flatMap { $0.kind == .scalar && !$0.isNull ? $0.text : nil }
    }

    public func isMapping(_ path: [String]) -> Bool { node(at: path)?.kind == .mapping }

    private func node(at path: some Collection<String>) -> YAMLNode? {
        var diagnostics = Diagnostics()
        guard let document = YAMLDocument.parse(source, into: &diagnostics), !diagnostics.hasErrors else { return nil }
        return path.reduce(document.root) { $0?[named: $1] }
    }

    private func changed(_ path: [String], _ value: Value) throws(Failure) -> [UInt8] {
        guard !source.isBlank else { return appended(path[...], value, column: 0, after: source.bytes.count) }
        var diagnostics = Diagnostics()
        guard let document = YAMLDocument.parse(source, into: &diagnostics), !diagnostics.hasErrors else {
            throw .unreadable(diagnostics)
        }
        var node = document.root
        for (depth, key) in path.enumerated() {
            guard node.kind == .mapping else {
                throw .notAMapping(key: path[..<depth].joined(separator: "."), span: node.span)
            }
            guard let child = node[named: key] else { return added(path[depth...], value, to: node) }
            if child.isNull, depth < path.count - 1 {
                return nested(path[(depth + 1)...], value, below: child, in: node)
            }
            node = child
        }
        return replaced(node, value)
    }

    private func replaced(_ node: YAMLNode, _ value: Value) -> [UInt8] {
        let span = node.span
        let text: String
        if case .sequence(let elements) = value, let bytes = changedElements(of: node, to: elements) { return bytes }
        switch value {
        case .scalar(let scalar, let quoted):
            let isReplaced = node.kind == .scalar && !node.isNull
            text = YAMLText.scalar(scalar, like: isReplaced ? node.style.text : nil, isQuoted: quoted)
        case .sequence(let elements) where node.kind == .sequence && node.style == .indented && !elements.isEmpty:
            let indent = lineBreak + String(repeating: " ", count: source.location(of: span.start).column - 1)
            text = elements.map { "- " + $0.text }.joined(separator: indent)
        case .sequence, .mapping: text = value.text
        }
        let needsSpace = span.start > 0 && source.bytes[span.start - 1] == UInt8(ascii: ":")
        return splice(span, (needsSpace ? " " : "") + text)
    }

    /// An indented list with elements removed and added at its end, so that the others keep their comments; nil if that is not enough.
    private func changedElements(of list: YAMLNode, to elements: [Value]) -> [UInt8]? {
        guard list.kind == .sequence else { return nil }
        var bytes = source.bytes
        let old = Array(list.elements)
        if list.style == .flow {
            guard let last = old.last, old.count < elements.count,
                zip(old, elements).allSatisfy({ YAMLEditor.reads($0, as: $1) })
            else { return nil }
            let added = elements[old.count...].map { ", " + $0.text }.joined()
            return splice(SourceSpan(start: last.span.end, end: last.span.end), added)
        }
        guard list.style == .indented else { return nil }
        let kept = old.filter { one in elements.contains { YAMLEditor.reads(one, as: $0) } }
        guard let last = kept.last, old.allSatisfy({ $0.kind == .scalar }), kept.count <= elements.count,
            zip(kept, elements).allSatisfy({ YAMLEditor.reads($0, as: $1) })
        else { return nil }
        let indent = String(repeating: " ", count: source.location(of: list.span.start).column - 1)
        let added = elements[kept.count...].map { indent + "- " + $0.text + lineBreak }.joined()
        for one in old.reversed() {
            let line = lines(from: one.span.start, to: max(one.span.start, one.span.end - 1))
            if one.span == last.span {
                let isOpen = !added.isEmpty && bytes[..<line.end].last != 0x0A
                bytes.insert(contentsOf: Array(((isOpen ? lineBreak : "") + added).utf8), at: line.end)
            } else if !kept.contains(where: { $0.span == one.span }) {
                bytes.removeSubrange(line.start..<line.end)
            }
        }
        return bytes
    }

    /// Adds the rest of a path to a mapping without its first key.
    private func added(_ path: ArraySlice<String>, _ value: Value, to mapping: YAMLNode) -> [UInt8] {
        if mapping.style == .flow {
            let end = mapping.span.end - 1
            let text = path.dropLast().map { "\(YAMLText.scalar($0)): {" }.joined()
            let leaf = path.last.map { "\(YAMLText.scalar($0)): \(value.text)" } ?? ""
            let closing = String(repeating: "}", count: path.count - 1)
            return splice(
                SourceSpan(start: end, end: end),
                (mapping.entries.isEmpty ? "" : ", ") + text + leaf + closing
            )
        }
        let column = source.location(of: mapping.span.start).column - 1
        return appended(path, value, column: column, after: mapping.span.end)
    }

    /// Adds the rest of a path below a key without a value.
    private func nested(_ path: ArraySlice<String>, _ value: Value, below child: YAMLNode, in mapping: YAMLNode)
        -> [UInt8]
    {
        let column = source.location(of: mapping.span.start).column + 1
        return appended(path, value, column: column, after: child.span.end)
    }

    /// Adds lines for a path after the line that contains a byte.
    private func appended(_ path: ArraySlice<String>, _ value: Value, column: Int, after offset: Int) -> [UInt8] {
        let lineEnd = offset < source.bytes.count ? source.bytes[offset...].firstIndex(of: 0x0A).map { $0 + 1 } : nil
        let position = lineEnd ?? source.bytes.count
        let needsBreak = position > 0 && source.bytes[position - 1] != 0x0A
        var text = needsBreak ? lineBreak : ""
        for (depth, key) in path.enumerated() {
            let indent = String(repeating: " ", count: column + depth * 2)
            let isLeaf = depth == path.count - 1
            text += indent + YAMLText.scalar(key) + ":" + (isLeaf ? " " + value.text : "") + lineBreak
        }
        return splice(SourceSpan(start: position, end: position), text)
    }

    private func splice(_ span: SourceSpan, _ text: String) -> [UInt8] {
        Array(source.bytes[..<span.start]) + Array(text.utf8) + Array(source.bytes[span.end...])
    }

    private var lineBreak: String {
        guard let first = source.bytes.firstIndex(of: 0x0A), first > 0 else { return "\n" }
        return source.bytes[first - 1] == 0x0D ? "\r\n" : "\n"
    }

    /// Whether the value at a path is the intended one.
    private static func reads(_ source: SourceText, _ path: [String], as value: Value) -> Bool {
        YAMLEditor(source).node(at: path).map { reads($0, as: value) } ?? false
    }

    private static func reads(_ node: YAMLNode, as value: Value) -> Bool {
        switch value {
        case .scalar(let text, _): node.kind == .scalar && node.text == text
        case .sequence(let values):
            node.kind == .sequence && node.elements.count == values.count
                && zip(node.elements, values).allSatisfy { reads($0, as: $1) }
        case .mapping(let entries):
            node.kind == .mapping
                && entries.allSatisfy { entry in node[named: entry.key].map { reads($0, as: entry.value) } ?? false }
        }
    }
}

extension Substring {
    /// The text without blanks at its start.
    fileprivate var trimmedStart: Substring { drop { $0 == " " || $0 == "\t" } }
}

extension YAMLNode.Style {
    /// How a scalar that replaces one of this style is written.
    fileprivate var text: YAMLText.Style {
        switch self {
        case .plain: .plain
        case .singleQuoted: .singleQuoted
        default: .doubleQuoted
        }
    }
}

extension YAMLEditor.Failure: CustomStringConvertible {
    /// Why the text cannot be edited, with the location if known.
    public var description: String {
        switch self {
        case .unreadable(let diagnostics):
            diagnostics.sorted.first { $0.severity == .error }.map(\.message) ?? "it cannot be parsed"
        case .notAMapping(let key, _): key.isEmpty ? "it is not a mapping" : "'\(key)' is not a mapping"
        case .unverified(let key): "'\(key)' cannot be written so that it is read back unchanged"
        }
    }
}
