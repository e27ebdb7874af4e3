public import CivilTime

/// A completed workout.
public struct Completion: Sendable, Hashable {
    /// The date that the workout was planned for.
    public let date: CivilDate
    /// The ID of the completed program day.
    public let dayID: String

    /// Creates a completion.
    public init(date: CivilDate, dayID: String) {
        self.date = date
        self.dayID = dayID
    }
}

/// The position of a workout among its program's weeks.
public struct TrainingWeek: Sendable, Hashable {
    /// The week since the start, from 1.
    public let number: Int
    /// The number of weeks of the program, if it has a fixed number.
    public let total: Int?
    /// The week's name, if any.
    public let name: String?
    /// The phase's name, if any.
    public let phase: String?
    /// Whether it is a deload week.
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
    /// Its position among the weeks.
    public let week: TrainingWeek
    /// The expected duration, if given.
    public let duration: TimeSpan?
    /// The number of exercises.
    public let exercises: Int
    /// Whether it was moved to its date.
    public let isMoved: Bool
    /// Whether it may be left out without counting as missed.
    public let isOptional: Bool
}

/// The program's plan for a date.
public struct ScheduledDay: Sendable, Hashable {
    /// The kind of plan.
    public enum Kind: Sendable, Hashable {
        /// A workout.
        case workout(Occurrence)
        /// A rest day.
        case rest
        /// The program is paused.
        case paused
        /// Another program has a workout on the date, and only one workout a day is planned: the workout that the program would have.
        case taken(Occurrence)
        /// The program has not started.
        case notStarted
        /// The program has ended.
        case ended
    }

    /// The date.
    public let date: CivilDate
    /// The kind of plan.
    public let kind: Kind

    /// The workout, if any.
    public var occurrence: Occurrence? {
        if case .workout(let occurrence) = kind { occurrence } else { nil }
    }
}

/// Determines what a program plans for each date: a pure function of the program, its start and the completed workouts.
public struct TrainingCalendar: Sendable {
    let program: Program
    let start: CivilDate
    let trainingDays: WeekdaySet
    let completions: [CivilDate: [String]]
    let skipped: Set<CivilDate>
    let today: CivilDate
    /// The workouts of programs that take precedence, if only one workout a day is planned.
    let others: OtherWorkouts?
    let pauses: DateRanges
    /// The moves between dates on which the program runs, and those between a date before a pause and a date in it.
    let moves: DateMoves
    /// The dates on which an answer, a move, a pause or the present makes a difference, in order; between them the schedule repeats.
    let turns: [CivilDate]

    /// The date from which on a workout without an answer counts as missed: that of the first answer; nil without any.
    ///
    /// Without any answer antrain does not know whether workouts are done, so no workout delays the program.
    public let followedFrom: CivilDate?

    /// Whether a workout can be moved between two dates: at most ten years apart; the last representable date has no successor.
    public static func canMove(_ from: CivilDate, to: CivilDate) -> Bool {
        from.isWithinTenYears(of: to) && max(from, to) <= .lastPlanned
    }

    /// Creates the calendar of an activated program.
    ///
    /// - Parameters:
    ///   - program: the program.
    ///   - start: the date of the first day of its first week.
    ///   - trainingDays: the user's training days, for a rotation without its own.
    ///   - completions: the completed workouts, by the dates they were planned for.
    ///   - skipped: the dates of skipped workouts, which do not count as missed.
    ///   - exceptions: the user's pauses and moved dates, applied after those of the program.
    ///   - others: the workouts of programs that take precedence; on their dates the program is paused, unless the user answered its
    ///     workout.
    ///   - today: unanswered workouts before this date are missed; later ones are assumed to be completed.
    public init(
        program: Program,
        start: CivilDate,
        trainingDays: WeekdaySet,
        completions: [Completion],
        skipped: Set<CivilDate> = [],
        exceptions: [ScheduleException] = [],
        others: OtherWorkouts? = nil,
        today: CivilDate
    ) {
        self.program = program
        self.start = start
        self.trainingDays = trainingDays
        self.completions = Dictionary(grouping: completions, by: \.date).mapValues { $0.map(\.dayID) }
        self.skipped = skipped
        self.today = today
        self.others = others
        let exceptions = program.exceptions + exceptions
        pauses = DateRanges(
            exceptions.compactMap { exception in
                if case .pause(let from, let through) = exception, from <= through { from...through } else { nil }
            }
        )
        moves = TrainingCalendar.moves(exceptions, of: program, start: start, pauses)
        let answered = self.completions.keys.filter { $0 >= start } + skipped.filter { $0 >= start }
        followedFrom = answered.min()
        var turns = Set(answered + pauses.turns + moves.dates + [today])
        if case .until(let last) = program.schedule.length { turns.insert(last.adding(days: 1)) }
        self.turns = turns.filter { $0 >= start }.sorted()
    }

    /// The plan for each date of a range, computed in one pass from the start.
    public func days(_ range: Range<CivilDate>) -> [ScheduledDay] {
        guard !range.isEmpty else { return [] }
        var walk = CalendarWalk(self)
        return range.map { date in
            ScheduledDay(date: date, kind: date < start ? .notStarted : walk.kind(through: date))
        }
    }

    /// The plan for a date.
    public func day(on date: CivilDate) -> ScheduledDay {
        days(date..<date.adding(days: 1)).first ?? ScheduledDay(date: date, kind: .ended)
    }

    /// Whether a workout of the program gives way to another program's on a date.
    func isTaken(_ date: CivilDate) -> Bool {
        guard let others, completions[date] == nil, !skipped.contains(date) else { return false }
        return others.contains(date)
    }

    private static func moves(
        _ exceptions: [ScheduleException],
        of program: Program,
        start: CivilDate,
        _ pauses: DateRanges
    ) -> DateMoves {
        let all = exceptions.compactMap { exception -> (from: CivilDate, to: CivilDate)? in
            guard case .move(let from, let to) = exception, canMove(from, to: to) else { return nil }
            return (from, to)
        }
        func isRunning(_ date: CivilDate) -> Bool {
            if case .until(let last) = program.schedule.length, date > last { return false }
            return date >= start
        }
        // A workout can be done before the pause in which it would be; the walk decides whether one moves into the pause.
        return DateMoves(all) { from, to in
            isRunning(from) && isRunning(to) && !pauses.contains(min(from, to))
        }
    }
}
