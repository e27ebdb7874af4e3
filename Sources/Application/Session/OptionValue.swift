package import CivilTime
import Files
import Localization
import Planning
package import Platform
import PrintableText
package import Reminders
import SystemPackage
import Training
import YAMLSource

/// Parses option values; errors name the option, the value and what is expected.
package enum OptionValue {
    package static func priority(_ number: Int?, _ name: String = "--priority") throws(CommandError) -> Int? {
        guard let number else { return nil }
        let range = ActiveProgram.priorityRange
        guard range.contains(number) else {
            throw .badOption(
                name: name,
                value: "\(number)",
                reason: "expected \(range.lowerBound) to \(range.upperBound); the highest priority wins"
            )
        }
        return number
    }

    /// An option's parsed value; nil if the option was not given.
    package static func parsed<Value>(
        _ text: String?,
        _ name: String,
        _ parse: (String) throws(CivilTimeError) -> Value
    ) throws(CommandError) -> Value? {
        guard let text else { return nil }
        do { return try parse(text) } catch { throw .badOption(name: name, value: text, reason: error.description) }
    }

    package static func time(_ text: String?, _ name: String) throws(CommandError) -> TimeOfDay? {
        try parsed(text, name) { text throws(CivilTimeError) in try TimeOfDay(typed: text) }
    }

    package static func days(_ text: String?, _ name: String) throws(CommandError) -> WeekdaySet? {
        try parsed(text, name) { text throws(CivilTimeError) in try WeekdaySet(typed: text) }
    }

    /// A range of times as people type it, such as 22:00-07:00 or 10pm to 7am; nil if it is invalid or both times are equal.
    package static func hours(_ text: String) -> (from: TimeOfDay, to: TimeOfDay)? {
        let parts = text.replacing(" to ", with: "-").split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let from = try? TimeOfDay(typed: parts[0]), let to = try? TimeOfDay(typed: parts[1]),
            from != to
        else { return nil }
        return (from, to)
    }

    /// Rejects text with control characters, which could manipulate a terminal.
    package static func checkPrintable(_ text: String, _ name: String) throws(CommandError) {
        guard let control = text.firstControlCharacter else { return }
        throw .badOption(name: name, value: text, reason: "remove the control character \(control)")
    }

    /// The value of an option that can be given only once; the parser would silently use the last of several.
    package static func single(_ values: [String], _ name: String) throws(CommandError) -> String? {
        guard values.count > 1, let last = values.last else { return values.first }
        throw .badOption(name: name, value: last, reason: "it was given \(values.count) times; give it once")
    }

    /// A duration; one outside the range is an error.
    package static func span(_ text: String?, _ name: String, in range: ClosedRange<TimeSpan>) throws(CommandError)
        -> TimeSpan?
    {
        guard let text, let span = try parsed(text, name, { text throws(CivilTimeError) in try TimeSpan(typed: text) })
        else { return nil }
        guard range.contains(span) else {
            throw .badOption(
                name: name,
                value: text,
                reason: "expected a duration from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return span
    }

    package static func unknown(_ text: String, _ name: String, among allowed: [String]) -> CommandError {
        let help = Suggestion.help(for: text, among: allowed)
        return .badOption(name: name, value: text, reason: help ?? "expected one of \(allowed.joined(separator: ", "))")
    }

    /// One of the values that are allowed, however it is capitalized and separated; nil if the option was not given.
    package static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String?,
        _ name: String,
        of type: Choice.Type
    ) throws(CommandError) -> Choice? {
        guard let text else { return nil }
        if let choice = Choice.allCases.first(where: { NameKey.of($0.rawValue) == NameKey.of(text) }) { return choice }
        throw unknown(text, name, among: Choice.allCases.map(\.rawValue))
    }

    package static func checkLimit(_ limit: Int) throws(CommandError) {
        _ = try number(limit, "--limit", in: 1...1_000_000)
    }

    /// A number; one outside the range is an error.
    package static func number(_ number: Int?, _ name: String, in range: ClosedRange<Int>) throws(CommandError) -> Int?
    {
        guard let number, !range.contains(number) else { return number }
        throw .badOption(
            name: name,
            value: "\(number)",
            reason: "expected a number from \(range.lowerBound) to \(range.upperBound)"
        )
    }

    /// The names of channels, which must be installed plugins or be listed under `configure`.
    package static func channels(_ text: String, _ workspace: Workspace, _ name: String = "--channels")
        throws(CommandError) -> [String]
    {
        let names = text.split { $0 == "," || $0 == " " }.map(String.init)
        guard !names.isEmpty else {
            throw .badOption(
                name: name,
                value: text,
                reason: "expected at least one channel; to turn reminders off: antrain settings --off"
            )
        }
        var configured: [String] = []
        if case .success(let bytes) = workspace.context.files.read(workspace.paths.settings) {
            let reading = SettingsReader.read(SourceText(path: workspace.paths.settings.string, bytes: bytes))
            configured = reading.settings?.configurations.map(\.name) ?? []
        }
        let known = configured + workspace.pluginPath.plugins.map(\.name)
        for (index, channel) in names.enumerated() {
            if names[..<index].contains(channel) {
                throw .badOption(name: name, value: text, reason: "duplicate channel '\(channel)'")
            }
            guard known.contains(channel) else {
                let help =
                    Suggestion.help(for: channel, among: known)
                    ?? "use one of \(known.sorted().joined(separator: ", ")), or add one: antrain channel add KIND"
                throw .badOption(name: name, value: text, reason: "no such channel '\(channel)'; \(help)")
            }
        }
        return names
    }
}

/// The values of the options for notifications about progress.
extension OptionValue {
    package static func isOn(_ text: String, _ name: String) throws(CommandError) -> Bool {
        guard let isOn = switched(text) else {
            throw .badOption(name: name, value: text, reason: "expected on or off")
        }
        return isOn
    }

    /// A time of day as people type it; nil for `off`.
    package static func timeOrOff(_ text: String, _ name: String) throws(CommandError) -> TimeOfDay? {
        if switched(text) == false { return nil }
        do { return try TimeOfDay(typed: text) } catch {
            throw .badOption(name: name, value: text, reason: "\(error), or off")
        }
    }

    /// A weekday with a time, in either order (`sun 18:00`, `6pm on sunday`); without a time at the usual one; nil for `off`.
    package static func summary(_ text: String, _ name: String) throws(CommandError) -> SummarySchedule? {
        if let isOn = switched(text) { return isOn ? .usual : nil }
        var words = text.split { $0 == "," || $0.isWhitespace }
        let weekday: Weekday
        if let first = words.first, let day = named(first) {
            weekday = day
            words.removeFirst()
            if words.count > 1, words.first?.lowercased() == "at" { words.removeFirst() }
        } else if words.count > 1, let last = words.last, let day = named(last) {
            weekday = day
            words.removeLast()
            if words.last?.lowercased() == "on" { words.removeLast() }
        } else {
            throw unclearSummary(text, name)
        }
        guard !words.isEmpty else { return SummarySchedule(on: weekday, at: SummarySchedule.usual.time) }
        do { return SummarySchedule(on: weekday, at: try TimeOfDay(typed: words.joined(separator: " "))) } catch {
            guard case .impossibleTime = error else { throw unclearSummary(text, name) }
            throw .badOption(name: name, value: text, reason: error.description)
        }
    }

    /// Numbers of workouts, in ascending order without duplicates; the usual ones for `on`, and none for `off`.
    package static func milestones(_ text: String, _ name: String) throws(CommandError) -> [Int] {
        if let isOn = switched(text) { return isOn ? Settings.usualMilestones : [] }
        let words = text.split { $0 == "," || $0.isWhitespace }
        guard !words.isEmpty, words.count <= Settings.mostMilestones else {
            throw .badOption(
                name: name,
                value: text,
                reason: "expected up to \(Settings.mostMilestones) numbers of workouts, such as 7,30,100, on or off"
            )
        }
        var counts: Set<Int> = []
        for word in words {
            guard let count = Int(word), Settings.milestoneRange.contains(count) else {
                let range = "\(Settings.milestoneRange.lowerBound) to \(Settings.milestoneRange.upperBound)"
                throw .badOption(
                    name: name,
                    value: text,
                    reason:
                        "\(quoted(String(word))) is not a number of workouts from \(range); expected a list such as 7,30,100, on or off"
                )
            }
            counts.insert(count)
        }
        return counts.sorted()
    }

    private static func switched(_ text: String) -> Bool? {
        ["on": true, "yes": true, "off": false, "no": false][text.lowercased()]
    }

    /// A weekday by its name; a number would be ambiguous next to a time such as `6 pm`.
    private static func named(_ word: Substring) -> Weekday? {
        word.first?.isNumber == true ? nil : try? Weekday(parsing: word)
    }

    private static func unclearSummary(_ text: String, _ name: String) -> CommandError {
        .badOption(name: name, value: text, reason: "expected a weekday and a time, such as 'sun 18:00', or on, or off")
    }
}

/// Parses dates given as options.
package enum DateOption {
    /// A date as people type it; nil if the option was not given.
    ///
    /// - Parameter first: the first date that a plain weekday may be; nil for today.
    package static func parse(_ text: String?, name: String, today: CivilDate, from first: CivilDate? = nil)
        throws(CommandError) -> CivilDate?
    {
        let date = try OptionValue.parsed(text, name) { text throws(CivilTimeError) in
            try CivilDate(typed: text, today: today, from: first)
        }
        guard let date else { return nil }
        guard date <= .lastPlanned else { throw .calendarEnds }
        return date
    }

    /// The first and the last of some past dates; nil for an option that was not given.
    ///
    /// - Throws: if the first date is in the future or after the last one.
    package static func past(since: String?, until: String?, today: CivilDate) throws(CommandError) -> (
        first: CivilDate?, last: CivilDate?
    ) {
        // A plain weekday is in the past.
        let week = today.adding(days: -6)
        let first = try parse(since, name: "--since", today: today, from: week)
        let last = try parse(until, name: "--until", today: today, from: week)
        if let first, first > today {
            let expected = "expected today (\(today)) or an earlier date"
            throw .badOption(name: "--since", value: first.description, reason: expected)
        }
        if let first, let last, last < first {
            throw .badOption(name: "--until", value: last.description, reason: "expected \(first) or a later date")
        }
        return (first, last)
    }
}
