public import CivilTime

/// A workout that the user completed.
public struct Completion: Sendable, Hashable {
    /// The date on which it was done.
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
    ///   - completions: the workouts completed so far.
    ///   - skipped: the dates of workouts that are left out, be they still to come.
    ///   - exceptions: pauses and moved dates of the user's own, after those of the program.
    ///   - today: workouts before this date that were not completed are missed; those from it on are planned as if they will be done.
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

    /// What the program has for each date of a range, in one pass from its start.
    public func days(_ range: Range<CivilDate>) -> [CalendarDay] {
        var walk = CalendarWalk(self)
        let (moves, last) = moves(before: range.upperBound)
        guard !range.isEmpty else { return [] }
        guard !moves.isEmpty else {
            return range.map { date in
                date < start
                    ? CalendarDay(date: date, kind: .notStarted)
                    : CalendarDay(date: date, kind: walk.kind(through: date))
            }
        }
        let first = min(start, range.lowerBound)
        var kinds = (first..<last).map { $0 < start ? .notStarted : walk.kind(through: $0) }
        for (from, to) in moves where from >= first && to >= first {
            exchange(&kinds, from, to, first: first)
        }
        return range.map { CalendarDay(date: $0, kind: kinds[first.days(until: $0)]) }
    }

    /// What the program has for a date.
    public func day(on date: CivilDate) -> CalendarDay {
        days(date..<date.adding(days: 1)).first ?? CalendarDay(date: date, kind: .ended)
    }

    /// The moves that have a part in what comes before a date, and the first date from which none has.
    ///
    /// A workout may come to its date by several moves, from far beyond the dates that are asked for.
    private func moves(before date: CivilDate) -> (moves: [(CivilDate, CivilDate)], last: CivilDate) {
        let all = exceptions.compactMap { exception -> (CivilDate, CivilDate)? in
            guard case .move(let from, let to) = exception, TrainingCalendar.canMove(from, to: to) else { return nil }
            return (from, to)
        }
        var last = date
        while let further = all.filter({ min($0, $1) < last }).map({ max($0, $1) }).max(), further >= last {
            last = further.adding(days: 1)
        }
        return (all.filter { min($0, $1) < last }, last)
    }

    private func exchange(_ kinds: inout [CalendarDay.Kind], _ from: CivilDate, _ to: CivilDate, first: CivilDate) {
        let (source, target) = (first.days(until: from), first.days(until: to))
        guard case .workout(let moved) = kinds[source] else { return }
        switch kinds[target] {
        case .workout(let displaced): kinds[source] = .workout(displaced.moved(to: from))
        case .rest: kinds[source] = .rest
        case .paused, .notStarted, .ended: return
        }
        kinds[target] = .workout(moved.moved(to: to))
    }
}

extension Occurrence {
    func moved(to date: CivilDate) -> Occurrence {
        Occurrence(
            programID: programID,
            programName: programName,
            dayID: dayID,
            dayName: dayName,
            date: date,
            week: week,
            duration: duration,
            exercises: exercises
        )
    }
}
