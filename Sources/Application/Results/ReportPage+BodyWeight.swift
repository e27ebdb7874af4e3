import CivilTime
import Localization
import Reports

extension ReportPage {
    /// The body weight by week; nil without a measurement.
    static func bodyWeight(_ stats: StatsResult) -> Diagram? {
        guard let body = stats.bodyWeight else { return nil }
        let words = stats.words
        func text(_ value: Double) -> String { words.format.numbers(StatsResult.decimal(value)) }
        let values = body.weeks.map(\.weight)
        let change = words.change(zip(stats.statedWeeks, values)) { "\(text($0)) \(body.unit)" }
        let name = words.text(.reportBodyWeight)
        let title = words.text(.reportByWeek, ["what": name])
        let chart = Chart(
            title,
            summary: words.text(.labeled, ["label": name, "value": change]) + ".",
            axis: words.text(.reportLastOfWeek, ["unit": body.unit]),
            from: stats.range.lowerBound.monday,
            [Chart.Series(name, .line, values)],
            height: 170,
            number: words.format.numbers,
            names: words.dateNames
        )
        let rows = zip(stats.statedWeeks, values).map { week, value in [week, value.map(text) ?? "–"] }
        let columns = [words.text(.reportWeekOf), "\(name) (\(body.unit))"]
        return Diagram(chart, words.table(title, columns, rows))
    }
}

extension MessageCatalog {
    /// The names of months and weekdays in charts.
    var dateNames: DateNames {
        DateNames(
            months: (1...12).map { format.shortName(month: $0) },
            weekdays: Weekday.allCases.map { format.shortName($0) }
        )
    }

    /// The numbers behind a chart.
    func table(_ caption: String, _ columns: [String], _ rows: [[String]]) -> PageTable {
        PageTable(caption, summary: text(.reportNumbers, ["caption": caption]), columns: columns, rows: rows)
    }

    /// The first and the last value of some weeks, in a sentence.
    func change(_ weeks: some Sequence<(String, Double?)>, _ value: (Double) -> String) -> String {
        let known = weeks.compactMap { week, number in number.map { (week, $0) } }
        let ends = [known.first, known.last].compactMap(\.self).map { week, number in
            text(.reportInWeek, ["value": value(number), "date": week])
        }
        guard let first = ends.first, let last = ends.last else { return text(.reportNoValues) }
        return known.count > 1 ? text(.reportFromTo, ["first": first, "last": last]) : first
    }
}
