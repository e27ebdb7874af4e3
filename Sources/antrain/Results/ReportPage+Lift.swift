import CivilTime
import Reminders
import Reports

extension ReportPage {
    /// A lift with its charts: the estimated max, if there is any, and the volume.
    static func lift(_ lift: StatsResult.Lift, _ stats: StatsResult, _ format: LocaleFormat) -> Lift {
        let first = stats.range.lowerBound.monday
        func text(_ value: Double) -> String { format.numbers(StatsResult.decimal(value)) }
        func weight(_ value: Double) -> String { "\(text(value)) \(lift.unit)" }
        func chart(_ name: String, _ mark: Chart.Mark, _ values: [Double?], height: Double) -> Chart {
            let known = zip(stats.statedWeeks, values).compactMap { week, value in value.map { (week, $0) } }
            let ends = [known.first, known.last].compactMap { $0 }.map { "\(weight($0.1)) in the week of \($0.0)" }
            let change = known.count > 1 ? "from " + ends.joined(separator: " to ") : ends.first ?? "no values"
            let most = known.count > 2 ? known.map(\.1).max().map { "; the highest is \(weight($0))" } ?? "" : ""
            return Chart(
                "\(name) by week",
                summary: "\(lift.name): \(change)\(most).",
                axis: "\(name) by week (\(lift.unit))",
                from: first,
                [Chart.Series(name, mark, values)],
                height: height,
                number: format.numbers
            )
        }
        let maxes = lift.weeks.map(\.estimatedMax)
        let latest = maxes.last { $0 != nil } ?? nil
        var charts = [chart("Volume", .bars, lift.weeks.map(\.volume), height: 110)]
        if latest != nil { charts.insert(chart("Estimated max", .line, maxes, height: 170), at: 0) }
        let rows = zip(stats.statedWeeks, lift.weeks).map { week, values in
            [week, values.estimatedMax.map(text) ?? "–", text(values.volume)]
        }
        let columns = ["Week of", "Estimated max (\(lift.unit))", "Volume (\(lift.unit))"]
        let table = PageTable("\(lift.name) by week", columns: columns, rows: rows)
        return Lift(lift.name, latest: latest.map { "estimated max \(weight($0))" }, charts, table)
    }
}
