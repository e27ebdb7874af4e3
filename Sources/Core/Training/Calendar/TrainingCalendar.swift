public import CivilTime

/// A completed workout.
public struct Completion: Sendable, Hashable {
    /// The date that the workout was planned for.
    public let date: CivilDate
    /// The ID of the completed program day.
    public let dayID: String

    public init(date: CivilDate, dayID: String) {
        self.date = date
        self.dayID = dayID
    }
}

/// The workout that the user answered or started on a date: of the program as it was then, whatever its file says now.
public struct RecordedWorkout: Sendable {
    public let program: Program
    /// The number of its text in the ledger.
    public let edition: Int64
    public let dayID: String
    /// The week since the start of the program, from 1; nil for answers to earlier versions of antrain.
    public let week: Int?

    public init(program: Program, edition: Int64, dayID: String, week: Int?) {
        (self.program, self.edition, self.dayID, self.week) = (program, edition, dayID, week)
    }

    /// The workout on its date, if the program plans `planned` for it now; nil if the program never had the day.
    public func occurrence(on date: CivilDate, instead planned: Occurrence? = nil) -> Occurrence? {
        program.days.first { $0.id == dayID }.map { day in
            let isMoved = planned.map { $0.isMoved && $0.dayID == dayID } ?? false
            let number = week ?? planned?.week.number ?? 1
            return Occurrence(
                day,
                of: program,
                week: number,
                shown: planned?.week.shown ?? number,
                on: date,
                isMoved: isMoved
            )
        }
    }
}

/// A text that the program's file had until it was edited.
public struct EarlierProgram: Sendable {
    public let program: Program
    /// The first date that it no longer plans.
    public let end: CivilDate

    public init(_ program: Program, until end: CivilDate) {
        self.program = program
        self.end = end
    }
}

/// The position of a workout among its program's weeks.
public struct TrainingWeek: Sendable, Hashable {
    /// The week that decides the sets and the loads, from 1: since the start, or the round of a cycle or rotation.
    public let number: Int
    /// The week to show, from 1: the calendar week since the start if all weeks are the same and their number does not end the
    /// program; otherwise `number`.
    public let shown: Int
    /// The number of weeks of the program, if it has a fixed number.
    public let total: Int?
    public let name: String?
    public let phase: String?
    public let isDeload: Bool
}

/// A program day on a date.
public struct Occurrence: Sendable, Hashable {
    public let programID: String
    public let programName: String
    public let dayID: String
    public let dayName: String
    public let date: CivilDate
    /// Its position among the weeks.
    public let week: TrainingWeek
    public let duration: TimeSpan?
    public let exercises: Int
    public let isMoved: Bool
    /// Whether it may be left out without counting as missed.
    public let isOptional: Bool

    /// - Parameter number: the week that decides the sets and the loads.
    init(_ day: ProgramDay, of program: Program, week number: Int, shown: Int, on date: CivilDate, isMoved: Bool) {
        let week = program.week(number)
        programID = program.id
        programName = program.name
        dayID = day.id
        dayName = day.name
        self.date = date
        self.week = TrainingWeek(
            number: number,
            shown: shown,
            total: program.schedule.countOfWeeks,
            name: week?.name,
            phase: week?.phase,
            isDeload: week?.isDeload ?? false
        )
        duration = day.duration
        exercises = day.exercises.count
        self.isMoved = isMoved
        isOptional = day.isOptional
    }
}

/// The program's plan for a date.
public struct ScheduledDay: Sendable, Hashable {
    /// The kind of plan.
    public enum Kind: Sendable, Hashable {
        case workout(Occurrence)
        case rest, paused
        /// Another program has a workout on the date, and only one workout a day is planned: the workout that the program would have.
        case taken(Occurrence)
        case notStarted, ended
    }

    public let date: CivilDate
    public let kind: Kind

    public var occurrence: Occurrence? {
        if case .workout(let occurrence) = kind { occurrence } else { nil }
    }
}

/// Determines what a program plans for each date: a pure function of the program, its start and the completed workouts.
public struct TrainingCalendar: Sendable {
    let program: Program
    let start: CivilDate
    let trainingDays: TrainingDays
    let completions: [CivilDate: [String]]
    let skipped: Set<CivilDate>
    let today: CivilDate
    /// The workouts that were answered or started, which keep their dates.
    let recorded: [CivilDate: RecordedWorkout]
    /// The calendars of the texts that the program's file had before, each with the first date that it no longer plans.
    let earlier: [(calendar: TrainingCalendar, end: CivilDate)]
    /// The workouts of programs that take precedence, if only one workout a day is planned.
    let others: OtherWorkouts?
    /// The pauses, without the dates whose workouts were answered or started.
    let pauses: DateRanges
    /// The moves between dates on which the program runs, and those between a date before a pause and a date in it.
    let moves: DateMoves
    /// The jumps since the start, by date.
    let jumps: [Jump]

    /// The date from which on a workout without an answer counts as missed: that of the first answer; nil without any.
    ///
    /// Without any answer antrain does not know whether workouts are done, so no workout delays the program.
    public let followedFrom: CivilDate?

    /// Whether a workout can be moved between two dates: at most ten years apart; the last representable date has no successor.
    public static func canMove(_ from: CivilDate, to: CivilDate) -> Bool {
        from.isWithinTenYears(of: to) && max(from, to) <= .lastPlanned
    }

