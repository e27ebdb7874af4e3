import Progress
import Reminders
import Training

extension Program {
    /// Checks that a load that the athlete sets for an exercise has an effect.
    func checkTakesLoad(_ exercise: String, option: String, value: String) throws(CommandError) {
        guard let lift = liftDecidingLoads(of: exercise) else { return }
        throw .badOption(
            name: option,
            value: value,
            reason: "its loads are percentages of a max; set the max instead: antrain max set \(lift) 100kg"
        )
    }
}

/// Warns about loads below the lightest one of the equipment, such as the bar: they are probably typing errors.
extension PlanningSession {
    /// Warns about the sets of an entry.
    func noteTooLight(_ entry: LogEntry) {
        guard let equipment = settings.gyms.currentEquipment else { return }
        let known = workspace.exercisesForNames.exercise(named: entry.exercise)
        let names = [entry.exercise, entry.name] + (known?.allNames ?? [])
        let loads = equipment.loads(of: names, with: known?.equipment)
        let weights = entry.sets.compactMap { set -> (Weight, WeightUnit)? in
            if case .weight(let weight, let unit)? = set.load { (weight, unit) } else { nil }
        }
        for (weight, unit) in weights where isTooLight(weight, unit, loads) {
            warn(weight, unit, loads, "if that is a mistake: antrain undo")
            return
        }
    }

    /// Warns about loads that the athlete set; workouts use the lightest load instead.
    func noteTooLight(_ values: [AthleteValue], in program: Program) {
        for value in values {
            guard case .load(program.id, let id) = value.subject,
                let exercise = program.allExercises.first(where: { $0.id == id })
            else { continue }
            let loads = athlete.equipment?.loads(of: exercise, in: program)
            guard isTooLight(value.weight, value.unit, loads) else { continue }
            warn(value.weight, value.unit, loads, "workouts use that; to set another load: antrain load \(id) 40kg")
        }
    }

    private func isTooLight(_ weight: Weight, _ unit: WeightUnit, _ loads: AvailableLoads?) -> Bool {
        guard let loads, let lightest = loads.lightest else { return false }
        return weight.converted(from: unit, to: loads.unit) < lightest
    }

    private func warn(_ weight: Weight, _ unit: WeightUnit, _ loads: AvailableLoads?, _ remedy: String) {
        guard let loads, let lightest = loads.lightest else { return }
        workspace.warn(
            "\(weight) \(unit.rawValue) is less than the lightest load of your equipment, \(lightest) \(loads.unit.rawValue); \(remedy)"
        )
    }
}
