import Quoting

extension StatsResult {
    /// The result as CSV (RFC 4180, with line feeds): one number per line, with what it is about.
    ///
    /// - section: `workouts`, `streak`, `lift`, `body`, `muscle`, `sets` or `day`.
    /// - subject: a weekday, a program, an exercise, `weight`, a muscle group or the state of a day; empty for numbers of a week.
    /// - date: the Monday of a week, or a day; empty for numbers of all dates.
    package var csv: String {
        var rows = [["section", "subject", "date", "measure", "value", "unit"]]
        func add(
            _ section: String,
            _ subject: String,
            _ date: String,
            _ measure: String,
            _ value: String,
            _ unit: String
        ) {
            rows.append([section, CSVText.protected(subject), date, measure, value, unit])
        }
        func add(_ count: Count, _ subject: String, _ date: String) {
            let values = [
                ("planned", count.planned), ("done", count.done), ("skipped", count.skipped), ("missed", count.missed),
            ]
            for (measure, value) in values { add("workouts", subject, date, measure, "\(value)", "workouts") }
        }
        for week in weeks { add(week.workouts, "", week.date) }
        for day in weekdays { add(day.workouts, day.weekday, "") }
        for streak in streaks {
            add("streak", streak.program, "", "current", "\(streak.current)", "workouts")
            add("streak", streak.program, "", "longest", "\(streak.longest)", "workouts")
        }
        for lift in lifts {
            for week in lift.weeks {
                add("lift", lift.exercise, week.date, "volume", "\(week.volume)", lift.unit)
                if let max = week.estimatedMax {
                    add("lift", lift.exercise, week.date, "estimated-max", "\(max)", lift.unit)
                }
            }
        }
        if let bodyWeight {
            for week in bodyWeight.weeks {
                if let weight = week.weight {
                    add("body", "weight", week.date, "weight", "\(weight)", bodyWeight.unit)
                }
            }
        }
        for muscle in muscles {
            for week in muscle.weeks { add("muscle", muscle.muscle, week.date, "sets", "\(week.sets)", "sets") }
            add("muscle", muscle.muscle, "", "sets-per-week", "\(muscle.setsPerWeek)", "sets")
        }
        add("sets", "strength", "", "sets", "\(sets.strength)", "sets")
        add("sets", "hypertrophy", "", "sets", "\(sets.hypertrophy)", "sets")
        for day in days { add("day", day.state, day.date, "sets", "\(day.sets)", "sets") }
        return rows.map(CSVText.row).joined()
    }
}
