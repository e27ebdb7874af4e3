import CivilTime
import Ledger
import Reminders
import Training

extension PlanningSession {
    /// The state of a workout as a stable code.
    func state(of workout: Occurrence) -> String {
        let key = OccurrenceKey(.program(workout.programID), on: workout.date)
        switch facts.answers[key] {
        case .completed: return "done"
        case .skipped: return "skipped"
        case nil: break
        }
        if let active = programs.first(where: { $0.program.id == workout.programID }),
            !active.isTrained(workout)
        {
            return "weekday-off"
        }
        if workout.date < today { return workout.isOptional ? "not-done" : "missed" }
        return facts.started.contains { $0.workout == key } ? "started" : "open"
    }

    /// Warns about programs that have workouts only on weekdays excluded by the settings.
    func warnOfDaysWithoutWorkouts(_ programs: [ActiveProgram]) {
        for active in programs {
            guard let days = active.trainingDaysWithoutWorkouts(today: today) else { continue }
            let values = ["program": active.program.name, "days": words.list(days), "option": "--days"]
            workspace.warn(words.text(.trainingDaysWithoutWorkouts, values))
        }
    }
}
