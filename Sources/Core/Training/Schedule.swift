public import CivilTime

/// Which dates a program's days fall on.
public struct Schedule: Sendable, Hashable {
    /// How dates get their days; days are indices into `Program.days`.
    public enum Mode: Sendable, Hashable {
        /// Fixed weekdays, Monday first; nil is a rest day.
        case weekdays([Int?])
        /// A list that repeats by date; nil is a rest day.
        case cycle([Int?])
        /// Workouts in order on training days; if nil, on those that the user chose.
        case rotation([Int], on: WeekdaySet?, advance: Advance)
    }

    /// The condition for advancing a rotation.
    public enum Advance: String, Sendable, Hashable, CaseIterable {
        /// Every training day.
        case byDate = "by-date"
        /// Only completed workouts.
        case onCompletion = "on-completion"
    }

    /// The policy for a missed workout.
    public enum MissedPolicy: String, Sendable, Hashable, CaseIterable {
        case skip
        /// It moves to the next training day, and all later workouts are delayed by one.
        case shift
        /// It replaces the workout of the next training day.
        case `repeat`
    }

    /// What follows a workout whose sets were not completed.
    public enum FailurePolicy: String, Sendable, Hashable, CaseIterable {
        case `continue`
        /// The same workout on the next training day, and all later ones after it.
        case repeatWorkout = "repeat-workout"
        /// The week again, from its first workout.
        case repeatWeek = "repeat-week"
        /// The phase again, from its first week; without phases, the cycle of weeks.
        case repeatPhase = "repeat-phase"
    }

    /// The length of the program.
    public enum Length: Sendable, Hashable {
        case endless
        /// A number of weeks.
        case weeks(Int)
        /// A number of workouts.
        case workouts(Int)
        /// Until a date, inclusive.
        case until(CivilDate)
    }

    /// How dates get their days.
    public let mode: Mode
    public let onMissed: MissedPolicy
    public let onFailure: FailurePolicy
    /// The minimum number of rest days between two workouts of a rotation.
    public let restDaysBetween: Int
    public let length: Length
    /// The training days of a rotation if the user chose none; nil for every day.
    public let defaultDays: WeekdaySet?

    /// The number of weeks, if the program ends after a number of weeks.
    public var countOfWeeks: Int? {
        if case .weeks(let count) = length { count } else { nil }
    }
}

/// A pause, a workout moved to another date, or a jump within the program.
public enum ScheduleException: Sendable, Hashable {
    /// No workouts from one date through another; rotations don't advance.
    case pause(from: CivilDate, through: CivilDate)
    /// Swaps the workouts of two dates.
    case move(CivilDate, to: CivilDate)
    /// From a date on, the program continues at a place.
    case jump(on: CivilDate, to: ProgramPlace)
}

/// When a program's own reminder is sent.
public enum ReminderLead: Sendable, Hashable {
    /// At a time on the workout's date.
    case at(TimeOfDay)
    case before(TimeSpan)
}

extension Schedule {
    /// The fewest and the most workouts in seven consecutive dates, from 0 to 7.
    ///
    /// It follows from the mode: the weekdays that have a workout; in a cycle, the workouts in any seven of its dates; in a rotation, the
    /// weekdays in `on`, or its default days, as far as `restDaysBetween` allows. A rotation without either trains on the user's training
    /// days, so that any number up to the most that `restDaysBetween` allows is possible. Missed workouts, exceptions and days that weeks swap for rest do not
    /// count.
    public var daysPerWeek: ClosedRange<Int> {
        switch mode {
        case .weekdays(let week):
            let count = week.count { $0 != nil }
            return count...count
        case .cycle(let cycle): return Schedule.range(ofWeeksIn: cycle.map { $0 != nil })
        case .rotation(_, let own, _):
            guard let days = own ?? defaultDays else {
                return 1...max(1, (7 + restDaysBetween) / (restDaysBetween + 1))
            }
            return restDaysBetween == 0 ? days.count...days.count : Schedule.range(ofWeeksIn: workouts(on: days))
        }
    }

