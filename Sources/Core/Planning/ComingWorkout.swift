public import CivilTime
public import Progress
public import Training

/// A coming workout of a program, with the loads that follow if the workouts before it go as assumed.
public struct ComingWorkout: Sendable {
    /// The program day and its date.
    public let occurrence: Occurrence
    /// The exercises with their sets.
    public let workout: PlannedWorkout
}

/// The coming workouts of a program in order, from today on, with their loads.
struct ComingWorkouts: Sendable {
    /// The program, with the repetitions that follow from assumed failures.
    private var active: ActiveProgram
    private let today: CivilDate
    private let assumption: OutcomeAssumption
    /// The loads after everything so far.
    private(set) var progress: ProgramProgress
    private var log: LoggedResults
    private var count: [String: Int] = [:]
    /// The jumps that are still ahead.
    private var jumps: ArraySlice<(date: CivilDate, week: Int)>
    /// The first date that was not searched.
    private(set) var end: CivilDate

    init(_ active: ActiveProgram, _ athlete: AthleteHistory, today: CivilDate, assuming assumption: OutcomeAssumption) {
        self.active = active
        self.today = today
        self.assumption = assumption
        let first = max(active.start, today)
        progress = active.progress(athlete, today: today)
        log = LoggedResults(athlete.log.filter { $0.date >= first }, of: active.program.id)
        end = first
        jumps = active.jumps(after: today, before: .latest)[...]
    }

    /// The next workouts without an answer, each followed by what was already logged for it and the assumed outcome of the rest.
    ///
    /// - Parameters:
    ///   - date: the first date that is not searched.
    ///   - limit: the maximum number of workouts.
    ///   - isAnswered: whether a workout has an answer.
    mutating func next(
        before date: CivilDate,
        atMost limit: Int = .max,
        isAnswered: (Occurrence) -> Bool
    ) -> [ComingWorkout] {
        var result: [ComingWorkout] = []
        while end < date {
            let failed = add(to: &result, before: date, atMost: limit, isAnswered: isAnswered)
            end = failed?.date.adding(days: 1) ?? date
            if let failed, let jump = active.repetition(of: failed, today: today) {
                active = active.with(exceptions: active.exceptions.jumping(jump))
                jumps = active.jumps(after: failed.date, before: .latest)[...]
            }
        }
        return result
    }

    /// Appends the next workouts.
    ///
    /// If the program repeats failed workouts, it stops after the first one that is assumed to fail.
    ///
    /// - Returns: the failed workout; nil without one.
    private mutating func add(
        to result: inout [ComingWorkout],
        before date: CivilDate,
        atMost limit: Int,
        isAnswered: (Occurrence) -> Bool
    ) -> Occurrence? {
        for occurrence in active.calendar(today: today).days(end..<date).lazy.compactMap(\.occurrence) {
            guard result.count < limit else { break }
            guard active.isTrained(occurrence), !isAnswered(occurrence) else { continue }
            while let jump = jumps.first, jump.date <= occurrence.date {
                progress.apply(.jumped(toWeek: jump.week))
                jumps.removeFirst()
            }
            let logged = log.takeEntries(on: occurrence.date).results
            let workout = progress.workout(
                occurrence.dayID,
                week: occurrence.week.number,
                chosen: active.choices.chosen(on: occurrence.date),
                logged: Set(logged.keys)
            )
            guard let workout else { continue }
            result.append(ComingWorkout(occurrence: occurrence, workout: workout))
            let performed = assumption.result(of: workout, counting: &count).replacing(logged)
            progress.apply(.completed(performed))
            if assumption != .success, active.program.schedule.onFailure != .continue,
                workout.hasFailed(performed, in: active.program)
            {
                return occurrence
            }
        }
        return nil
    }
}

extension ActiveProgram {
    /// The coming workouts without an answer, from today on.
    ///
    /// What was already logged for a workout counts; the rest goes as assumed.
    ///
    /// - Parameters:
    ///   - end: the first date that is not searched.
    ///   - limit: the maximum number of workouts.
    ///   - assumption: how the workouts before each of them go.
    ///   - isAnswered: whether a workout has an answer.
    public func comingWorkouts(
        _ athlete: AthleteHistory,
        today: CivilDate,
        before end: CivilDate,
        atMost limit: Int,
        assuming assumption: OutcomeAssumption,
        isAnswered: (Occurrence) -> Bool
    ) -> [ComingWorkout] {
        var coming = ComingWorkouts(self, athlete, today: today, assuming: assumption)
        return coming.next(before: end, atMost: limit, isAnswered: isAnswered)
    }
}
