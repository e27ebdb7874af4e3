import CivilTime
import PrintableText
import Reports

/// A year of training as a calendar: a column for each week and a row for each weekday, in several blocks if the output is narrow.
///
/// Each kind of day has its own character, so that colours add nothing that cannot be read without them.
struct HeatMap {
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

    /// The first day that is shown, a Monday.
    var first: CivilDate { today.monday.adding(days: -7 * (HeatMap.weeks - 1)) }

    private static let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let margin = 5
    /// The fewest sets of each shade.
    private static let shades: [(least: Int, character: String)] = [(0, "░"), (10, "▒"), (20, "▓"), (30, "█")]

    /// The place of a day's shade, from 0 on.
    static func shade(sets: Int) -> Int { shades.lastIndex { sets >= $0.least } ?? 0 }

    /// The numbers of sets of each shade in words.
    static let ranges = shades.indices.map { index in
        let least = shades[index].least
        guard index + 1 < shades.count else { return "\(least) or more" }
        let most = shades[index + 1].least - 1
        return index == 0 ? "up to \(most) sets" : "\(least) to \(most)"
    }

    func lines(_ style: Style, columns: Int) -> [String] {
        let room = max(columns - HeatMap.margin, 4)
        let blocks = (HeatMap.weeks + room - 1) / room
        let size = (HeatMap.weeks + blocks - 1) / blocks
        let starts = stride(from: 0, to: HeatMap.weeks, by: size)
        let parts = starts.map { block($0..<min($0 + size, HeatMap.weeks), style) }
        return parts.joined(separator: [""]) + [""] + legend(style, columns: columns)
    }

    private func block(_ weeks: Range<Int>, _ style: Style) -> [String] {
        let margin = String(repeating: " ", count: HeatMap.margin)
        let rows = HeatMap.names.enumerated().map { weekday, name in
            let cells = weeks.map { cell(first.adding(days: $0 * 7 + weekday), style) }.joined()
            return style.dim("\(name)  ") + cells
        }
        return [margin + style.dim(header(weeks))] + rows
    }

    /// The months above the weeks.
    private func header(_ weeks: Range<Int>) -> String {
        months(weeks).reduce("") { line, month in
            line + String(repeating: " ", count: max(0, month.column - line.count)) + MonthNames.short(month.month)
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
        let shades = zip(HeatMap.shades, HeatMap.ranges).map { (style.green($0.character), $1) }
        let items = shades + [(style.red("×"), "missed or skipped"), (style.dim("·"), "no workout")]
        let text = items.map { TextWrap.firm("\($0.0) \($0.1)") }.joined(separator: ", ")
        return TextWrap.lines(text, columns: columns).map { $0.replacing("\(TextWrap.firmBlank)", with: " ") }
    }
}
