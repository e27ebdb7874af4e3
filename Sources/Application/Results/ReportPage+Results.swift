package import CivilTime
package import Localization
package import Platform
import Progress
package import Reports

extension ReportPage {
    /// Adds the statistics: figures, workouts, the year, the lifts and the body weight.
    package mutating func add(_ stats: StatsResult) {
        let words = stats.words
        guard !stats.isEmpty else {
            let commands = ["done": "antrain done", "log": "antrain log squat 5x5@80kg"]
            start = words.text(.statsEmpty, commands).capitalizedFirst
            return
        }
        figures = Self.figures(stats)
        adherence = Self.adherence(stats)
        weekdays = stats.weekdays.map { day in
            Share(day.name, done: day.workouts.done, planned: day.workouts.planned, text: stats.part(day.workouts))
        }
        year = Self.year(stats)
        lifts = stats.lifts.map { Self.lift($0, stats) }
        bodyWeight = Self.bodyWeight(stats)
    }

    /// Adds the records, those of the lifts first, in the same order.
    package mutating func add(_ result: RecordsResult, _ format: LocaleFormat, today: CivilDate) {
        let names = lifts.map(\.name)
        let places = Dictionary(zip(names, 0...)) { first, _ in first }
        let exercises = result.exercises.enumerated().sorted { one, other in
            let (place, next) = (places[one.element.name] ?? names.count, places[other.element.name] ?? names.count)
            return (place, one.offset) < (next, other.offset)
        }
        records = exercises.map { _, exercise in
            let rows = exercise.records.map { record in
                Record(
                    record.label,
                    record.shown,
                    origin: record.origin,
                    date: (format.statedDate(record.day, today: today), record.date)
                )
            }
            return (exercise.name, rows)
        }
    }

    package mutating func add(_ coming: [DayResult]) {
        days = coming.map { day in
            let workouts = day.workouts.map { workout in
                Day.Workout(
                    workout.titled,
                    place: "\(workout.programName), \(workout.place)",
                    notes: workout.notes,
                    workout.exercises.map { line in
                        let sets = line.shown.map(firm).joined(separator: ", ")
                        return Day.Exercise(line.titled, sets: sets, change: line.change?.text)
                    }
                )
            }
            return Day(date: (day.when, day.date), summary: workouts.isEmpty ? day.summary : nil, workouts)
        }
    }

    /// A text that is not broken, unless it is long.
    private func firm(_ text: String) -> String { text.count > 30 ? text : text.replacing(" ", with: "\u{A0}") }

    private static func figures(_ stats: StatsResult) -> [Figure] {
        let words = stats.words
        var figures: [Figure] = []
        if stats.workouts.planned > 0 {
            let planned = words.text(.reportPlanned, ["count": stats.part(stats.workouts)])
            figures.append(Figure(words.text(.reportDone), words.percent(stats.doneShare), detail: planned))
        }
        if let streak = stats.streaks.max(by: { ($0.current, $0.longest) < ($1.current, $1.longest) }),
            streak.longest > 0
        {
            let longest = words.text(.reportLongest, ["count": "\(streak.longest)"])
            figures.append(Figure(words.text(.statsInARow), "\(streak.current)", detail: longest))
        }
        let sets = stats.sets
        if sets.strength + sets.hypertrophy > 0 {
            let detail = words.text(stats.weeks.count, one: .reportWeek, other: .reportWeeks)
            figures.append(Figure(words.text(.reportSets), "\(sets.strength + sets.hypertrophy)", detail: detail))
        }
        let trained = stats.days.count { $0.state == "trained" }
        if trained > 0 {
            figures.append(Figure(words.text(.reportDays), "\(trained)", detail: words.text(.reportInYear)))
        }
        return figures
    }

    private static func adherence(_ stats: StatsResult) -> Diagram? {
        guard stats.workouts.planned > 0, let first = stats.weeks.first?.monday else { return nil }
        let words = stats.words
        let counts = stats.weeks.map(\.workouts)
        let summary = [
            "done": "\(stats.workouts.done)", "planned": "\(stats.workouts.planned)",
            "percent": words.percent(stats.doneShare),
        ]
        let chart = Chart(
            words.text(.statsByWeek),
            summary: words.text(.reportDoneSummary, summary),
            axis: words.text(.reportWorkouts),
            from: first,
            [
                Chart.Series(words.text(.calendarPlanned), .outlines, counts.map { Double($0.planned) }),
                Chart.Series(words.text(.calendarDone), .bars, counts.map { Double($0.done) }),
            ],
            isCount: true,
            names: words.dateNames
        )
        let rows = zip(stats.statedWeeks, counts).map { week, count in
            [week, "\(count.done)", "\(count.skipped)", "\(count.missed)", "\(count.planned)"]
        }
        let states: [MessageKey] = [.calendarDone, .calendarSkipped, .calendarMissed, .calendarPlanned]
        let columns = [words.text(.reportWeekOf)] + states.map { words.text($0).capitalizedFirst }
        return Diagram(chart, words.table(words.text(.statsByWeek), columns, rows))
    }

    private static func year(_ stats: StatsResult) -> Year? {
        guard !stats.days.isEmpty else { return nil }
        let map = stats.heatMap
        let words = stats.words
        func stated(_ date: CivilDate) -> String { words.format.statedDate(date, today: .earliest) }
        let days = map.days.mapValues { day in
            switch day {
            case .trained(let sets): YearDrawing.Day.trained(shade: HeatMap.shade(sets: sets) + 1)
            case .missed: YearDrawing.Day.missed
            }
        }
        let size = YearDrawing.weeksPerBlock
        let blocks = stride(from: 0, to: map.weeks, by: size).map { start in
            let weeks = start..<min(start + size, map.weeks)
            let first = map.first.adding(days: start * 7)
            let drawing = YearDrawing(
                from: first,
                weeks: weeks.count,
                until: map.today,
                months: map.months(weeks).map { (week: $0.column, month: $0.month) },
                days,
                names: words.dateNames
            )
            let last = min(first.adding(days: weeks.count * 7 - 1), map.today)
            let period = words.text(.reportPeriod, ["from": stated(first), "to": stated(last)])
            return (period: period, drawing: drawing)
        }
        let marks = Set(blocks.flatMap { $0.drawing.shapes.map(\.kind) })
        let trained = stats.days.count { $0.state == "trained" }
        let missed = words.text(.mapMissed)
        let summary = ["date": stated(map.today), "trained": "\(trained)", "missed": "\(stats.days.count - trained)"]
        return Year(
            summary: words.text(.reportYear, summary),
            blocks: blocks,
            legend: (map.ranges.enumerated().map { ("\($0 + 1)", $1) }
                + [("missed", missed), ("none", words.text(.mapNone))]).filter { marks.contains($0.0) },
            words.table(
                words.text(.reportSetsPerDay),
                [words.text(.reportDate), words.text(.reportSets)],
                map.days.sorted { $0.key < $1.key }.map { date, day in
                    switch day {
                    case .trained(let sets): [stated(date), "\(sets)"]
                    case .missed: [stated(date), missed]
                    }
                }
            )
        )
    }

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

/// A report that was written to a file.
package struct ReportResult: CommandResult {
    package static let kind = "report"

    let path: ResultPath
    let since: String
    let until: String
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case path, since, until }

    package init(path: ResultPath, _ stats: StatsResult) {
        self.path = path
        (since, until) = (stats.since, stats.until)
        words = stats.words
    }

    package func text(_ style: Style, columns: Int) -> String {
        words.text(.reportWritten, ["file": path.shown]) + "\n"
    }
}
