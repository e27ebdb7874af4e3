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

extension ActiveProgram {
    /// The coming workouts without an answer, from today on.
    ///
    /// What was already logged for a workout counts; the rest goes as assumed.
    ///
    /// - Parameters:
    ///   - athlete: what the athlete set and logged.
    ///   - today: the present date.
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
        let first = max(start, today)
        guard first < end else { return [] }
        var progress = progress(athlete, today: today)
        var log = LoggedResults(athlete.log.filter { $0.date >= first }, of: program.id)
        var count: [String: Int] = [:]
        var result: [ComingWorkout] = []
        for occurrence in calendar(today: today).days(first..<end).lazy.compactMap(\.occurrence) {
            guard result.count < limit else { break }
            guard isTrained(occurrence), !isAnswered(occurrence),
                let workout = progress.workout(occurrence.dayID, week: occurrence.week.number)
            else { continue }
            result.append(ComingWorkout(occurrence: occurrence, workout: workout))
            let logged = log.takeResults(on: occurrence.date, day: occurrence.dayID)
            progress.apply(.completed(assumption.result(of: workout, counting: &count).replacing(logged)))
        }
        return result
    }
}
