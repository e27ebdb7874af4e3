package import CivilTime
package import Localization
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
}
