package import CivilTime
import Platform
import Localization
import PrintableText

/// A year of training as a calendar: a column for each week and a row for each weekday, in several blocks if the output is narrow.
///
/// Each kind of day has its own character, so that colours add nothing that cannot be read without them.
package struct HeatMap {
    /// A day on which the user trained or should have.
    enum Day: Equatable {
        /// The number of logged sets; zero if a workout was done without any.
        case trained(sets: Int)
        /// A workout was skipped or has no answer.
        case missed
    }

    /// The number of weeks: a year, and the rest of the current week.
    static let weeks = 53

    let days: [CivilDate: Day]
    let today: CivilDate
    let words: MessageCatalog

    /// The first day that is shown, a Monday.
    var first: CivilDate { HeatMap.first(today) }

    /// The first day of a year that ends with the week of a date.
    package static func first(_ today: CivilDate) -> CivilDate { today.monday.adding(days: -7 * (weeks - 1)) }

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
        let room = max(columns - margin, 4)
        let blocks = (HeatMap.weeks + room - 1) / room
        let size = (HeatMap.weeks + blocks - 1) / blocks
        let starts = stride(from: 0, to: HeatMap.weeks, by: size)
        let parts = starts.map { block($0..<min($0 + size, HeatMap.weeks), style) }
        return parts.joined(separator: [""]) + [""] + legend(style, columns: columns)
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
        case .trained(let sets):
            return style.green(HeatMap.shades[HeatMap.shade(sets: sets)].character)
        }
    }

    private func legend(_ style: Style, columns: Int) -> [String] {
        let shades = zip(HeatMap.shades, ranges).map { (style.green($0.character), $1) }
        let items =
            shades + [
                (style.red("×"), words.text(.mapMissed)), (style.dim("·"), words.text(.mapNone)),
            ]
        let text = items.map { TextWrap.firm("\($0.0) \($0.1)") }.joined(separator: ", ")
        return TextWrap.lines(text, columns: columns).map { $0.replacing("\(TextWrap.firmBlank)", with: " ") }
    }
}
