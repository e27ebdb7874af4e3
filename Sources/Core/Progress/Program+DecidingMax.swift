public import Training

extension Program {
    /// The lift whose max alone decides the loads of an exercise, so that a load of the exercise has no effect; nil if there is none.
    public func liftDecidingLoads(of id: String) -> String? {
        let exercises = allExercises.filter { $0.id == id }
        let work = exercises.flatMap(prescriptions).filter { $0.kind == .work }
        let isOfMax = { (set: SetPrescription) in set.load?.base?.isMax ?? false }
        guard work.contains(where: isOfMax), !work.contains(where: { $0.followsProgression && !isOfMax($0) }) else {
            return nil
        }
        return exercises.first.map { $0.lift ?? id }
    }

    private func prescriptions(of exercise: Exercise) -> [SetPrescription] {
        var result = prescriptions(in: exercise.sets)
        for case .sets(let sets)? in weeks.map({ $0.exercises[exercise.id] }) { result += prescriptions(in: sets) }
        if case .stages(let stages, _, _) = exercise.progression { result += stages.joined() }
        return result
    }

    private func prescriptions(in sets: Exercise.Sets) -> [SetPrescription] {
        switch sets {
        case .own(let own): own
        case .scheme(let name): (schemes[name] ?? []) + weeks.flatMap { $0.schemes[name] ?? [] }
        }
    }
}
