import CivilTime
import Reminders
import Reports

extension ReportPage {
    /// The body weight by week; nil without a measurement.
    static func bodyWeight(_ stats: StatsResult, _ format: LocaleFormat) -> Diagram? {
        guard let body = stats.bodyWeight else { return nil }
        func text(_ value: Double) -> String { format.numbers(StatsResult.decimal(value)) }
        let values = body.weeks.map(\.weight)
        let known = zip(stats.statedWeeks, values).compactMap { week, value in value.map { (week, $0) } }
        let ends = [known.first, known.last].compactMap { $0 }.map { week, value in
            "\(text(value)) \(body.unit) in the week of \(week)"
        }
        let change = known.count > 1 ? "from " + ends.joined(separator: " to ") : ends.first ?? "no values"
        let chart = Chart(
            "Body weight by week",
            summary: "Body weight: \(change).",
            axis: "Last measurement of the week (\(body.unit))",
            from: stats.range.lowerBound.monday,
            [Chart.Series("Body weight", .line, values)],
            height: 170,
            number: format.numbers
        )
        let rows = zip(stats.statedWeeks, values).map { week, value in [week, value.map(text) ?? "–"] }
        let columns = ["Week of", "Body weight (\(body.unit))"]
        return Diagram(chart, PageTable("Body weight by week", columns: columns, rows: rows))
    }
}
