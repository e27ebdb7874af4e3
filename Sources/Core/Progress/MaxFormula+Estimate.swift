public import Training

extension MaxFormula {
    /// The max estimated from a set, rounded to the nearest 10 nanograms.
    ///
    /// - Parameters:
    ///   - set: the set.
    ///   - body: the body weight on the date of the set, which is part of the max if the body is the load; nil if it is unknown.
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
