import CivilTime
import Reminders
import Reports

extension ReportPage {
    /// Adds the statistics: figures, workouts, the year, the lifts and the body weight.
    mutating func add(_ stats: StatsResult, _ format: LocaleFormat) {
        guard !stats.isEmpty else {
            start = """
                Nothing is logged yet. To log a workout: antrain done. To log an exercise: antrain log squat 5x5@80kg
                """
            return
        }
        figures = Self.figures(stats)
        adherence = Self.adherence(stats)
        weekdays = stats.weekdays.map { day in
            Share(
                day.weekday.prefix(1).uppercased() + day.weekday.dropFirst(),
                done: day.workouts.done,
                planned: day.workouts.planned
            )
        }
        year = Self.year(stats)
        lifts = stats.lifts.map { Self.lift($0, stats, format) }
        bodyWeight = Self.bodyWeight(stats, format)
    }

    /// Adds the records.
    mutating func add(_ result: RecordsResult, _ format: LocaleFormat, today: CivilDate) {
        records = result.exercises.map { exercise in
            let rows = exercise.records.map { record in
                Record(
                    record.label,
                    format.numbers(record.shown),
                    origin: record.origin.map(format.numbers),
                    date: (format.statedDate(record.day, today: today), record.date)
                )
            }
            return (exercise.name, rows)
        }
    }

    /// Adds the coming days.
    mutating func add(_ coming: [DayResult], _ format: LocaleFormat) {
        days = coming.map { day in
            let workouts = day.workouts.map { workout in
                Day.Workout(
                    workout.titled,
                    place: "\(workout.programName), \(workout.place)",
                    notes: workout.notes,
                    workout.exercises.map { line in
                        let sets = line.sets.map { firm($0.text(format)) }.joined(separator: ", ")
                        return Day.Exercise(line.titled, sets: sets, change: line.change?.text)
                    }
                )
            }
            return Day(date: (day.when, day.date), summary: workouts.isEmpty ? day.summary : nil, workouts)
        }
    }

    /// A text that is not broken, unless it is long.
    private func firm(_ text: String) -> String {
        text.count > 30 ? text : text.replacing(" ", with: "\u{A0}")
    }

    private static func figures(_ stats: StatsResult) -> [Figure] {
        var figures: [Figure] = []
        let (done, planned) = (stats.workouts.done, stats.workouts.planned)
        if planned > 0 {
            figures.append(Figure("Workouts done", "\(stats.doneShare)%", detail: "\(done) of \(planned) planned"))
        }
        if let streak = stats.streaks.max(by: { ($0.current, $0.longest) < ($1.current, $1.longest) }),
            streak.longest > 0
        {
            figures.append(
                Figure("Workouts in a row", "\(streak.current)", detail: "longest streak: \(streak.longest)")
            )
        }
        let sets = stats.sets
        if sets.strength + sets.hypertrophy > 0 {
            let detail = stats.weeks.count == 1 ? "in a week" : "in \(stats.weeks.count) weeks"
            figures.append(Figure("Sets", "\(sets.strength + sets.hypertrophy)", detail: detail))
        }
        let trained = stats.days.count { $0.state == "trained" }
        if trained > 0 { figures.append(Figure("Days trained", "\(trained)", detail: "in the last year")) }
        return figures
    }

    private static func adherence(_ stats: StatsResult) -> Diagram? {
        guard stats.workouts.planned > 0, let first = stats.weeks.first?.monday else { return nil }
        let counts = stats.weeks.map(\.workouts)
        let chart = Chart(
            "Workouts by week",
            summary:
                "\(stats.workouts.done) of \(stats.workouts.planned) planned workouts were done (\(stats.doneShare)%).",
            axis: "workouts",
            from: first,
            [
                Chart.Series("planned", .outlines, counts.map { Double($0.planned) }),
                Chart.Series("done", .bars, counts.map { Double($0.done) }),
            ],
            isCount: true
        )
        let rows = zip(stats.statedWeeks, counts).map { week, count in
            [week, "\(count.done)", "\(count.skipped)", "\(count.missed)", "\(count.planned)"]
        }
        let columns = ["Week of", "Done", "Skipped", "Missed", "Planned"]
        return Diagram(chart, PageTable("Workouts by week", columns: columns, rows: rows))
    }

    private static func year(_ stats: StatsResult) -> Year? {
        guard !stats.days.isEmpty else { return nil }
        let map = stats.heatMap
        let days = map.days.mapValues { day in
            switch day {
            case .trained(let sets): YearDrawing.Day.trained(shade: HeatMap.shade(sets: sets) + 1)
            case .missed: YearDrawing.Day.missed
            }
        }
        let size = YearDrawing.weeksPerBlock
        let blocks = stride(from: 0, to: HeatMap.weeks, by: size).map { start in
            let weeks = start..<min(start + size, HeatMap.weeks)
            let first = map.first.adding(days: start * 7)
            let drawing = YearDrawing(
                from: first,
                weeks: weeks.count,
                until: map.today,
                months: map.months(weeks).map { (week: $0.column, month: $0.month) },
                days
            )
            let last = min(first.adding(days: weeks.count * 7 - 1), map.today)
            return (period: "\(first) to \(last)", drawing: drawing)
        }
        let trained = stats.days.count { $0.state == "trained" }
        return Year(
            summary: """
                In the year until \(map.today): days with training: \(trained); days with a missed or skipped workout: \
                \(stats.days.count - trained).
                """,
            blocks: blocks,
            legend: HeatMap.ranges.enumerated().map { ("\($0 + 1)", $1) }
                + [("missed", "missed or skipped"), ("none", "no workout")],
            PageTable(
                "Sets per day",
                columns: ["Date", "Sets"],
                rows: stats.days.map { [$0.date, $0.state == "trained" ? "\($0.sets)" : "missed or skipped"] }
            )
        )
    }
}
