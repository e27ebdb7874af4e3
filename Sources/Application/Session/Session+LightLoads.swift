import Localization
package import Platform
package import Progress
import Reminders
package import Training

extension Program {
    /// Checks that a load that the athlete sets for an exercise has an effect.
    package func checkTakesLoad(_ exercise: String, option: String, value: String) throws(CommandError) {
        guard let lift = liftDecidingLoads(of: exercise) else { return }
        throw .badOption(
            name: option,
            value: value,
            reason: "its loads are percentages of a max; set the max instead: antrain program max set \(lift) 100kg"
        )
    }
}

/// Warns about loads below the lightest one of the equipment, such as the bar: they are probably typing errors.
extension Session {
    func isTooLight(_ weight: Weight, _ unit: WeightUnit, _ loads: AvailableLoads?) -> Bool {
        guard let loads, let lightest = loads.lightest else { return false }
        return weight.converted(from: unit, to: loads.unit) < lightest
    }

    func tooLight(_ weight: Weight, _ unit: WeightUnit, _ loads: AvailableLoads) -> String {
        let lightest = loads.lightest.map { words.weight($0, loads.unit) } ?? ""
        return words.text(.logTooLight, ["load": words.weight(weight, unit), "lightest": lightest])
    }
}

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
            warn(.logLightestUsed, ["what": what, "command": "antrain program load \(id) 40kg"])
        }
    }
}
