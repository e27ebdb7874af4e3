/// Reads a mapping with a known set of keys and reports unknown ones.
///
/// Example:
///
///     private let roundingKeys: KeySet = ["step", "to"]
///
///     func rounding(_ node: YAMLNode, into diagnostics: inout Diagnostics) -> Rounding? {
///         guard let reader = MappingReader(node, as: "'rounding'", keys: roundingKeys, into: &diagnostics) else {
///             return nil
///         }
///         let step = reader.required("step", into: &diagnostics)?.text
///         let direction = reader["to"]?.text ?? "nearest"
///         …
///     }
public struct MappingReader: Sendable {
    public let node: YAMLNode
    private let what: StaticString
    /// Missing keys that an unknown key was probably meant to be.
    private let misspelt: [String]

    /// - Parameters:
    ///   - what: what the mapping is, for messages, with an article or in quotes: `an exercise`, `'rounding'`.
    ///   - diagnostics: receives an error for each unknown key, with a did-you-mean.
    /// - Returns: nil if the node is not a mapping, which is reported.
    public init?(_ node: YAMLNode, as what: StaticString, keys: KeySet, into diagnostics: inout Diagnostics) {
        guard node.kind == .mapping else {
            diagnostics.error(
                "\(what) must be a mapping, not \(node.kindInWords)",
                at: node.span,
                expected:
                    "a mapping with \(keys.names.prefix(6).joined(separator: ", "))\(keys.names.count > 6 ? " …" : "")"
            )
            return nil
        }
        self.node = node
        self.what = what
        var misspelt: [String] = []
        for entry in node.entries where !keys.contains(entry.key) {
            let name = entry.key.text
            let suggestion = Suggestion.nearest(to: name, among: keys.names)
            if let suggestion, !node.entries.contains(where: { $0.key.text == suggestion }) {
                misspelt.append(suggestion)
            }
            diagnostics.error(
                "unknown key '\(name)' in \(what)",
                at: entry.key.span,
                expected: suggestion == nil ? keys.names.joined(separator: ", ") : nil,
                help: suggestion.map(Suggestion.help)
            )
        }
        self.misspelt = misspelt
    }

    /// The value of a key; nil if the key is missing or has no value.
    public subscript(_ key: StaticString) -> YAMLNode? {
        guard let value = node[key], !value.isNull else { return nil }
        return value
    }

    /// The value of a required key; a missing one is reported, unless its misspelling already was.
    public func required(_ key: StaticString, into diagnostics: inout Diagnostics) -> YAMLNode? {
        if let value = self[key] { return value }
        if misspelt.contains("\(key)") { return nil }
        let span = node[key]?.span ?? SourceSpan(start: node.span.start, end: min(node.span.end, node.span.start + 1))
        diagnostics.error(
            "missing \(node[key] == nil ? "key" : "value for") '\(key)' in \(what)",
            at: span,
            help: "add '\(key): …'"
        )
        return nil
    }
}

/// The keys that a mapping may have.
public struct KeySet: Sendable, ExpressibleByArrayLiteral {
    private let keys: [StaticString]

    /// Creates a set of keys, in the order in which messages list them.
    public init(arrayLiteral keys: StaticString...) { self.keys = keys }

    public var names: [String] { keys.map { "\($0)" } }

    func contains(_ key: YAMLNode) -> Bool {
        for known in keys where key.equals(known) { return true }
        return false
    }
}
