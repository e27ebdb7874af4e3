package import CivilTime
import Platform
import Localization
import PrintableText

/// A year of training as a calendar: a column for each week and a row for each weekday, in several blocks if the output is narrow.
///
/// Each kind of day has its own character, so the calendar can be read without colours.
package struct HeatMap {
    /// A day on which the user trained or should have.
    enum Day: Equatable {
        /// The number of logged sets; zero if a workout was done without any.
        case trained(sets: Int)
        /// A workout was skipped or has no answer.
        case missed
    }

    /// The number of weeks in a year with the rest of the current week.
    private static let weeksOfYear = 53
    /// The minimum number of weeks, enough for the name of a month.
    private static let fewestWeeks = 5

    let days: [CivilDate: Day]
    let today: CivilDate
    let words: MessageCatalog

    /// The first day that is shown, a Monday: that of the first month with a workout, at most a year ago.
    var first: CivilDate {
        let start = days.keys.min().map { $0.adding(days: 1 - $0.day).monday } ?? today
        return max(HeatMap.first(today), min(start, today.monday.adding(days: -7 * (HeatMap.fewestWeeks - 1))))
    }

    var weeks: Int { first.days(until: today) / 7 + 1 }

    /// The first day of a year that ends with the week of a date.
    package static func first(_ today: CivilDate) -> CivilDate { today.monday.adding(days: -7 * (weeksOfYear - 1)) }

    /// The fewest sets of each shade.
    private static let shades: [(least: Int, character: String)] = [(0, "░"), (10, "▒"), (20, "▓"), (30, "█")]

    /// The place of a day's shade, from 0 on.
    static func shade(sets: Int) -> Int { shades.lastIndex { sets >= $0.least } ?? 0 }

    /// The numbers of sets of each shade in words.
    var ranges: [String] {
        let shades = HeatMap.shades
        return shades.indices.map { index in
            let least = shades[index].least
            guard index + 1 < shades.count else { return words.text(.orMore, ["value": "\(least)"]) }
            let most = shades[index + 1].least - 1
            return index == 0 ? words.text(.mapUpTo, ["count": "\(most)"]) : "\(least)–\(most)"
        }
    }

    private var weekdays: [String] { Weekday.allCases.map(words.format.shortName) }

    /// The width of the weekdays' names, with blanks.
    private var margin: Int { (weekdays.map(DisplayWidth.of).max() ?? 0) + 2 }

    func lines(_ style: Style, columns: Int) -> [String] {
        guard !style.isPlain else { return monthLines(columns: columns) }
        let weeks = weeks
        let room = max(columns - margin, 4)
        let blocks = (weeks + room - 1) / room
        let size = (weeks + blocks - 1) / blocks
        let starts = stride(from: 0, to: weeks, by: size)
        let parts = starts.map { block($0..<min($0 + size, weeks), style) }
        return parts.joined(separator: [""]) + [""] + legend(style, columns: columns)
    }

    /// The numbers of days in each month, in words.
    private func monthLines(columns: Int) -> [String] {
        let months = Dictionary(grouping: days.filter { first <= $0.key }) { $0.key.adding(days: 1 - $0.key.day) }
        let rows = months.sorted { $0.key < $1.key }.map { month, days in
            let missed = days.count { $0.value == .missed }
            let counts = [(MessageKey.reportDays, days.count - missed), (.mapMissed, missed)].filter { $0.1 > 0 }
            return ["  " + words.format.month(of: month)]
                + counts.map { words.text(.labeled, ["label": words.text($0), "value": "\($1)"]) }
        }
        return TextTable.lines(rows, columns: columns)
    }

    private func block(_ weeks: Range<Int>, _ style: Style) -> [String] {
        let rows = weekdays.enumerated().map { weekday, name in
            let cells = weeks.map { cell(first.adding(days: $0 * 7 + weekday), style) }.joined()
            return style.dim(name + String(repeating: " ", count: margin - DisplayWidth.of(name))) + cells
        }
        return [String(repeating: " ", count: margin) + style.dim(header(weeks))] + rows
    }

    /// The months above the weeks.
    private func header(_ weeks: Range<Int>) -> String {
        months(weeks).reduce("") { line, month in
            line + String(repeating: " ", count: max(0, month.column - DisplayWidth.of(line)))
                + words.format.shortName(month: month.month).prefix(3)
        }
    }

    /// The columns of a block of weeks in which months begin, and the first month if there is room for it.
    func months(_ weeks: Range<Int>) -> [(column: Int, month: Int)] {
        weeks.compactMap { week in
            let column = week - weeks.lowerBound
            let sunday = first.adding(days: week * 7 + 6)
            let begins = sunday.day <= 7
            // The next month begins at least four columns later.
            let hasRoom = column == 0 && first.adding(days: week * 7 + 27).month == sunday.month
            return (begins || hasRoom) && column + 3 <= weeks.count ? (column, sunday.month) : nil
        }
    }

    private func cell(_ date: CivilDate, _ style: Style) -> String {
        guard date <= today else { return " " }
        switch days[date] {
        case nil: return style.dim("·")
        case .missed: return style.red("×")
        case .trained(let sets): return style.green(HeatMap.shades[HeatMap.shade(sets: sets)].character)
        }
    }

    /// The characters that occur, with their meanings.
    private func legend(_ style: Style, columns: Int) -> [String] {
        let shown = days.filter { first <= $0.key && $0.key <= today }
        let shades = Set(
            shown.values.compactMap { day -> Int? in
                if case .trained(let sets) = day { HeatMap.shade(sets: sets) } else { nil }
            }
        )
        let ranges = ranges
        var items = shades.sorted().map { (style.green(HeatMap.shades[$0].character), ranges[$0]) }
        if shown.values.contains(.missed) { items.append((style.red("×"), words.text(.mapMissed))) }
        if shown.count <= first.days(until: today) { items.append((style.dim("·"), words.text(.mapNone))) }
        let text = items.map { TextWrap.firm("\($0.0) \($0.1)") }.joined(separator: ", ")
        return TextWrap.lines(text, columns: columns)
    }
}
