import CivilTime
import PrintableText

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
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let margin = 5
    /// The fewest sets of each shade.
    private static let shades: [(least: Int, character: String)] = [(0, "░"), (10, "▒"), (20, "▓"), (30, "█")]

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

    /// The months above the weeks in which they begin, and the first month if there is room for it.
    private func header(_ weeks: Range<Int>) -> String {
        var line = ""
        for week in weeks {
            let column = week - weeks.lowerBound
            let sunday = first.adding(days: week * 7 + 6)
            let begins = sunday.day <= 7
            // The next month begins at least four columns later.
            let hasRoom = column == 0 && first.adding(days: week * 7 + 27).month == sunday.month
            guard begins || hasRoom, column + 3 <= weeks.count else { continue }
            line += String(repeating: " ", count: max(0, column - line.count)) + HeatMap.months[sunday.month - 1]
        }
        return line
    }

    private func cell(_ date: CivilDate, _ style: Style) -> String {
        guard date <= today else { return " " }
        switch days[date] {
        case nil: return style.dim("·")
        case .missed: return style.red("×")
        case .trained(let sets):
            return style.green(HeatMap.shades.last { sets >= $0.least }?.character ?? "░")
        }
    }

    private func legend(_ style: Style, columns: Int) -> [String] {
        let shades = HeatMap.shades.enumerated().map { index, shade in
            let next = index + 1 < HeatMap.shades.count ? HeatMap.shades[index + 1].least - 1 : nil
            let range =
                next.map { shade.least == 0 ? "up to \($0)" : "\(shade.least) to \($0)" } ?? "\(shade.least) or more"
            return (style.green(shade.character), range + (index == 0 ? " sets" : ""))
        }
        let items = shades + [(style.red("×"), "missed or skipped"), (style.dim("·"), "no workout")]
        let text = items.map { TextWrap.firm("\($0.0) \($0.1)") }.joined(separator: ", ")
        return TextWrap.lines(text, columns: columns).map { $0.replacing("\(TextWrap.firmBlank)", with: " ") }
    }
}
