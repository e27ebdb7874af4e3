package import CivilTime
package import Platform
package import Reminders

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
