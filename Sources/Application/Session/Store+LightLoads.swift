import Platform
import Localization
package import Progress
import Reminders
package import Training

/// Warns about loads below the lightest one of the equipment, such as the bar: they are probably typing errors.
extension Store {
    /// Warns about the sets of an entry.
    func noteTooLight(_ entry: LogEntry) {
        guard let equipment = session.settings.gyms.currentEquipment else { return }
        let known = session.exercises.exercise(named: entry.exercise)
        let names = [entry.exercise, entry.name] + (known?.allNames ?? [])
        let loads = equipment.loads(of: names, with: known?.equipment)
        let weights = entry.sets.compactMap { set -> (Weight, WeightUnit)? in
            if case .weight(let weight, let unit)? = set.load { (weight, unit) } else { nil }
        }
        if let (weight, unit) = weights.first(where: { session.isTooLight($0, $1, loads) }), let loads {
            warnOfMistake(session.tooLight(weight, unit, loads))
        }
    }

    /// Warns about loads that the athlete set; workouts use the lightest load instead.
    package func noteTooLight(_ values: [AthleteValue], in program: Program) {
        for value in values {
            guard case .load(program.id, let id) = value.subject,
                let exercise = program.allExercises.first(where: { $0.id == id })
            else { continue }
            let loads = session.athlete.equipment?.loads(of: exercise, in: program)
            guard let loads, session.isTooLight(value.weight, value.unit, loads) else { continue }
            let what = session.tooLight(value.weight, value.unit, loads)
            warn(.logLightestUsed, ["what": what, "command": "antrain load \(id) 40kg"])
        }
    }
}
