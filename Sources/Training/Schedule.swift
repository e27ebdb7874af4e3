public import CivilTime

/// On which dates a program's days fall.
public struct Schedule: Sendable, Hashable {
    /// How dates get their days; days are places in `Program.days`.
    public enum Mode: Sendable, Hashable {
        /// Fixed weekdays, Monday first; nil is a rest day.
        case weekdays([Int?])
        /// A list that goes round by date; nil is a rest day.
        case cycle([Int?])
        /// Workouts in order over training days; without days of its own, the user's.
        case rotation([Int], on: WeekdaySet?, advance: Advance)
    }

    /// What moves a rotation on.
    public enum Advance: String, Sendable, Hashable, CaseIterable {
        /// Every training day.
        case byDate = "by-date"
        /// Only a completed workout.
        case onCompletion = "on-completion"
    }

    /// What happens to a workout that was not done on its day.
    public enum MissedPolicy: String, Sendable, Hashable, CaseIterable {
        /// It is dropped.
        case skip
        /// It takes the next training day, and all that follows moves back by one.
        case shift
        /// It takes the next training day's place, whose own workout is dropped.
        case `repeat`
    }

    /// How long the program goes on.
    public enum Length: Sendable, Hashable {
        /// For ever.
        case endless
        /// So many weeks.
        case weeks(Int)
        /// So many workouts.
        case workouts(Int)
        /// Until a date, that one included.
        case until(CivilDate)
    }

    /// How dates get their days.
    public let mode: Mode
    /// What happens to missed workouts.
    public let onMissed: MissedPolicy
    /// The fewest rest days between two workouts of a rotation.
    public let restDaysBetween: Int
    /// How long it goes on.
    public let length: Length

    /// How many weeks it has, if it ends after some.
    public var countOfWeeks: Int? {
        if case .weeks(let count) = length { count } else { nil }
    }
}

/// A time in which a program rests, or a date whose workout is on another.
public enum ScheduleException: Sendable, Hashable {
    /// No workouts from one date through another; what goes round waits.
    case pause(from: CivilDate, through: CivilDate)
    /// What falls on one date happens on the other, and the other way round.
    case move(CivilDate, to: CivilDate)
}

/// When a program's own reminder comes.
public enum ReminderLead: Sendable, Hashable {
    /// At a time of the workout's day.
    case at(TimeOfDay)
    /// So long before the workout's time.
    case before(TimeSpan)
}
