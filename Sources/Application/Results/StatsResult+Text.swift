package import Platform
import Localization
import PrintableText
import Progress

extension StatsResult {
    /// The number of weeks whose adherence has a line of its own.
    private static let mostWeeks = 12

    package func text(_ style: Style, columns: Int) -> String {
        guard !isEmpty else {
            return words.text(.statsEmpty, ["done": "antrain done", "log": "antrain log squat 5x5@80kg"]) + "\n"
        }
        let sections = [
            [style.bold(words.text(.statsTitle, ["from": dates.0, "to": dates.1]))], adherence(style, columns),
            streakLines(style, columns),
            liftLines(style, columns), bodyWeightLines(style, columns), muscleLines(style, columns),
            splitLines(style, columns),
            [style.bold(words.text(.statsYear))] + heatMap.lines(style, columns: columns),
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n") + "\n"
    }

    private func adherence(_ style: Style, _ columns: Int) -> [String] {
        guard workouts.planned > 0 else { return [] }
        func row(_ name: String, _ count: Count) -> [String] {
            let details = [(count.skipped, MessageKey.statsSkipped), (count.missed, .statsMissed)].filter { $0.0 > 0 }
            return [
                "  " + name, style.green(Sparkline.bar(count.done, of: count.planned)), part(count),
                style.dim(details.map { words.text($1, ["count": "\($0)"]) }.joined(separator: ", ")),
            ]
        }
        let shown = zip(statedWeeks, weeks).suffix(Self.mostWeeks)
        let heading =
            weeks.count > shown.count
            ? words.text(.statsLastWeeks, ["count": "\(shown.count)"]) : words.text(.statsByWeek)
        let done = words.text(.statsDoneOf, ["count": part(workouts), "percent": words.percent(doneShare)])
        let rows =
            [[style.bold(words.text(.label, ["label": heading])) + " " + done]]
            + shown.filter { $0.1.workouts.planned > 0 }.map { row($0, $1.workouts) }
            + [[""], [style.bold(words.text(.statsByWeekday))]] + weekdays.map { row($0.name, $0.workouts) }
        return TextTable.lines(rows, columns: columns)
    }

    /// How many planned workouts were done: `5 of 6`.
    func part(_ count: Count) -> String {
        words.text(.statsOf, ["done": "\(count.done)", "planned": "\(count.planned)"])
    }

    private func streakLines(_ style: Style, _ columns: Int) -> [String] {
        let rows = streaks.filter { $0.longest > 0 }.map { streak in
            [
                "  " + streak.name, words.text(.statsNow, ["count": "\(streak.current)"]),
                words.text(.statsLongest, ["count": "\(streak.longest)"]),
            ]
        }
        guard !rows.isEmpty else { return [] }
        return [style.bold(words.text(.statsInARow))] + TextTable.lines(rows, columns: columns)
    }

    private func liftLines(_ style: Style, _ columns: Int) -> [String] {
        guard !lifts.isEmpty else { return [] }
        let names = [words.text(.statsVolume), words.label(.estimatedMax)]
        let room = room(columns, beside: names)
        let rows = lifts.flatMap { lift -> [[String]] in
            func row(_ name: String, _ values: [Double?], fromZero: Bool) -> [String] {
                let last = values.last { $0 ?? 0 > 0 } ?? nil
                let line = Sparkline.text(values, fromZero: fromZero, room: room)
                return ["    " + name, style.bold(line), last.map { decimal($0, lift.unit) } ?? "-"]
            }
            let maxes = lift.weeks.map(\.estimatedMax)
            return [["  " + lift.name], row(names[0], lift.weeks.map(\.volume), fromZero: true)]
                + (maxes.allSatisfy { $0 == nil } ? [] : [row(names[1], maxes, fromZero: false)])
        }
        return [style.bold(words.text(.statsLifts))] + TextTable.lines(rows, columns: columns)
    }

    private func bodyWeightLines(_ style: Style, _ columns: Int) -> [String] {
        guard let bodyWeight else { return [] }
        let values = bodyWeight.weeks.map(\.weight)
        let name = words.text(.measureWeight)
        let line = Sparkline.text(values, fromZero: false, room: room(columns, beside: [name]))
        let last = values.last { $0 != nil }.flatMap { $0 }.map { decimal($0, bodyWeight.unit) }
        return [style.bold(words.text(.statsBodyWeight))]
            + TextTable.lines([["    " + name, style.bold(line), last ?? "-"]], columns: columns)
    }

    private func muscleLines(_ style: Style, _ columns: Int) -> [String] {
        var lines: [String] = []
        if !muscles.isEmpty {
            let aim = words.text(.statsTarget, ["least": "\(target.least)", "most": "\(target.most)"])
            lines.append(style.bold(words.text(.statsMuscles)) + "  " + aim)
            let places = Set(muscles.map { words.word("stats.target", $0.target) })
            let room = room(columns - (places.map(DisplayWidth.of).max() ?? 0) + 4, beside: muscles.map(\.name))
            let rows = muscles.map { muscle in
                let line = Sparkline.text(muscle.weeks.map(\.sets), fromZero: true, room: room)
                let place = words.word("stats.target", muscle.target)
                let shown = muscle.target == "within" ? style.green(place) : style.magenta(place)
                return [
                    "  " + muscle.name, style.bold(line), words.format.numbers(StatsResult.decimal(muscle.setsPerWeek)),
                    shown,
                ]
            }
            lines += TextTable.lines(rows, columns: columns)
            if !untrainedMuscles.isEmpty {
                let names = untrainedMuscles.map(TextWrap.firm).joined(separator: ", ")
                let text = words.text(.statsNoSets, ["muscles": names])
                lines += TextWrap.lines(text, columns: columns - 2).map {
                    "  " + style.dim($0.replacing("\(TextWrap.firmBlank)", with: " "))
                }
            }
        }
        if !withoutMuscles.isEmpty {
            let names = withoutMuscles.joined(separator: ", ")
            let text = words.text(.statsNoMuscles, ["exercises": names, "command": "antrain exercise edit"])
            lines += TextWrap.lines(text, columns: columns - 2).map { "  " + style.dim($0) }
        }
        return lines
    }

    private func splitLines(_ style: Style, _ columns: Int) -> [String] {
        let all = sets.strength + sets.hypertrophy
        guard all > 0 else { return [] }
        let strength = (sets.strength * 200 + all) / (all * 2)
        let shares = [
            (words.text(.statsStrength), sets.strength, strength),
            (words.text(.statsHypertrophy), sets.hypertrophy, 100 - strength),
        ]
        let rows = shares.map { name, count, share in
            ["  " + name, style.green(Sparkline.bar(count, of: all)), "\(count)", words.percent(share)]
        }
        return [style.bold(words.text(.statsByReps))] + TextTable.lines(rows, columns: columns)
    }

    /// The columns that are left next to labels and a value of up to 14 columns.
    private func room(_ columns: Int, beside labels: [String]) -> Int {
        max(columns - 22 - (labels.map(DisplayWidth.of).max() ?? 0), 8)
    }

    /// A number to a tenth with its unit, in the user's format.
    private func decimal(_ value: Double, _ unit: String) -> String {
        words.format.numbers(StatsResult.decimal(value)) + " " + unit
    }

    /// A number to a tenth, without a fraction of zero.
    static func decimal(_ value: Double) -> String {
        let tenths = Int(min(max(value * 10, 0), 1e15).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
