internal import YAMLSource

/// The origin of a channel's value.
public enum ValueOrigin: Sendable, Hashable {
    /// The settings.
    case literal(String)
    /// The first line of a file, with its path as the user wrote it.
    case file(String)
    /// An environment variable.
    case variable(String)
    /// A secret in the settings, which the ledger does not store.
    case forgotten

    /// The value, if it is in the settings.
    public var literal: String? {
        if case .literal(let text) = self { text } else { nil }
    }

    /// The origin as text: `~/.secrets/ntfy` or `$NTFY_TOKEN`; nil for a value in the settings.
    public var place: String? {
        switch self {
        case .literal, .forgotten: nil
        case .file(let path): path
        case .variable(let name): "$\(name)"
        }
    }

    private static let keys: KeySet = ["file", "env"]
    static let forgottenKey: StaticString = "forgotten"

    /// Reads `{file: ~/.secrets/ntfy}` or `{env: NTFY_TOKEN}`.
    ///
    /// - Parameters:
    ///   - isRemembered: whether the text comes from the ledger.
    ///   - diagnostics: receives errors.
    init?(_ node: YAMLNode, isRemembered: Bool, into diagnostics: inout Diagnostics) {
        if isRemembered, node[ValueOrigin.forgottenKey] != nil {
            self = .forgotten
            return
        }
        // A key without a value is probably the value itself, as in {tk_…}.
        guard !node.entries.contains(where: { $0.value.isNull }) else {
            Self.reportMissing(node, into: &diagnostics)
            return nil
        }
        let before = diagnostics.errorCount
        guard let reader = MappingReader(node, as: "a value reference", keys: ValueOrigin.keys, into: &diagnostics),
            diagnostics.errorCount == before
        else { return nil }
        switch (reader["file"], reader["env"]) {
        case (let file?, nil):
            guard let path = file.string("file path", into: &diagnostics) else { return nil }
            guard path.hasPrefix("/") || path.hasPrefix("~/") else {
                // What is written here by mistake may be the secret itself.
                diagnostics.error("'file' is not an absolute path", at: file.span, help: "start it with / or ~/")
                return nil
            }
            self = .file(path)
        case (nil, let variable?):
            guard let name = variable.string("variable name", into: &diagnostics) else { return nil }
            guard ValueOrigin.isVariable(name) else {
                diagnostics.error(
                    "'env' is not the name of a variable" + (name.hasPrefix("$") ? ": write it without '$'" : ""),
                    at: variable.span,
                    expected: "letters, digits and _, as in NTFY_TOKEN"
                )
                return nil
            }
            self = .variable(name)
        default:
            Self.reportMissing(node, into: &diagnostics)
            return nil
        }
    }

    private static func reportMissing(_ node: YAMLNode, into diagnostics: inout Diagnostics) {
        diagnostics.error(
            "a value reference must have either 'file' or 'env'",
            at: node.span,
            expected: "{file: ~/.secrets/ntfy} or {env: NTFY_TOKEN}"
        )
    }

    /// A value that a user types: `{file: …}` or `{env: …}` as in the settings, or the value itself.
    ///
    /// - Throws: a diagnostic's words if the reference is invalid.
    public static func typed(_ text: String) throws(InvalidReference) -> ValueOrigin {
        guard ["{file:", "{env:"].contains(where: text.hasPrefix) else { return .literal(text) }
        var diagnostics = Diagnostics()
        let root = YAMLDocument.parse(SourceText(path: "", text: text), into: &diagnostics)?.root
        guard let origin = root.flatMap({ ValueOrigin($0, isRemembered: false, into: &diagnostics) }) else {
            throw InvalidReference(reason: diagnostics.firstInWords ?? "expected {file: PATH} or {env: NAME}")
        }
        return origin
    }

    /// An invalid reference to a file or a variable.
    public struct InvalidReference: Error {
        public let reason: String
    }

    private static func isVariable(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
        }
    }
}
