import CivilTime
package import History
import Localization
import Planning
package import Platform
package import Reminders
package import Session
import Training

/// Times for reminders that follow from when workouts really begin.
package struct TimeSuggestionResult: CommandResult {
    package static let kind = "time-suggestion"

    /// What the workouts of a weekday, or all workouts, show.
    struct Entry: Encodable {
        let weekday: String?
        let workouts: Int
        let estimated: Int
        let state: String
        let time: String?
        let from: String?
        let to: String?
        let within: Int?
        let text: String

        init(_ weekday: Weekday?, _ suggestion: TimeSuggestion, _ words: MessageCatalog) {
            let format = words.format
            self.weekday = weekday?.name
            workouts = suggestion.starts
            estimated = suggestion.estimated
            time = suggestion.time?.description
            let window = suggestion.window
            (from, to, within) = (window?.from.description, window?.to.description, window?.count)
            let count = workouts == 1 ? "1 workout" : "\(workouts) workouts"
            switch suggestion.finding {
            case .few:
                state = "few"
                text = "\(count); \(TimeSuggestion.leastStarts) are needed"
            case .scattered(let window):
                state = "scattered"
                text =
                    "workouts begin at very different times: \(window.count) of \(window.total) between \(format.time(window.from)) and \(format.time(window.to))"
            case .usual(let window, _):
                state = "usual"
                text = TimeSuggestionResult.evidence(window, words)
            }
        }
    }

    /// How soon after a reminder something is marked as done.
    struct Answers: Encodable {
        let count: Int
        let medianSeconds: Int64

        private enum CodingKeys: String, CodingKey { case count, medianSeconds = "median_seconds" }
    }

    let weeks: Int
    let needed: Int
    let leadSeconds: Int
    /// The time of reminders today.
    let present: String
    let all: Entry
    /// The weekdays with workouts, from Monday.
    let weekdays: [Entry]
    let answers: Answers?
    /// The active programs with a time of their own, whose workouts do not count.
    let excluded: [String]
    let commands: [String]
    private let rows: [[String]]
    private let notes: [String]
    private let introduction: String

    private enum CodingKeys: String, CodingKey {
        case weeks, needed, leadSeconds = "lead_seconds", present, all, weekdays, answers, excluded, commands
    }

    package init(_ starts: [WorkoutStart], _ promptness: DeliveryStatistics.Answers?, _ session: Session) {
        let words = session.words
        let usual = session.input.usualTime(on: session.today)
        let common = TimeSuggestion(starts)
        let byDay = Dictionary(grouping: starts, by: \.date.weekday).mapValues(TimeSuggestion.init)
        let days = Weekday.allCases.compactMap { day in byDay[day].map { (day, $0) } }
        weeks = TimeSuggestion.weeks
        needed = TimeSuggestion.leastStarts
        leadSeconds = TimeSuggestion.lead * 60
        present = usual.description
        all = Entry(nil, common, words)
        weekdays = days.map { Entry($0, $1, words) }
        answers = promptness.flatMap { done in
            done.median.map { Answers(count: done.afterReminder, medianSeconds: $0) }
        }
        excluded = session.programsWithOwnTime.map(\.program.id)
        func row(_ name: String, _ suggestion: TimeSuggestion, _ entry: Entry) -> [String] {
            [name, suggestion.time.map(words.format.time) ?? "-", entry.text]
        }
        rows =
            zip(days, weekdays).map { row(words.format.name($0.0).capitalizedFirst, $0.1, $1) }
            + [row("All days", common, all)]
        notes = Self.notes(common, answers, session)
        (introduction, commands) = Self.advice(common, days, usual, session)
    }

    fileprivate static func evidence(_ window: StartWindow, _ words: MessageCatalog) -> String {
        "\(window.count) of \(window.total) workouts began between \(words.format.time(window.from)) and \(words.format.time(window.to))"
    }

    /// How the times are computed, and what else the records show.
    private static func notes(_ common: TimeSuggestion, _ answers: Answers?, _ session: Session) -> [String] {
        var notes = [
            "Each time is \(TimeSuggestion.lead) minutes before the shortest period in which at least 80 % of the workouts began, rounded down to 5 minutes."
        ]
        if common.estimated > 0 {
            notes.append(
                "Estimated starts: \(common.estimated) of \(common.starts), from the time of 'done' minus the duration of the workout."
            )
        }
        if let answers {
            let median = TimeSpan.minutes(answers.medianSeconds / 60)
            notes.append("Median time from a reminder to 'done': \(median), of \(plural(answers.count, "answer")).")
        }
        let others = session.namesWithOwnTime
        if !others.isEmpty {
            notes.append("Not counted, because they have their own reminder times: \(session.words.joined(others)).")
        }
        return notes
    }

    /// The commands that apply the suggestion, with an introduction; without commands, why there are none.
    private static func advice(
        _ common: TimeSuggestion,
        _ days: [(Weekday, TimeSuggestion)],
        _ usual: TimeOfDay,
        _ session: Session
    ) -> (String, [String]) {
        let words = session.words
        let clock = words.format.time
        guard session.programs.isEmpty || session.programs.contains(where: \.followsSettings) else {
            return ("Each active program has its own reminder time, so the time of the settings does not matter.", [])
        }
        if let auto = session.settings.autoTime {
            return ("The time already follows your workouts: \(words.time(usual, auto)).", [])
        }
        if let time = common.time {
            guard time != usual || !session.settings.isEnabled else {
                return ("Reminders already come at \(clock(time)).", [])
            }
            let now = session.settings.isEnabled ? "Reminders now come at \(clock(usual))" : "Reminders are off"
            return ("\(now); to get them at \(clock(time)):", ["antrain settings --time \(time)"])
        }
        let commands = days.compactMap { day, suggestion in
            suggestion.time.map { time in
                "antrain reminder add Workout --at '\(day.abbreviation) \(time)' --repeat weekly:\(day.abbreviation)"
            }
        }
        guard commands.isEmpty else {
            let reason =
                "The settings have one time for all days, but your workouts begin at different times on different days."
            return ("\(reason) To add reminders of your own on these days:", commands)
        }
        return ("There is no suggestion yet; reminders come at \(clock(usual)).", [])
    }

    package func text(_ style: Style, columns: Int) -> String {
        let shown = rows.map { [$0[0], style.bold($0[1]), $0[2]] }
        var lines = TextWrap.lines("Reminder times from the workouts of the last \(weeks) weeks", columns: columns)
        lines = lines.map(style.bold) + TextTable.lines(shown, columns: columns) + [""]
        lines += notes.flatMap { TextWrap.lines($0, columns: columns) } + [""]
        lines += TextWrap.lines(introduction, columns: columns)
        // A command stays on one line, so that it can be copied.
        return (lines + commands.map { "  \($0)" }).joined(separator: "\n") + "\n"
    }
}
