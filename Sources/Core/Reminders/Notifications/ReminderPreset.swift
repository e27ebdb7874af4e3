public import CivilTime
public import Localization

/// A ready-made set of reminders, which the user adds by its name and then edits like any other.
public struct ReminderPreset: Sendable, Hashable {
    /// One of the reminders.
    package struct Entry: Sendable, Hashable {
        let title: MessageKey
        var notes: MessageKey?
        /// The time of day; nil if it follows from the workouts.
        let time: TimeOfDay?
        let rule: RepeatRule
    }

    /// Why times or weekdays cannot be chosen.
    public enum Problem: Error, Hashable {
        case timeFollows
        /// The dates follow from the programs.
        case daysFollow
        /// Another number of times is expected.
        case expectedTimes(ClosedRange<Int>)
    }

    /// The name on the command line.
    public let name: String
    private let entries: [Entry]

    private static let mostTimes = 24

    public static let all = [
        ReminderPreset(
            name: "hydration",
            entries: [9, 11, 13, 15, 17, 19].map { Entry(title: .presetHydration, time: at($0), rule: .every(days: 1)) }
        ),
        ReminderPreset(
            name: "meals",
            entries: [
                Entry(title: .presetBreakfast, time: at(7, 30), rule: .every(days: 1)),
                Entry(title: .presetLunch, time: at(12, 30), rule: .every(days: 1)),
                Entry(title: .presetDinner, time: at(18, 30), rule: .every(days: 1)),
            ]
        ),
        ReminderPreset(
            name: "sleep",
            entries: [Entry(title: .presetSleep, time: at(21, 30), rule: .following(.daysBeforeTraining))]
        ),
        ReminderPreset(
            name: "check-in",
            entries: [Entry(title: .presetCheckIn, time: at(18), rule: .weekly(WeekdaySet([.sunday])))]
        ),
        ReminderPreset(
            name: "weigh-in",
            entries: [
                Entry(
                    title: .presetWeighIn,
                    notes: .presetWeighInNotes,
                    time: at(7),
                    rule: .weekly(WeekdaySet([.monday]))
                )
            ]
        ),
        ReminderPreset(
            name: "stretch",
            entries: [Entry(title: .presetStretch, time: nil, rule: .following(.afterWorkout(.hours(1))))]
        ),
    ]

    private static func at(_ hour: Int, _ minute: Int = 0) -> TimeOfDay {
        TimeOfDay(secondsFromMidnight: (hour * 60 + minute) * 60)
    }

    /// The reminders that it adds, without numbers.
    ///
    /// - Parameters:
    ///   - times: other times of day; a preset whose reminders have the same title takes any number from 1 to 24, others as many as
    ///     they have reminders.
    ///   - days: other weekdays.
    ///   - now: the current local time, from which on they count.
    /// - Throws: `Problem` if times or weekdays cannot be chosen.
    public func reminders(times: [TimeOfDay]?, days: WeekdaySet?, now: CivilDateTime, _ words: MessageCatalog)
        throws(Problem) -> [UserReminder]
    {
        let chosen = try chosen(times)
        if days != nil, entries.contains(where: { $0.rule.relation != nil }) { throw .daysFollow }
        return chosen.map { entry in
            let time = entry.time ?? .midnight
            let isAhead = entry.time == nil || time > now.time
            return UserReminder(
                number: 0,
                title: words.text(entry.title),
                notes: entry.notes.map { words.text($0, ["command": "antrain measure weight 80kg"]) },
                at: CivilDateTime(date: isAhead ? now.date : now.date.adding(days: 1), time: time),
                rule: days.map { $0 == .all ? .every(days: 1) : .weekly($0) } ?? entry.rule
            )
        }
    }

    private func chosen(_ times: [TimeOfDay]?) throws(Problem) -> [Entry] {
        guard let times else { return entries }
        guard let first = entries.first, entries.allSatisfy({ $0.time != nil }) else { throw .timeFollows }
        let isUniform = entries.allSatisfy { $0.title == first.title }
        let range = isUniform ? 1...ReminderPreset.mostTimes : entries.count...entries.count
        guard range.contains(times.count) else { throw .expectedTimes(range) }
        return times.enumerated().map { place, time in
            let entry = isUniform ? first : entries[place]
            return Entry(title: entry.title, notes: entry.notes, time: time, rule: entry.rule)
        }
    }
}
