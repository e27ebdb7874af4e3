internal import YAMLSource

/// The parts of the settings that must not be displayed.
extension SettingsReader {
    /// The key whose value is a URL, in `heartbeat` and in the values of channels.
    private static let address = "url"

    /// The locations of the values of `heartbeat`, even if this key is misspelled or misplaced, and of the secret parts of all URLs.
    ///
    /// - Parameter root: the settings; nil if their YAML has errors.
    func secretSpans(_ source: SourceText, _ root: YAMLNode?) -> [SourceSpan] {
        let addresses = AddressRedaction.spans(in: source.bytes)
        guard let root, root.kind == .mapping else { return addresses + heartbeatLines(source) }
        return addresses + heartbeats(in: root)
    }

    private static func isLikeHeartbeat(_ key: String) -> Bool {
        key.lowercased().contains("beat")
            || (!keys.names.contains(key) && Suggestion.nearest(to: key, among: keys.names) == "heartbeat")
    }

    /// The locations of the values of keys like `heartbeat` at any depth, and of a `url` that is not indented.
    private func heartbeats(in root: YAMLNode) -> [SourceSpan] {
        let addresses = root.entries.filter { $0.key.text.lowercased() == SettingsReader.address }
        return addresses.flatMap { values($0.value) } + nestedHeartbeats(root)
    }

    private func nestedHeartbeats(_ node: YAMLNode) -> [SourceSpan] {
        switch node.kind {
        case .scalar: []
        case .sequence: node.elementsOrSelf.flatMap { nestedHeartbeats($0) }
        case .mapping:
            node.entries.flatMap { entry in
                SettingsReader.isLikeHeartbeat(entry.key.text) ? values(entry.value) : nestedHeartbeats(entry.value)
            }
        }
    }

    /// The locations of the values below a node, and of keys that contain a slash, because they are misplaced values.
    private func values(_ node: YAMLNode) -> [SourceSpan] {
        switch node.kind {
        case .scalar: node.isNull ? [] : [node.span]
        case .sequence: node.elementsOrSelf.flatMap { values($0) }
        case .mapping:
            node.entries.flatMap { ($0.key.text.contains("/") ? [$0.key.span] : []) + values($0.value) }
        }
    }

    /// The locations of everything after a word like `heartbeat` or `url`, on its line and on the lines below that belong to it, in a file
    /// that is not a mapping or has YAML errors.
    ///
    /// It relies on nothing that may be wrong in such a file: colons, quotes, brackets and the indentation of the word.
    private func heartbeatLines(_ source: SourceText) -> [SourceSpan] {
        var spans: [SourceSpan] = []
        var indentation: Int?
        var start = 0
        for line in source.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            defer { start = line.endIndex + 1 }
            let content = line.drop { $0 <= 0x20 }
            if let outer = indentation, belongs(content, indentedBy: content.startIndex - start, to: outer) {
                spans.append(SourceSpan(start: start, end: line.endIndex))
                continue
            }
            indentation = nil
            guard let end = endOfSecretKey(content) else { continue }
            indentation = content.startIndex - start
            let value = line[end...].drop { "\"' \t:=".utf8.contains($0) }
            if !value.isEmpty { spans.append(SourceSpan(start: value.startIndex, end: line.endIndex)) }
        }
        return spans
    }

    /// Whether a line belongs to the key above it: it is indented more, a list item, or an address without a key.
    private func belongs(_ content: ArraySlice<UInt8>, indentedBy columns: Int, to outer: Int) -> Bool {
        guard let first = content.first, columns <= outer else { return true }
        let text = String(decoding: content, as: UTF8.self)
        return first == UInt8(ascii: "-") || text.contains("/") && !text.contains(": ")
    }

    /// The end of the first word of a line that is like `heartbeat` or `url`.
    private func endOfSecretKey(_ line: ArraySlice<UInt8>) -> Int? {
        func isPart(_ byte: UInt8) -> Bool {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || "-_".utf8.contains(byte)
        }
        var rest = line.drop { !isPart($0) }
        while !rest.isEmpty {
            let word = rest.prefix(while: isPart)
            let name = String(decoding: word, as: UTF8.self)
            if name.lowercased() == SettingsReader.address || SettingsReader.isLikeHeartbeat(name) {
                return word.endIndex
            }
            rest = rest[word.endIndex...].drop { !isPart($0) }
        }
        return nil
    }
}
