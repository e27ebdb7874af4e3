internal import YAMLSource

/// The parts of the settings that must not be displayed.
extension SettingsReader {
    /// The settings whose values are secrets, or may contain them.
    static let secretKeys = ["configure", "heartbeat"]

    /// The locations of everything that may be a value of a channel or of `heartbeat`, even if a key is misspelled or misplaced, and of
    /// the secret parts of all URLs.
    ///
    /// - Parameter root: the settings; nil if their YAML has errors.
    func secretSpans(_ source: SourceText, _ root: YAMLNode?) -> [SourceSpan] {
        let addresses = AddressRedaction.spans(in: source.bytes)
        guard let root, root.kind == .mapping else { return addresses + SecretLines.spans(in: source) }
        return addresses + root.entries.flatMap { secrets($0.key.text, $0.value) }.map { withComment($0, source) }
    }

    private func secrets(_ key: String, _ value: YAMLNode) -> [SourceSpan] {
        if key == SettingKey.configure.rawValue, value.kind == .mapping {
            return value.entries.flatMap { channel($0.value) }
        }
        let isPlain = Self.keys.names.contains(key) && !Self.secretKeys.contains(key)
        return isPlain ? nestedHeartbeats(value) : values(value)
    }

    /// The locations of a channel's values, without antrain's own keys.
    private func channel(_ node: YAMLNode) -> [SourceSpan] {
        guard node.kind == .mapping else { return values(node) }
        return node.entries.flatMap { entry in
            let isOwn = entry.key.text == "plugin" || ChannelRules.keys.contains(entry.key.text)
            guard isOwn, entry.value.kind == .scalar else { return values(entry.value) }
            // Only what follows the value, which may be a comment.
            return [SourceSpan(start: entry.value.span.end, end: entry.value.span.end)]
        }
    }

    static func isLike(_ keys: [String], _ key: String) -> Bool {
        key.lowercased().contains("beat")
            || (!self.keys.names.contains(key) || keys.contains(key))
                && Suggestion.nearest(to: key, among: self.keys.names).map(keys.contains) == true
    }

    /// The locations of the values of keys like `heartbeat` at any depth.
    private func nestedHeartbeats(_ node: YAMLNode) -> [SourceSpan] {
        switch node.kind {
        case .scalar: []
        case .sequence: node.elementsOrSelf.flatMap { nestedHeartbeats($0) }
        case .mapping:
            node.entries.flatMap { entry in
                Self.isLike(["heartbeat"], entry.key.text) ? values(entry.value) : nestedHeartbeats(entry.value)
            }
        }
    }

    /// The locations of the values below a node, and of keys without a value or with a slash, because they are misplaced values.
    private func values(_ node: YAMLNode) -> [SourceSpan] {
        switch node.kind {
        case .scalar: node.isNull ? [] : [node.span]
        case .sequence: node.elementsOrSelf.flatMap { values($0) }
        case .mapping:
            node.entries.flatMap { entry in
                let isValue = entry.key.text.contains("/") || entry.value.isNull
                return (isValue ? [entry.key.span] : []) + values(entry.value)
            }
        }
    }

    /// A location, extended to the end of its line if a comment follows there, which may be a former value.
    private func withComment(_ span: SourceSpan, _ source: SourceText) -> SourceSpan {
        let rest = source.bytes[span.end...].prefix { $0 != 0x0A }
        return rest.contains(UInt8(ascii: "#")) ? SourceSpan(start: span.start, end: rest.endIndex) : span
    }
}

/// Finds what may be a secret in settings that are not a mapping or have YAML errors.
///
/// It relies on nothing that may be wrong in such a file: colons, quotes, brackets and the indentation of a word. It hides everything
/// after the key of a line, unless the line clearly is one of antrain's own settings.
private struct SecretLines {
    /// The words that are kept at the start of a line even if no colon follows them.
    private static let words =
        SettingsReader.keys.names + ChannelRules.keys + [
            "plugin", "url", "token", "password", "topic", "to", "file", "env",
        ]
    private static let address = "url"

    private var spans: [SourceSpan] = []
    /// Whether the lines below the last key at the start of a line belong to a setting that contains no secret.
    private var isPlain = false
    /// Whether only the items of a list are plain.
    private var isList = false
    /// The indentation of a key like `heartbeat` within lines that are otherwise plain.
    private var inner: Int?

