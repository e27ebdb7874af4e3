package import Platform
import Localization
import PrintableText
import Progress

extension StatsResult {
    /// The number of weeks whose adherence has its own line.
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
                "  " + name, Sparkline.bar(count.done, of: count.planned, style), part(count),
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
        // Weights in different units have separate scales.
        let scales = Dictionary(grouping: lifts, by: \.unit).mapValues { lifts in
            let weeks = lifts.flatMap { $0.weeks.suffix(room) }
            return (
                volume: Sparkline(weeks.map(\.volume), fromZero: true, number: decimal),
                max: Sparkline(weeks.map(\.estimatedMax), fromZero: false, number: decimal)
            )
        }
        let rows = lifts.flatMap { lift -> [[String]] in
            func row(_ name: String, _ values: [Double?], _ scale: Sparkline?) -> [String] {
                let last = values.last { $0 ?? 0 > 0 } ?? nil
                let line = scale?.line(values, room: room, style) ?? ""
                return ["    " + name, line, last.map { decimal($0, lift.unit) } ?? "-"]
            }
            let (scale, maxes) = (scales[lift.unit], lift.weeks.map(\.estimatedMax))
            return [["  " + lift.name], row(names[0], lift.weeks.map(\.volume), scale?.volume)]
                + (maxes.allSatisfy { $0 == nil } ? [] : [row(names[1], maxes, scale?.max)])
        }
        let legends = scales.sorted { $0.key < $1.key }.flatMap { unit, scale in
            zip(names, [scale.volume, scale.max]).compactMap { name, scale in
                scale.legend(" \(unit)", style).map { words.text(.labeled, ["label": name, "value": $0]) }
            }
        }
        return [style.bold(words.text(.statsLifts))] + TextTable.lines(rows, columns: columns)
            + notes(legends, style, columns)
    }

    private func bodyWeightLines(_ style: Style, _ columns: Int) -> [String] {
        guard let bodyWeight else { return [] }
        let values = bodyWeight.weeks.map(\.weight)
        let name = words.text(.measureWeight)
        let room = room(columns, beside: [name])
        let scale = Sparkline(values.suffix(room), fromZero: false, number: decimal)
        let last = values.last { $0 != nil }.flatMap { $0 }.map { decimal($0, bodyWeight.unit) }
        let row = ["    " + name, scale.line(values, room: room, style), last ?? "-"]
        return [style.bold(words.text(.statsBodyWeight))] + TextTable.lines([row], columns: columns)
            + notes([scale.legend(" \(bodyWeight.unit)", style)].compactMap(\.self), style, columns)
    }

    private func muscleLines(_ style: Style, _ columns: Int) -> [String] {
        var lines: [String] = []
        if !muscles.isEmpty {
            let aim = words.text(.statsTarget, ["least": "\(target.least)", "most": "\(target.most)"])
            lines.append(style.bold(words.text(.statsMuscles)) + "  " + aim)
            let room = room(columns, beside: muscles.map(\.name))
            let sets = muscles.flatMap { $0.weeks.suffix(room).map(\.sets) }
            let scale = Sparkline(sets, fromZero: true, number: decimal)
            let rows = muscles.map { muscle in
                let line = scale.line(muscle.weeks.map(\.sets), room: room, style)
                return ["  " + muscle.name, line, decimal(muscle.setsPerWeek)]
            }
            lines += TextTable.lines(rows, columns: columns)
            let missed = ["below", "above"].compactMap { place -> String? in
                let names = muscles.filter { $0.target == place }.map { TextWrap.firm($0.name) }
                let label = words.word("stats.target", place)
                let values = ["label": label, "value": names.joined(separator: ", ")]
                return names.isEmpty ? nil : words.text(.labeled, values)
            }
            let names = untrainedMuscles.map(TextWrap.firm).joined(separator: ", ")
            let untrained = untrainedMuscles.isEmpty ? [] : [words.text(.statsNoSets, ["muscles": names])]
            for note in [scale.legend("", style)].compactMap(\.self) + missed + untrained {
                lines += notes([note], style, columns)
            }
        }
        if !withoutMuscles.isEmpty {
            let names = withoutMuscles.joined(separator: ", ")
            let text = words.text(.statsNoMuscles, ["exercises": names, "command": "antrain exercise edit"])
            lines += notes([text], style, columns)
        }
        return lines
    }

    /// Sentences below a table.
    private func notes(_ texts: [String], _ style: Style, _ columns: Int) -> [String] {
        guard !texts.isEmpty else { return [] }
        return TextWrap.lines(texts.joined(separator: "; "), columns: columns - 2).map { "  " + style.dim($0) }
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
            ["  " + name, Sparkline.bar(count, of: all, style), "\(count)", words.percent(share)]
        }
        return [style.bold(words.text(.statsByReps))] + TextTable.lines(rows, columns: columns)
    }

    /// The columns that are left next to labels and a value of up to 14 columns.
    private func room(_ columns: Int, beside labels: [String]) -> Int {
        max(columns - 22 - (labels.map(DisplayWidth.of).max() ?? 0), 8)
    }

    /// A number to a tenth, in the user's format.
    private func decimal(_ value: Double) -> String { words.format.numbers(StatsResult.decimal(value)) }

    /// A number to a tenth with its unit, in the user's format.
    private func decimal(_ value: Double, _ unit: String) -> String { decimal(value) + " " + unit }

    /// A number to a tenth, without a fraction of zero.
    static func decimal(_ value: Double) -> String {
        let tenths = Int(min(max(value * 10, 0), 1e15).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
