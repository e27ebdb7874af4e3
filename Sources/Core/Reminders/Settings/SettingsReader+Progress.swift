internal import CivilTime
internal import YAMLSource

/// The settings of notifications about progress: summaries and milestones.
extension SettingsReader {
    private static let summaryKeys: KeySet = ["on", "at"]

    /// `on`, `off`, or a mapping with a weekday and a time.
    mutating func summary(_ node: YAMLNode) -> SummarySchedule? {
        guard node.kind == .mapping else {
            guard let isOn = node.boolean("'summary' value", into: &diagnostics) else { return nil }
            return isOn ? .usual : nil
        }
        guard let reader = MappingReader(node, as: "'summary'", keys: SettingsReader.summaryKeys, into: &diagnostics)
        else { return nil }
        var weekday = SummarySchedule.usual.weekday
        if let day = reader["on"] {
            let days = day.parsed("weekday", into: &diagnostics) { (text) throws(CivilTimeError) in
                try WeekdaySet(parsing: text)
            }
            guard let days else { return nil }
            guard let only = days.weekdays.first, days.weekdays.count == 1 else {
                diagnostics.error(
                    "'\(day.text)' is not a single weekday",
                    at: day.span,
                    expected: "a weekday such as sun"
                )
                return nil
            }
            weekday = only
        }
        guard let time = reader["at"] else { return SummarySchedule(on: weekday, at: SummarySchedule.usual.time) }
        return clock(time).map { SummarySchedule(on: weekday, at: $0) }
    }

    /// `on`, `off`, or a list of numbers of workouts.
    mutating func milestones(_ node: YAMLNode) -> [Int]? {
        if node.kind == .scalar, Int(node.text) == nil {
            guard let isOn = node.boolean("'milestones' value", into: &diagnostics) else { return nil }
            return isOn ? Settings.usualMilestones : []
        }
        let nodes = node.elementsOrSelf
        guard nodes.count <= Settings.mostMilestones else {
            diagnostics.error(
                "there are more than \(Settings.mostMilestones) milestones",
                at: node.span,
                expected: "a list such as [7, 30, 100, 365]"
            )
            return nil
        }
        let lengths = nodes.compactMap {
            $0.integer("number of workouts", in: Settings.milestoneRange, into: &diagnostics)
        }
        return Set(lengths).sorted()
    }
}
