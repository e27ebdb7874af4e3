internal import CivilTime
public import Progress
internal import Synchronization
public import Training

/// The loads of the workouts that reminders are about.
///
/// What a program's past decides is computed once for all reminders of a plan, and only if a text asks for it. Workouts that are ahead
/// are assumed to succeed, as in `antrain next`.
final class ReminderLoads: Sendable {
    private let programs = Mutex<[String: ProgramLoads]>([:])

    /// A workout with its loads; nil if its program no longer has the day.
    ///
    /// - Parameters:
    ///   - input: the input of the plan; always the same.
    ///   - isWeightNeeded: whether a workout without any weight is of no use.
    func workout(_ occurrence: Occurrence, in input: PlanInput, isWeightNeeded: Bool) -> PlannedWorkout? {
        programs.withLock { programs in
            let id = occurrence.programID
            if programs.index(forKey: id) == nil {
                guard let active = input.programs.first(where: { $0.program.id == id }) else { return nil }
                programs[id] = ProgramLoads(active, input)
            }
            return programs[id]?.workout(occurrence, input, isWeightNeeded: isWeightNeeded)
        }
    }
}

extension PlanInput {
    /// An unanswered workout of a program with other choices than the input's; nil if the program no longer has the day.
    public func plannedWorkout(_ occurrence: Occurrence, of active: ActiveProgram) -> PlannedWorkout? {
        ProgramLoads(active, self).workout(occurrence, self, isWeightNeeded: false)
    }
}

/// The loads of a program's workouts, as far as they were asked for.
private final class ProgramLoads {
    /// The least number of days that are searched at once; later searches are as long as all before them.
    private static let leastDays = 16

    private let active: ActiveProgram
    /// The state after the past, for workouts that are not ahead.
    private let present: ProgramProgress
    private let hasLoads: Bool
    private var coming: ComingWorkouts
    private var workouts: [CivilDate: PlannedWorkout] = [:]

    init(_ active: ActiveProgram, _ input: PlanInput) {
        self.active = active
        coming = ComingWorkouts(active, input.athlete, today: input.today, assuming: .success)
        present = coming.progress
        hasLoads = present.hasLoads
    }

    func workout(_ occurrence: Occurrence, _ input: PlanInput, isWeightNeeded: Bool) -> PlannedWorkout? {
        guard hasLoads || !isWeightNeeded else { return nil }
        let date = occurrence.date
        if date >= coming.end {
            let first = max(active.start, input.today)
            let days = max(ProgramLoads.leastDays, first.days(until: date) + 1, first.days(until: coming.end) * 2)
            let next = coming.next(before: first.adding(days: days)) { input.answers[$0.key] != nil }
            for one in next { workouts[one.occurrence.date] = one.workout }
        }
        if let workout = workouts[date], workout.dayID == occurrence.dayID { return workout }
        // Yesterday's reminder may be sent again after midnight, and a snooze may be days old.
        let progress = date < input.today ? active.progress(input.athlete, today: input.today, before: date) : present
        let chosen = active.choices.chosen(on: date)
        let workout = progress.workout(occurrence.dayID, week: occurrence.week.number, chosen: chosen)
        workouts[date] = workout
        return workout
    }
}
