internal import CivilTime
internal import YAMLSource

extension SettingsReader {
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
}
