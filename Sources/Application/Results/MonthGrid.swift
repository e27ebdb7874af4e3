import CivilTime
import Platform
import Localization
import PrintableText

/// A month as lines of the same width: its name, the weekdays, and a row for each week.
enum MonthGrid {
    /// The width of a day: two digits, the symbol of its state, and the brackets of today around them.
    private static let cell = 5
    /// The width of a month in columns.
    static let width = 7 * cell
    /// The columns between adjacent months.
    static let gap = 2
    /// The name, the weekdays, and six weeks.
    private static let height = 8

    /// The months of days, which are in order.
    static func months(_ days: [CalendarResult.Day], today: CivilDate, _ format: LocaleFormat, _ style: Style)
        -> [[String]]
    {
        let months = Dictionary(grouping: days) { $0.civil.adding(days: 1 - $0.civil.day) }
        return months.sorted { $0.key < $1.key }.map { month($0.key, $0.value, today: today, format, style) }
    }

    private static func month(
        _ first: CivilDate,
        _ days: [CalendarResult.Day],
        today: CivilDate,
        _ format: LocaleFormat,
        _ style: Style
    ) -> [String] {
        let title = format.month(of: first)
        let week = format.week(of: first)
        let names = week.map { padded(format.shortName($0.weekday), to: cell - 1) + " " }
        let margin = week.lowerBound.days(until: days.first?.civil ?? first)
        var cells = [String](repeating: String(repeating: " ", count: cell), count: margin)
        cells += days.map { day($0, isToday: $0.civil == today, style) }
        while cells.count % 7 != 0 { cells.append(String(repeating: " ", count: cell)) }
        let rows = stride(from: 0, to: cells.count, by: 7).map { cells[$0..<$0 + 7].joined() }
        let left = max(0, (width - DisplayWidth.of(title)) / 2)
        let head = String(repeating: " ", count: left) + title
        let right = max(0, width - DisplayWidth.of(head))
        return [style.bold(head) + String(repeating: " ", count: right), style.dim(names.joined())] + rows
    }

    private static func day(_ day: CalendarResult.Day, isToday: Bool, _ style: Style) -> String {
        let number = day.civil.day < 10 ? " \(day.civil.day)" : "\(day.civil.day)"
        let text = isToday ? "[\(number)\(day.state.sign)]" : " \(number)\(day.state.sign) "
        switch day.state {
        case .done: return style.green(text)
        case .missed: return style.red(text)
        case .planned: return style.bold(text)
        case .skipped, .notDone, .paused: return style.magenta(text)
        case .rest, .none: return style.dim(text)
        }
    }

    /// Right-aligns a name.
    private static func padded(_ name: String, to columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - DisplayWidth.of(name))) + name
    }

    /// Months next to each other, without blanks at the ends of lines.
    static func beside(_ months: [[String]]) -> [String] {
        let blank = String(repeating: " ", count: width)
        let lines = (0..<height).map { line in
            months.map { line < $0.count ? $0[line] : blank }.joined(separator: String(repeating: " ", count: gap))
        }
        let used = months.map(\.count).max() ?? 0
        return lines.prefix(used).map { line in
            var line = line
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }
}
