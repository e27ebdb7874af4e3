internal import CivilTime
internal import YAMLSource

/// The settings of the log.
extension SettingsReader {
    private static let loggingKeys: KeySet = ["to", "level"]

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

    mutating func keep(_ node: YAMLNode) -> CalendarSpan? {
        if node.equals("all") { return nil }
        guard
            let span = node.parsed(
                "time to keep details",
                into: &diagnostics,
                { (text) throws(CivilTimeError) in try CalendarSpan(parsing: text) }
            )
        else { return nil }
        guard span.approximateDays >= Settings.shortestKeep else {
            diagnostics.error(
                "'keep: \(node.text)' is too short: plans and answers refer to the last months",
                at: node.span,
                expected: "at least \(Settings.shortestKeep)d, such as 2y, or all"
            )
            return nil
        }
        return span
    }

    private static let evidenceKeys: KeySet = ["folder"]

    /// `on`, `off`, the path of a folder, or a mapping with it.
    mutating func evidence(_ node: YAMLNode) -> EvidenceSettings? {
        if node.kind == .mapping {
            let reader = MappingReader(node, as: "'evidence'", keys: SettingsReader.evidenceKeys, into: &diagnostics)
            return (reader?["folder"]).map { EvidenceSettings(folder: folder($0)) } ?? EvidenceSettings()
        }
        if node.equals("off") || node.equals("no") || node.equals("false") { return nil }
        if node.isNull || node.equals("on") || node.equals("yes") || node.equals("true") { return EvidenceSettings() }
        return EvidenceSettings(folder: folder(node))
    }

    private mutating func folder(_ node: YAMLNode) -> String? {
        guard let path = node.string("folder", into: &diagnostics) else { return nil }
        guard path.hasPrefix("/") || path.hasPrefix("~/") else {
            diagnostics.error(
                "invalid folder '\(path)' in 'evidence'",
                at: node.span,
                expected: "on, off, or a path such as ~/Sync/activities"
            )
            return nil
        }
        return path
    }

    private static let calendarKeys: KeySet = ["path", "days", "alarms"]

    /// `off`, a path, or a mapping with more options.
    mutating func calendarFile(_ node: YAMLNode) -> CalendarFile? {
        guard node.kind == .mapping else { return pathOrOff(node).map { CalendarFile(path: $0) } }
        let reader = MappingReader(node, as: "'calendar-file'", keys: SettingsReader.calendarKeys, into: &diagnostics)
        guard let reader, let path = reader.required("path", into: &diagnostics).flatMap({ calendarPath($0) }) else {
            return nil
        }
        return CalendarFile(
            path: path,
            days: reader["days"]?.integer("number of days", in: CalendarFile.dayRange, into: &diagnostics)
                ?? CalendarFile.usualDays,
            hasAlarms: reader["alarms"]?.boolean("'alarms' value", into: &diagnostics) ?? false
        )
    }

    /// `off`, or a path.
    mutating func pathOrOff(_ node: YAMLNode) -> String? {
        if node.equals("off") || node.equals("no") || node.equals("false") { return nil }
        return calendarPath(node)
    }

    /// A path that is the same in every working folder.
    private mutating func calendarPath(_ node: YAMLNode) -> String? {
        guard let path = node.string("path", into: &diagnostics) else { return nil }
        guard path.hasPrefix("/") || path.hasPrefix("~/"), !path.hasSuffix("/") else {
            diagnostics.error(
                "invalid calendar file '\(path)'",
                at: node.span,
                expected: "a path such as ~/training.ics, or off"
            )
            return nil
        }
        return path
    }
}
