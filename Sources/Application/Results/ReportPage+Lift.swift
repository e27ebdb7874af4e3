import CivilTime
import Localization
import Progress
import Reports

extension ReportPage {
    /// A lift with its charts: the estimated max, if there is any, and the volume.
    static func lift(_ lift: StatsResult.Lift, _ stats: StatsResult) -> Lift {
        let words = stats.words
        func text(_ value: Double) -> String { words.format.numbers(StatsResult.decimal(value)) }
        func weight(_ value: Double) -> String { "\(text(value)) \(lift.unit)" }
        func chart(_ name: String, _ mark: Chart.Mark, _ values: [Double?], height: Double) -> Chart {
            let known = values.compactMap(\.self)
            let change = words.change(zip(stats.statedWeeks, values), weight)
            let most = known.count > 2 ? known.max().map { ["change": change, "value": weight($0)] } : nil
            let title = words.text(.reportByWeek, ["what": name])
            return Chart(
                title,
                summary: words.text(
                    .labeled,
                    ["label": lift.name, "value": most.map { words.text(.reportHighest, $0) } ?? change]
                ) + ".",
                axis: "\(title) (\(lift.unit))",
                from: stats.range.lowerBound.monday,
                [Chart.Series(name, mark, values)],
                height: height,
                number: words.format.numbers,
                names: words.dateNames
            )
        }
        let (volume, max) = (words.text(.statsVolume).capitalizedFirst, words.label(.estimatedMax))
        let maxes = lift.weeks.map(\.estimatedMax)
        let latest = maxes.last { $0 != nil } ?? nil
        var charts = [chart(volume, .bars, lift.weeks.map(\.volume), height: 110)]
        if latest != nil { charts.insert(chart(max.capitalizedFirst, .line, maxes, height: 170), at: 0) }
        let rows = zip(stats.statedWeeks, lift.weeks).map { week, values in
            [week, values.estimatedMax.map(text) ?? "–", text(values.volume)]
        }
        let columns = [words.text(.reportWeekOf), "\(max.capitalizedFirst) (\(lift.unit))", "\(volume) (\(lift.unit))"]
        let table = words.table(words.text(.reportByWeek, ["what": lift.name]), columns, rows)
        return Lift(lift.name, latest: latest.map { "\(max) \(weight($0))" }, charts, table)
    }
}