    /// - Parameters:
    ///   - start: the date of the first day of its first week.
    ///   - trainingDays: the weekdays on which the user trains.
    ///   - completions: the completed workouts, by the dates they were planned for.
    ///   - skipped: the dates of skipped workouts, which do not count as missed.
    ///   - exceptions: the user's pauses, moved dates and jumps, applied after the exceptions of the program.
    ///   - others: the workouts of programs that take precedence; on their dates the program is paused, unless the user answered its
    ///     workout.
    ///   - recorded: the workouts that were answered or started, as they were then; they keep their dates whatever the program has now.
    ///   - earlier: the texts that the program's file had before, in their order; an edit does not change the dates before it.
    ///   - today: unanswered workouts before this date are missed; later ones are assumed to be completed.
    public init(
        program: Program,
        start: CivilDate,
        trainingDays: TrainingDays,
        completions: [Completion],
        skipped: Set<CivilDate> = [],
        exceptions: [ScheduleException] = [],
        others: OtherWorkouts? = nil,
        recorded: [CivilDate: RecordedWorkout] = [:],
        earlier: [EarlierProgram] = [],
        today: CivilDate
    ) {
        self.program = program
        self.start = start
        self.trainingDays = trainingDays
        self.completions = Dictionary(grouping: completions, by: \.date).mapValues { $0.map(\.dayID) }
        self.skipped = skipped
        self.today = today
        self.others = others
        let settled = trainingDays.settled.union(self.completions.keys).union(skipped)
        pauses = DateRanges((program.exceptions + exceptions).compactMap(\.paused), without: settled)
        jumps = exceptions.compactMap { exception -> Jump? in
            guard case .jump(let date, let place) = exception, date >= start else { return nil }
            return Jump(date: date, place: place)
        }.sorted { $0.date < $1.date }
        moves = DateMoves(TrainingCalendar.possibleMoves(of: program, start: start, exceptions, settled))
        let answered = Set(self.completions.keys).union(skipped).filter { $0 >= start }
        followedFrom = answered.min()
        let moved = moves.dates
        // A workout that was started and then moved is no longer on its date.
        self.recorded = recorded.filter { answered.contains($0.key) || !moved.contains($0.key) }
        self.earlier = earlier.filter { $0.end > start }.map { text in
            let calendar = TrainingCalendar(
                program: text.program,
                start: start,
                trainingDays: trainingDays,
                completions: completions,
                skipped: skipped,
                exceptions: exceptions,
                others: others,
                recorded: recorded,
                today: today
            )
            return (calendar, text.end)
        }
    }

    /// The plan for each date of a range, computed in one pass from the start.
    public func days(_ range: Range<CivilDate>) -> [ScheduledDay] {
        guard !range.isEmpty else { return [] }
        var walk = EditionWalk(self)
        return range.map { date in
            guard date >= start else { return ScheduledDay(date: date, kind: .notStarted) }
            return ScheduledDay(date: date, kind: walk.kind(through: date))
        }
    }

    public func day(on date: CivilDate) -> ScheduledDay {
        days(date..<date.adding(days: 1)).first ?? ScheduledDay(date: date, kind: .ended)
    }

    func isTrained(_ workout: Occurrence) -> Bool { trainingDays.include(workout, of: program.schedule) }

    /// Whether a workout of the program gives way to another program's on a date.
    func isTaken(_ date: CivilDate) -> Bool {
        guard let others, completions[date] == nil, !skipped.contains(date), !trainingDays.isSettled(date) else {
            return false
        }
        return others.contains(date)
    }

    /// The moves that have an effect, in the order in which they were requested: first those of the program, then the user's.
    ///
    /// No workout can be moved into a pause. The program's moves take all of its pauses into account; a pause that the user
    /// adds later applies to workouts that were moved into it before, as to any others.
    private static func possibleMoves(
        of program: Program,
        start: CivilDate,
        _ exceptions: [ScheduleException],
        _ settled: Set<CivilDate>
    ) -> [(from: CivilDate, to: CivilDate)] {
        func isRunning(_ date: CivilDate) -> Bool {
            if case .until(let last) = program.schedule.length, date > last { return false }
            return date >= start
        }
        var known = program.exceptions.compactMap(\.paused)
        var pauses = DateRanges(known, without: settled)
        var moves: [(from: CivilDate, to: CivilDate)] = []
        for exception in program.exceptions + exceptions {
            switch exception {
            case .pause:
                known += [exception.paused].compactMap(\.self)
                pauses = DateRanges(known, without: settled)
            case .move(let from, let to):
                guard canMove(from, to: to), isRunning(from), isRunning(to),
                    pauses.obstacle(toMoveFrom: from, to: to) == nil
                else { continue }
                moves.append((from, to))
            case .jump: break
            }
        }
        return moves
    }
}

extension ScheduleException {
    /// The dates of a pause; nil for other exceptions.
    var paused: ClosedRange<CivilDate>? {
        if case .pause(let from, let through) = self, from <= through { from...through } else { nil }
    }
}

extension DateRanges {
    /// The paused date that prevents a move; nil if the workout can be moved.
    ///
    /// A workout of a paused date can be done before the pause.
    func obstacle(toMoveFrom from: CivilDate, to: CivilDate) -> CivilDate? {
        if contains(to) { return to }
        return contains(from) && from < to ? from : nil
    }
}
