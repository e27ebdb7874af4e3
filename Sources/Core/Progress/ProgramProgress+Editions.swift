public import Training

/// The maxes of a lift in a program file.
struct DeclaredMax: Hashable {
    let oneRepMax: Weight?
    let trainingMax: Weight?
}

extension Program {
    func declaredMax(of lift: String) -> DeclaredMax? {
        guard let own = lifts[lift], own.oneRepMax ?? own.trainingMax != nil else { return nil }
        let share = trainingMaxShare(of: own)
        return DeclaredMax(oneRepMax: own.oneRepMax, trainingMax: own.trainingMax ?? own.oneRepMax?.share(share))
    }
}

extension ProgramProgress {
    /// Continues with another edition of the program: it keeps the progress so far, and the edition decides what follows.
    ///
    /// A max that the file changes is the new max, unless the athlete set or tested one. State belongs to IDs; the state of exercises
    /// and lifts that the edition lacks is kept for a later edition that has them again.
    public mutating func adopt(_ edition: Program) {
        guard edition != program else { return }
        let former = program
        program = edition
        if edition.units != former.units { convert(from: former.units, to: edition.units) }
        for id in edition.lifts.keys {
            guard let max = edition.declaredMax(of: id) else { continue }
            if let known = declared[id], known == nil || known == max { continue }
            declared[id] = max
            oneRepMaxes[id] = max.oneRepMax
            startOver(lift: id, ProgressTrack(load: max.trainingMax))
        }
        let kinds = former.progressionKinds
        for (id, kind) in edition.progressionKinds where kinds[id].map({ $0 != kind }) ?? false {
            // The steps of another progression have another meaning.
            tracks[.exercise(id)]?.restartSteps()
        }
    }

    private mutating func convert(from unit: WeightUnit, to other: WeightUnit) {
        tracks = tracks.mapValues { $0.converted { $0.converted(from: unit, to: other) } }
        oneRepMaxes = oneRepMaxes.mapValues { $0.converted(from: unit, to: other) }
        declared = declared.mapValues { max in
            max.map { max in
                DeclaredMax(
                    oneRepMax: max.oneRepMax?.converted(from: unit, to: other),
                    trainingMax: max.trainingMax?.converted(from: unit, to: other)
                )
            }
        }
    }
}

extension Program {
    /// Whether the progression of each exercise has steps, and of which kind.
    fileprivate var progressionKinds: [String: Int] {
        let kinds = allExercises.map { exercise in
            let kind =
                switch exercise.progression {
                case .stages: 1
                case .repByRep: 2
                default: exercise.progression?.unit(prescriptions(of: exercise)).map(\.kind) ?? 0
                }
            return (exercise.id, kind)
        }
        return Dictionary(kinds) { max($0, $1) }
    }

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
        if case .stages(let stages, _, _, _) = exercise.progression { result += stages.joined() }
        return result
    }

    private func prescriptions(in sets: Exercise.Sets) -> [SetPrescription] {
        switch sets {
        case .own(let own): own
        case .scheme(let name): (schemes[name] ?? []) + weeks.flatMap { $0.schemes[name] ?? [] }
        }
    }
}

extension Step.Unit {
    fileprivate var kind: Int {
        switch self {
        case .reps: 3
        case .seconds: 4
        case .metres: 5
        }
    }
}
