public import Training

/// The one-rep max that follows from the result of a test set, such as `1RM` or `3RM`; without one, of a set of as many repetitions as
/// possible, and else of a range.
public struct MaxTest: Sendable {
    /// Maxes are rounded to tenths of a kilogram or pound.
    private static let step = 100

    private let sets: [SetPrescription]
    private let estimate: MaxEstimate?

    /// - Parameter estimate: how the max is estimated from several repetitions; without one, the load is the max.
    public init(_ sets: [SetPrescription], _ estimate: MaxEstimate?) {
        self.sets = sets.filter { $0.kind == .work }
        self.estimate = estimate
    }

    /// The best max of the test set and of further attempts.
    /// - Returns: nil if no attempt succeeded, or if its load is not known.
    public func max(of result: PerformedWorkout.Result, in unit: WeightUnit) -> Weight? {
        guard case .sets(let all) = result else { return nil }
        let matching = SetMatching(sets, all.filter { $0.kind == .work })
        let hasTest = sets.hasTest
        // A range is a test that ends at its top.
        let hasAmrap = sets.contains(where: \.target.isAmrap)
        let tests = matching.pairs.map { ($0.prescribed.target, $0.performed) }.filter { target, _ in
            hasTest ? target.isRepMax : hasAmrap ? target.isAmrap : target.isRange
        }.flatMap(\.1)
        return (tests + (hasTest ? matching.surplus : [])).compactMap { max(of: $0, in: unit) }.max()
    }

    private func max(of set: PerformedSet, in unit: WeightUnit) -> Weight? {
        // The repetitions of a total were not done in one go.
        guard let reps = set.amount.reps, reps > 0, !set.amount.isTotal else { return nil }
        let most = min(reps, MaxFormula.mostReps)
        let formula: MaxFormula? = if case .formula(let formula) = estimate { formula } else { nil }
        let counted = PerformedSet(amount: PerformedSet.Amount(reps: formula == nil ? 1 : most), load: set.load)
        return (formula ?? .epley).estimatedMax(counted).map { mass in
            let weight = mass.weight(in: unit)
            let exact = (estimate?.factor(most).map(weight.share) ?? weight).thousandths
            return Weight(thousandths: (exact + MaxTest.step / 2) / MaxTest.step * MaxTest.step)
        }
    }
}

extension LogEntry {
    /// The max that the entry sets in a program, if it is the result of a max test.
    public func testedMax(in program: Program) -> (lift: String, max: Weight)? {
        guard let workout, workout.program == program.id,
            let exercise = program.allExercises.first(where: { $0.id == workout.exercise }),
            case .maxTest(let estimate) = exercise.progression, let lift = exercise.lift
        else { return nil }
        let test = MaxTest(program.prescribedSets(of: exercise), estimate)
        return test.max(of: .sets(sets), in: program.units).map { (lift, $0) }
    }
}

extension MaxFormula {
    /// The max estimated from a set, rounded to the nearest 10 nanograms.
    ///
    /// - Parameter body: the body weight on the date of the set, which is part of the max if the body is the load; nil if it is unknown.
    /// - Returns: nil for warm-ups, drop sets and back-off sets, without a load, for a load with an unknown body weight, for a failed set
    ///   (no repetition), for a total of several sets and above `mostReps` repetitions.
    public func estimatedMax(_ set: PerformedSet, body: BodyWeight.Value? = nil) -> Mass? {
        guard set.kind == .work, let reps = set.amount.reps, (1...MaxFormula.mostReps).contains(reps),
            !set.amount.isTotal, let load = set.load?.movedMass(body)
        else { return nil }
        switch self {
        case .epley: return reps == 1 ? load : load.times(30 + reps, over: 30)
        case .brzycki: return load.times(36, over: 37 - reps)
        }
    }
}
