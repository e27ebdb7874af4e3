internal import CivilTime
internal import YAMLSource

extension SettingsReader {
    private static let timeKeys: KeySet = ["auto", "start"]
    private static var autoForm: String { "{auto: \"06:00-09:00\"}, or a time such as \"07:30\"" }

    /// A time of day, or a mapping with the range of a time that follows the workouts.
    mutating func time(_ node: YAMLNode, of settings: inout Settings) {
        guard node.kind == .mapping else {
            if node.equals("auto") {
                diagnostics.error("'time: auto' has no range", at: node.span, expected: SettingsReader.autoForm)
            } else if let time = clock(node) {
                settings.time = time
            }
            return
        }
        guard let reader = MappingReader(node, as: "'time'", keys: SettingsReader.timeKeys, into: &diagnostics),
            let range = reader.required("auto", into: &diagnostics), let auto = autoTime(range)
        else { return }
        settings.autoTime = auto
        if let value = reader["start"], let start = clock(value) {
            if auto.contains(start) {
                settings.autoTime = auto.starting(at: start)
            } else {
                diagnostics.error(
                    "the start '\(start)' is outside the range",
                    at: value.span,
                    expected: "a time from \(auto.from) to \(auto.to)"
                )
            }
        }
        settings.time = settings.autoTime?.first ?? settings.time
    }

    private mutating func autoTime(_ node: YAMLNode) -> AutoTime? {
        guard let text = node.string("range of times", into: &diagnostics) else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            diagnostics.error("invalid range of times '\(text)'", at: node.span, expected: "06:00-09:00")
            return nil
        }
        let ends = parts.map { part in
            node.parsed("range of times", into: &diagnostics) { (_) throws(CivilTimeError) in
                try TimeOfDay(parsing: part)
            }
        }
        guard let from = ends[0], let to = ends[1] else { return nil }
        guard let auto = AutoTime(from: from, to: to) else {
            diagnostics.error(
                "invalid range of times '\(text)'",
                at: node.span,
                expected: "a range of at least 10 minutes within one day, such as 06:00-09:00"
            )
            return nil
        }
        return auto
    }
}
