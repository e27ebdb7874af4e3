import Platform
package import Ledger
package import Planning
import Progress
package import Training

/// An alternative that the user did in a workout, and the events that record it.
package struct ExerciseSwitch {
    let workout: Occurrence
    let choice: ExerciseChoice
    package let events: [LedgerEvent]
}

extension Session {
    /// The alternatives that the results of workouts name in place of the planned exercises.
    func switches(_ meant: [Answerable], _ results: WorkoutResults) throws(CommandError) -> [ExerciseSwitch] {
        guard !results.entries.isEmpty else { return [] }
        let all = meant.compactMap(\.occurrence).flatMap { occurrence in
            (plannedExercises(occurrence) ?? []).map { (occurrence, $0) }
        }
        var switches: [ExerciseSwitch] = []
        for result in results.entries where !all.contains(where: { $0.1.isNamed(result.exercise) }) {
            let matching = all.flatMap { occurrence, exercise in
                exercise.item.otherChoices.filter { $0.isNamed(result.exercise) }.map { (occurrence, exercise, $0) }
            }
            guard let (occurrence, exercise, alternative) = matching.first else { continue }
            let isNew = !switches.contains { $0.workout == occurrence && $0.choice.exercise == exercise.item.own.id }
            guard matching.count == 1, isNew else {
                let name = result.sets == nil ? "--missed" : "--set"
                let reason =
                    isNew
                    ? "several workouts have this exercise as an alternative; choose a workout with --program"
                    : "more than one alternative to \(exercise.item.own.id) is given; give only one"
                throw .badOption(name: name, value: result.exercise, reason: reason)
            }
            switches.append(change(exercise, to: alternative, in: occurrence))
        }
        return switches
    }

    /// The alternatives with a name in workouts, each with its plan and the events that choose it.
    func switches(to name: String, in workouts: [Occurrence]) -> [(exercise: PlannedExercise, events: [LedgerEvent])] {
        workouts.flatMap { occurrence in
            (plannedExercises(occurrence) ?? []).flatMap { exercise in
                exercise.item.otherChoices.filter { $0.isNamed(name) }.compactMap { alternative in
                    let change = change(exercise, to: alternative, in: occurrence)
                    let planned = plannedExercises(occurrence, choosing: [change.choice]) ?? []
                    return planned.first { $0.workout.exercise == alternative.id }.map { ($0, change.events) }
                }
            }
        }
    }

    /// The switch from a planned exercise to an alternative, for one workout.
    ///
    /// What was logged as planned of the exercise was not done.
    package func change(_ exercise: PlannedExercise, to alternative: Exercise, in occurrence: Occurrence)
        -> ExerciseSwitch
    {
        let choice = ExerciseChoice(
            exercise: exercise.item.own.id,
            alternative: alternative.id,
            on: occurrence.date,
            isForOneDay: true
        )
        let planned = entries(of: exercise.workout, on: occurrence.date).filter { $0.outcome == .planned }
        let events: [LedgerEvent] = [.chosen(programID: occurrence.programID, choice)] + planned.map { .unlogged($0) }
        return ExerciseSwitch(workout: occurrence, choice: choice, events: events)
    }
}