    /// Whether each date of a rotation has a workout, from the date on which the pattern begins to repeat until it repeats.
    private func workouts(on weekdays: WeekdaySet) -> [Bool] {
        var dates: [Bool] = []
        // A workout's weekday determines the dates of all later ones.
        var starts: [Weekday: Int] = [:]
        var date = 0
        var rest = 0
        while weekdays != .none {
            let weekday = Weekday.allCases[date % 7]
            let isWorkout = rest == 0 && weekdays.contains(weekday)
            if isWorkout, let start = starts.updateValue(date, forKey: weekday) { return Array(dates[start...]) }
            dates.append(isWorkout)
            rest = isWorkout ? restDaysBetween : max(0, rest - 1)
            date += 1
        }
        return [false]
    }

    /// The fewest and the most workouts in seven consecutive dates of a pattern that repeats.
    private static func range(ofWeeksIn pattern: [Bool]) -> ClosedRange<Int> {
        guard !pattern.isEmpty else { return 0...0 }
        let counts = pattern.indices.map { start in (start..<start + 7).count { pattern[$0 % pattern.count] } }
        return (counts.min() ?? 0)...(counts.max() ?? 0)
    }
}

/// Why a program does not have its workouts on exactly the weekdays that the user chose.
public enum DaysConflict: Sendable, Hashable {
    /// These fixed weekdays of the program are not among the chosen days, and the numbers of both differ.
    case untrained(WeekdaySet)
    /// The program's rotation fixes its weekdays.
    case fixed(WeekdaySet)
    /// The rest days that the program requires leave no workouts for these days.
    case tooClose(WeekdaySet)
}

/// How a schedule follows the weekdays that the user chose.
extension Schedule {
    /// The weekdays that the schedule fixes; nil if it prescribes only an order.
    public var ownDays: WeekdaySet? {
        switch mode {
        case .weekdays(let week): Schedule.days(of: week)
        case .rotation(_, let on, _): on
        case .cycle: nil
        }
    }

    public var takesDays: Bool {
        switch mode {
        case .weekdays, .rotation(_, nil, _): true
        case .cycle, .rotation: false
        }
    }

    /// The weekdays that it has if the user chooses none; nil for every day.
    public var usualDays: WeekdaySet? { ownDays ?? defaultDays }

    /// Why the schedule does not follow the chosen weekdays; nil if it does, or if there is no choice.
    public func conflict(with chosen: WeekdaySet) -> DaysConflict? {
        guard chosen != .all, !chosen.isEmpty else { return nil }
        switch mode {
        case .cycle: return nil
        case .weekdays:
            let untrained = WeekdaySet((ownDays ?? .none).weekdays.filter { !isTrained(on: $0, chosen) })
            return untrained.isEmpty ? nil : .untrained(untrained)
        case .rotation(_, let on?, _): return on == chosen ? nil : .fixed(on)
        case .rotation(_, nil, _):
            let trained = workouts(on: chosen, from: chosen.weekdays[0])
            let idle = WeekdaySet(chosen.weekdays.filter { !trained.contains($0) })
            return idle.isEmpty ? nil : .tooClose(idle)
        }
    }

    /// The fixed weekdays with the user's choice applied: the workouts of the week in order on as many other days, or else as they are.
    func week(_ week: [Int?], on chosen: WeekdaySet) -> [Int?] {
        let workouts = week.compactMap { $0 }
        guard chosen.count == workouts.count else { return week }
        var rest = workouts[...]
        return Weekday.allCases.map { chosen.contains($0) ? rest.popFirst() : nil }
    }

    /// Whether the user trains a workout that the schedule has on a weekday.
    ///
    /// Only fixed weekdays whose number differs from the number of chosen days may have workouts on other days.
    func isTrained(on weekday: Weekday, _ chosen: WeekdaySet) -> Bool {
        guard case .weekdays(let week) = mode, Schedule.days(of: week).count != chosen.count else {
            return !chosen.isEmpty
        }
        return chosen.contains(weekday)
    }

    /// The weekdays that get a workout in eight weeks, given the rest days that a rotation requires.
    private func workouts(on days: WeekdaySet, from first: Weekday) -> WeekdaySet {
        var result = WeekdaySet.none
        var last: Int?
        for day in 0..<56 {
            let weekday = Weekday.allCases[(first.rawValue - 1 + day) % 7]
            guard days.contains(weekday), last.map({ day - $0 > restDaysBetween }) ?? true else { continue }
            result.insert(weekday)
            last = day
        }
        return result
    }

    private static func days(of week: [Int?]) -> WeekdaySet {
        WeekdaySet(Weekday.allCases.filter { week[$0.rawValue - 1] != nil })
    }
}
