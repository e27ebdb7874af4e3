import CivilTime
import PrintableText

extension StatsResult {
    /// The number of weeks whose adherence has a line of its own.
    private static let mostWeeks = 12

    func text(_ style: Style, columns: Int) -> String {
        guard !isEmpty else {
            return "nothing is logged yet; log a workout: antrain done; log an exercise: antrain log squat 5x5@80kg\n"
        }
        let sections = [
            [style.bold("Training from \(dates.0) to \(dates.1)")], adherence(style, columns),
            streakLines(style, columns),
            liftLines(style, columns), bodyWeightLines(style, columns), muscleLines(style, columns),
            splitLines(style, columns),
            [style.bold("Sets per day in the last year")] + heatMap.lines(style, columns: columns),
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n") + "\n"
    }

    private func adherence(_ style: Style, _ columns: Int) -> [String] {
        guard workouts.planned > 0 else { return [] }
        func row(_ name: String, _ count: Count) -> [String] {
            let details = [(count.skipped, "skipped"), (count.missed, "missed")].filter { $0.0 > 0 }
            return [
                "  " + name, style.green(Sparkline.bar(count.done, of: count.planned)),
                "\(count.done) of \(count.planned)",
                style.dim(details.map { "\($0.0) \($0.1)" }.joined(separator: ", ")),
            ]
        }
        let shown = zip(statedWeeks, weeks).suffix(Self.mostWeeks)
        let heading = weeks.count > shown.count ? "Workouts by week, the last \(shown.count)" : "Workouts by week"
        let rows =
            [[style.bold("\(heading): ") + "\(workouts.done) of \(workouts.planned) done (\(doneShare)%)"]]
            + shown.filter { $0.1.workouts.planned > 0 }.map { row($0, $1.workouts) }
            + [[""], [style.bold("Workouts by weekday")]]
            + weekdays.map { row($0.weekday.prefix(1).uppercased() + $0.weekday.dropFirst(), $0.workouts) }
        return TextTable.lines(rows, columns: columns)
    }

    private func streakLines(_ style: Style, _ columns: Int) -> [String] {
        let rows = streaks.filter { $0.longest > 0 }.map { streak in
            ["  " + streak.name, "now \(streak.current)", "longest \(streak.longest)"]
        }
        guard !rows.isEmpty else { return [] }
        return [style.bold("Workouts in a row")] + TextTable.lines(rows, columns: columns)
    }

    private func liftLines(_ style: Style, _ columns: Int) -> [String] {
        guard !lifts.isEmpty else { return [] }
        // Next to a label of 15 columns and a value of up to 14.
        let room = max(columns - 35, 8)
        let rows = lifts.flatMap { lift -> [[String]] in
            func row(_ name: String, _ values: [Double?], fromZero: Bool) -> [String] {
                let last = values.last { $0 ?? 0 > 0 } ?? nil
                let line = Sparkline.text(values, fromZero: fromZero, room: room)
                return ["    " + name, style.cyan(line), last.map { StatsResult.decimal($0) + " \(lift.unit)" } ?? "-"]
            }
            let maxes = lift.weeks.map(\.estimatedMax)
            return [["  " + lift.name], row("volume", lift.weeks.map(\.volume), fromZero: true)]
                + (maxes.allSatisfy { $0 == nil } ? [] : [row("estimated max", maxes, fromZero: false)])
        }
        return [style.bold("Lifts by week, with the last value")] + TextTable.lines(rows, columns: columns)
    }

    private func bodyWeightLines(_ style: Style, _ columns: Int) -> [String] {
        guard let bodyWeight else { return [] }
        let values = bodyWeight.weeks.map(\.weight)
        let line = Sparkline.text(values, fromZero: false, room: max(columns - 35, 8))
        let last = values.last { $0 != nil }.flatMap { $0 }.map { StatsResult.decimal($0) + " \(bodyWeight.unit)" }
        return [style.bold("Body weight by week, with the last value")]
            + TextTable.lines([["    weight", style.cyan(line), last ?? "-"]], columns: columns)
    }

    private func muscleLines(_ style: Style, _ columns: Int) -> [String] {
        var lines: [String] = []
        if !muscles.isEmpty {
            lines.append(style.bold("Sets per week and muscle group") + "  target \(target.least) to \(target.most)")
            let room = max(columns - 40, 8)
            let rows = muscles.map { muscle in
                let line = Sparkline.text(muscle.weeks.map(\.sets), fromZero: true, room: room)
                let place = muscle.target == "within" ? "within the target" : "\(muscle.target) the target"
                let shown = muscle.target == "within" ? style.green(place) : style.yellow(place)
                return ["  " + muscle.name, style.cyan(line), StatsResult.decimal(muscle.setsPerWeek), shown]
            }
            lines += TextTable.lines(rows, columns: columns)
            if !untrainedMuscles.isEmpty {
                let text = "no sets: " + untrainedMuscles.map(TextWrap.firm).joined(separator: ", ")
                lines += TextWrap.lines(text, columns: columns - 2).map {
                    "  " + style.dim($0.replacing("\(TextWrap.firmBlank)", with: " "))
                }
            }
        }
        if !withoutMuscles.isEmpty {
            let names = withoutMuscles.joined(separator: ", ")
            let text = "without muscles: \(names); add them: antrain exercise edit"
            lines += TextWrap.lines(text, columns: columns - 2).map { "  " + style.dim($0) }
        }
        return lines
    }

    private func splitLines(_ style: Style, _ columns: Int) -> [String] {
        let all = sets.strength + sets.hypertrophy
        guard all > 0 else { return [] }
        let strength = (sets.strength * 200 + all) / (all * 2)
        let shares = [
            ("strength, 1 to 7", sets.strength, strength), ("hypertrophy, 8 or more", sets.hypertrophy, 100 - strength),
        ]
        let rows = shares.map { name, count, share in
            ["  " + name, style.green(Sparkline.bar(count, of: all)), "\(count)", "\(share)%"]
        }
        return [style.bold("Sets by repetitions")] + TextTable.lines(rows, columns: columns)
    }

    /// A number to a tenth, without a fraction of zero.
    static func decimal(_ value: Double) -> String {
        let tenths = Int(min(max(value * 10, 0), 1e15).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
