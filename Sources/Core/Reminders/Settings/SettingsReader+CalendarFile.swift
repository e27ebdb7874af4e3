internal import YAMLSource

extension SettingsReader {
    private static let calendarKeys = KeySet("path", "days", "alarms")

    /// `off`, a path, or a mapping with more options.
    mutating func calendarFile(_ node: YAMLNode) -> CalendarFile? {
        guard node.kind == .mapping else {
            if node.equals("off") || node.equals("no") || node.equals("false") { return nil }
            return calendarPath(node).map { CalendarFile(path: $0) }
        }
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
