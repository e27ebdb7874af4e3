internal import YAMLSource

/// The settings of the log.
extension SettingsReader {
    private static let loggingKeys = KeySet("to", "level")

    /// `off`, `journal`, a path, or a mapping with a level.
    mutating func logging(_ node: YAMLNode) -> LoggingSettings? {
        guard node.kind == .mapping else {
            guard !node.equals("off"), !node.equals("no"), !node.equals("false") else { return nil }
            return target(node).map { LoggingSettings(target: $0) }
        }
        guard let reader = MappingReader(node, as: "'logging'", keys: SettingsReader.loggingKeys, into: &diagnostics),
            let target = reader.required("to", into: &diagnostics).flatMap({ target($0) })
        else { return nil }
        guard let level = reader["level"] else { return LoggingSettings(target: target) }
        return level.choice("log level", of: LoggingSettings.Level.self, into: &diagnostics).map {
            LoggingSettings(target: target, level: $0)
        }
    }

    private mutating func target(_ node: YAMLNode) -> LoggingSettings.Target? {
        guard let text = node.string("log destination", into: &diagnostics) else { return nil }
        if text == "journal" { return .journal }
        guard text.hasPrefix("/") || text.hasPrefix("~/"), !text.hasSuffix("/") else {
            diagnostics.error(
                "invalid log destination '\(text)'",
                at: node.span,
                expected: "journal, or the path of a file that starts with / or ~/"
            )
            return nil
        }
        return .file(text)
    }
}
