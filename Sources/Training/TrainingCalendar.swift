public import CivilTime

/// A workout that the user completed.
public struct Completion: Sendable, Hashable {
    /// The date that the workout was planned for.
    public let date: CivilDate
    /// The id of the program day that was done.
    public let dayID: String

    /// Creates a completion.
    public init(date: CivilDate, dayID: String) {
        self.date = date
        self.dayID = dayID
    }
}

/// Where a workout stands among its program's weeks.
public struct TrainingWeek: Sendable, Hashable {
    /// The week since the start, from 1.
    public let number: Int
    /// How many weeks the program has, if it ends after some.
    public let total: Int?
    /// The week's name, if it has one.
    public let name: String?
    /// The phase's name, if it has one.
    public let phase: String?
    /// Whether it is a week to recover.
    public let isDeload: Bool
}

/// A program day on a date.
public struct Occurrence: Sendable, Hashable {
    /// The program's id.
    public let programID: String
    /// The program's name.
    public let programName: String
    /// The program day's id.
    public let dayID: String
    /// The program day's name.
    public let dayName: String
    /// The date.
    public let date: CivilDate
    /// Where it stands among the weeks.
    public let week: TrainingWeek
    /// How long it takes, if the program says so.
    public let duration: TimeSpan?
    /// How many exercises it has.
    public let exercises: Int
    /// Whether a move brought it to its date.
    public let isMoved: Bool
}

/// What a program has for a date.
public struct CalendarDay: Sendable, Hashable {
    /// What there is to do.
    public enum Kind: Sendable, Hashable {
        /// A workout.
        case workout(Occurrence)
        /// A rest day.
        case rest
        /// The program is paused.
        case paused
        /// The program has not begun.
        case notStarted
        /// The program is over.
        case ended
    }

    /// The date.
    public let date: CivilDate
    /// What there is to do.
    public let kind: Kind

    /// The workout, if there is one.
    public var occurrence: Occurrence? {
        if case .workout(let occurrence) = kind { occurrence } else { nil }
    }
}

/// Says what a program has for each date: a pure function of the program, its start, and what was completed.
public struct TrainingCalendar: Sendable {
    let program: Program
    let start: CivilDate
    let trainingDays: WeekdaySet
    let completions: [CivilDate: [String]]
    let skipped: Set<CivilDate>
    let exceptions: [ScheduleException]
    let today: CivilDate

    /// By how many days a workout can be moved: a calendar is walked date by date, and nobody plans further than ten years.
    public static let longestMove = 3660

    /// Whether what falls on one date can happen on another; no day follows the last date that can be expressed.
    public static func canMove(_ from: CivilDate, to: CivilDate) -> Bool {
        abs(from.days(until: to)) <= longestMove && max(from, to) < .latest
    }

    /// Creates the calendar of an activated program.
    ///
    /// - Parameters:
    ///   - program: the program.
    ///   - start: the date of the first day of its first week.
    ///   - trainingDays: the user's weekdays, for a rotation that names none.
    ///   - completions: the workouts completed so far, by the dates they were planned for.
    ///   - skipped: the dates of workouts that the user leaves out; they are not missed.
    ///   - exceptions: pauses and moved dates of the user's own, after those of the program.
    ///   - today: workouts before this date without an answer are missed; those from it on are planned as if they will be done.
    public init(
        program: Program,
        start: CivilDate,
        trainingDays: WeekdaySet,
        completions: [Completion],
        skipped: Set<CivilDate> = [],
        exceptions: [ScheduleException] = [],
        today: CivilDate
    ) {
        self.program = program
        self.start = start
        self.trainingDays = trainingDays
        self.completions = Dictionary(grouping: completions, by: \.date).mapValues { $0.map(\.dayID) }
        self.skipped = skipped
        self.exceptions = program.exceptions + exceptions
        self.today = today
    }

    /// The date from which on a workout without an answer counts as missed: that of the first answer; nil without any.
    ///
    /// Without any answer antrain does not know whether workouts are done, so no workout delays the program.
    public var followedFrom: CivilDate? {
        [completions.keys.filter { $0 >= start }.min(), skipped.filter { $0 >= start }.min()].compactMap { $0 }.min()
    }

    /// What the program has for each date of a range, in one pass from its start.
    public func days(_ range: Range<CivilDate>) -> [CalendarDay] {
        guard !range.isEmpty else { return [] }
        var walk = CalendarWalk(self)
        return range.map { date in
            CalendarDay(date: date, kind: date < start ? .notStarted : walk.kind(through: date))
        }
    }

    /// What the program has for a date.
    public func day(on date: CivilDate) -> CalendarDay {
        days(date..<date.adding(days: 1)).first ?? CalendarDay(date: date, kind: .ended)
    }

    var pauses: DateRanges {
        DateRanges(
            exceptions.compactMap { exception in
                if case .pause(let from, let through) = exception, from <= through { from...through } else { nil }
            }
        )
    }

    /// The moves between dates on which the program runs.
    var moves: DateMoves {
        let all = exceptions.compactMap { exception -> (from: CivilDate, to: CivilDate)? in
            guard case .move(let from, let to) = exception, TrainingCalendar.canMove(from, to: to) else { return nil }
            return (from, to)
        }
        guard !all.isEmpty else { return DateMoves([]) { _ in false } }
        let pauses = pauses
        return DateMoves(all) { date in
            if case .until(let last) = program.schedule.length, date > last { return false }
            return date >= start && !pauses.contains(date)
        }
    }
}
