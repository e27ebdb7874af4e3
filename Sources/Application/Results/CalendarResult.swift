package import CivilTime
import Localization
package import Planning
package import Platform
import PrintableText
package import Session
import Training

/// The days of one or more months.
package struct CalendarResult: CommandResult {
    package static let kind = "calendar"

    /// The state of a day: that of its workouts, or what takes their place.
    enum State: String, Encodable, CaseIterable {
        // In the order of precedence, if a day has several workouts.
        case missed, planned, skipped, done
        case notDone = "not-done"
        case rest, paused, none

        /// The symbol in the calendar.
        var sign: Character {
            switch self {
            case .missed: "!"
            case .planned: "o"
            case .skipped: "-"
            case .done: "x"
            case .notDone: "~"
            case .rest: "."
            case .paused: "="
            case .none: " "
            }
        }

        init(workout code: String) {
            self = State(rawValue: code) ?? (code == "weekday-off" ? .none : .planned)
        }
    }

    /// A day with the states of its workouts.
    package struct Day: Encodable {
        struct Workout: Encodable {
            let program: String
            let day: String
            let name: String
            let state: String
        }

        let civil: CivilDate
        let state: State
        let workouts: [Workout]

        private enum CodingKeys: String, CodingKey { case date, state, workouts }

        init(_ civil: CivilDate, _ state: State, _ workouts: [Workout] = []) {
            (self.civil, self.state, self.workouts) = (civil, state, workouts)
        }

        package init(_ outlook: DayPlan, _ session: Session) {
            civil = outlook.date
            workouts = outlook.workouts.map { workout in
                Workout(
                    program: workout.programID,
                    day: workout.dayID,
                    name: workout.dayName,
                    state: session.state(of: workout)
                )
            }
            let states = Set(workouts.map { State(workout: $0.state) })
            let isPaused = outlook.programs.contains { $0.kind == .paused }
            state =
                State.allCases.first(where: states.contains) ?? (outlook.isRestDay ? .rest : isPaused ? .paused : .none)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(civil.description, forKey: .date)
            try container.encode(state, forKey: .state)
            try container.encode(workouts, forKey: .workouts)
        }
    }

    let from: String
    let until: String
    let today: String
    let firstWeekday: String
    let days: [Day]
    private let present: CivilDate
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case from, until, today, firstWeekday = "first_weekday", days }

    package init(_ days: [Day], _ dates: Range<CivilDate>, _ session: Session) {
        self.days = days
        from = dates.lowerBound.description
        until = dates.upperBound.adding(days: -1).description
        present = session.today
        today = present.description
        words = session.words
        firstWeekday = words.format.firstWeekday.name
    }

    package func text(_ style: Style, columns: Int) -> String {
        let months = MonthGrid.months(days, today: present, words.format, style)
        let room = max(1, min(3, (columns + MonthGrid.gap) / (MonthGrid.width + MonthGrid.gap)))
        let rows = stride(from: 0, to: months.count, by: room).map { start in
            MonthGrid.sideBySide(Array(months[start..<min(start + room, months.count)]))
        }
        let lines = rows.joined(separator: [""]) + legend(style, columns: columns)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The symbols in the calendar, with their meanings and numbers of days.
    private func legend(_ style: Style, columns: Int) -> [String] {
        var parts = State.allCases.compactMap { state -> String? in
            let count = days.count { $0.state == state }
            guard state != .none, count > 0 else { return nil }
            let name = words.word("calendar.state", state.rawValue).replacing(" ", with: "\u{A0}")
            return "\(state.sign)\u{A0}\(name)\u{A0}(\(count))"
        }
        if days.contains(where: { $0.civil == present }) { parts.append("[\u{A0}]\u{A0}\(words.text(.today))") }
        guard !parts.isEmpty else { return [] }
        return [""] + TextWrap.lines(parts.joined(separator: ", "), columns: columns).map(style.dim)
    }
}

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
    static func sideBySide(_ months: [[String]]) -> [String] {
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
