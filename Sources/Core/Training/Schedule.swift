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
        /// It is dropped.
        case skip
        /// It moves to the next training day, and all later workouts are delayed by one.
        case shift
        /// It replaces the workout of the next training day.
        case `repeat`
    }

    /// The length of the program.
    public enum Length: Sendable, Hashable {
        /// Without an end.
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
    /// The policy for missed workouts.
    public let onMissed: MissedPolicy
    /// The minimum number of rest days between two workouts of a rotation.
    public let restDaysBetween: Int
    /// The program's length.
    public let length: Length
    /// The training days of a rotation if the user chose none; nil for every day.
    public let defaultDays: WeekdaySet?

    /// The number of weeks, if the program ends after a number of weeks.
    public var countOfWeeks: Int? {
        if case .weeks(let count) = length { count } else { nil }
    }
}

/// A pause, or a workout moved to another date.
public enum ScheduleException: Sendable, Hashable {
    /// No workouts from one date through another; rotations don't advance.
    case pause(from: CivilDate, through: CivilDate)
    /// Swaps the workouts of two dates.
    case move(CivilDate, to: CivilDate)
}

/// When a program's own reminder is sent.
public enum ReminderLead: Sendable, Hashable {
    /// At a time on the workout's date.
    case at(TimeOfDay)
    /// A time span before the workout.
    case before(TimeSpan)
}