    static func spans(in source: SourceText) -> [SourceSpan] {
        var lines = Self()
        // libyaml ends a line also at characters at which an editor does not.
        for line in source.lines { lines.read(line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line) }
        return lines.spans
    }

    private mutating func read(_ line: ArraySlice<UInt8>) {
        let content = line.drop { $0 <= 0x20 }
        guard let first = content.first, !content.elementsEqual("---".utf8) else { return }
        let columns = content.startIndex - line.startIndex
        if let outer = inner, belongs(content, indentedBy: columns, to: outer) { return hide(content) }
        inner = nil
        let isItem = first == UInt8(ascii: "-")
        if columns == 0, !isItem, first != UInt8(ascii: "#") { begin(content) }
        let text = String(decoding: content, as: UTF8.self)
        guard isPlain, columns == 0 || !isList || isItem && !text.contains(": ") else { return hideValue(content) }
        if let end = endOfSecretKey(content) {
            inner = columns
            hide(content[end...])
        } else if !text.contains("{"), let end = endOfSecondKey(content) {
            hide(content[end...])
        }
    }

    /// Begins a setting at the start of a line.
    private mutating func begin(_ content: ArraySlice<UInt8>) {
        let word = content.prefix(while: Self.isPart)
        let name = String(decoding: word, as: UTF8.self)
        let rest = content[word.endIndex...].drop { " \t:=".utf8.contains($0) }
        isPlain = SettingsReader.keys.names.contains(name) && !SettingsReader.secretKeys.contains(name)
        // Channels may follow a key that has a value, or the names of channels, with their own key forgotten.
        isList = name == SettingKey.channels.rawValue || !(rest.isEmpty || rest.first == UInt8(ascii: "#"))
    }

    /// Hides everything after the key of a line, or the whole line if it seems to have none.
    private mutating func hideValue(_ content: ArraySlice<UInt8>) {
        let start = content.drop { "\"'-{[? \t".utf8.contains($0) }
        let word = start.prefix(while: Self.isPart)
        let rest = start[word.endIndex...].drop { "\"'".utf8.contains($0) }
        let hasColon = rest.first == UInt8(ascii: ":") || rest.first == UInt8(ascii: "=")
        let name = String(decoding: word, as: UTF8.self)
        let isKey = hasColon && name == name.lowercased() || Self.words.contains(name) && rest.first != nil
        hide(isKey ? rest : start)
    }

    private mutating func hide(_ text: ArraySlice<UInt8>) {
        let value = text.drop { "\"' \t:=".utf8.contains($0) }
        if value.contains(where: { Self.isPart($0) || $0 >= 0x80 }) {
            spans.append(SourceSpan(start: value.startIndex, end: value.endIndex))
        }
    }

    /// Whether a line belongs to the key above it: it is indented more, a list item, or an address without a key.
    private func belongs(_ content: ArraySlice<UInt8>, indentedBy columns: Int, to outer: Int) -> Bool {
        guard let first = content.first, columns <= outer else { return true }
        let text = String(decoding: content, as: UTF8.self)
        return first == UInt8(ascii: "-") || text.contains("/") && !text.contains(": ")
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || "-_".utf8.contains(byte)
    }

    /// The end of a second key on a line, as if a line break were missing.
    private func endOfSecondKey(_ line: ArraySlice<UInt8>) -> Int? {
        let colons = line.indices.dropLast().filter { line[$0] == UInt8(ascii: ":") && line[$0 + 1] <= 0x20 }
        return colons.dropFirst().first
    }

    /// The end of the first word of a line that is like `heartbeat`, `configure` or `url`.
    private func endOfSecretKey(_ line: ArraySlice<UInt8>) -> Int? {
        var rest = line.drop { !Self.isPart($0) }
        while !rest.isEmpty {
            let word = rest.prefix(while: Self.isPart)
            let name = String(decoding: word, as: UTF8.self)
            if name.lowercased() == Self.address || SettingsReader.isLike(SettingsReader.secretKeys, name) {
                return word.endIndex
            }
            rest = rest[word.endIndex...].drop { !Self.isPart($0) }
        }
        return nil
    }
}
