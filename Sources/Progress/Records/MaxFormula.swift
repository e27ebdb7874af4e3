public import Training

/// How the one-rep max of a lift is estimated from a set of several repetitions.
public enum MaxFormula: String, Sendable, Hashable, CaseIterable {
    /// load × (1 + repetitions ⁄ 30), and the load itself for one repetition.
    ///
    /// Boyd Epley, "Poundage Chart", in: Boyd Epley Workout, Lincoln (Nebraska), Body Enterprises, 1985.
    case epley
    /// load × 36 ⁄ (37 − repetitions).
    ///
    /// Matt Brzycki, "Strength Testing: Predicting a One-Rep Max from Reps-to-Fatigue", Journal of Physical Education, Recreation &
    /// Dance 64 (1), 1993, pp. 88–90.
    case brzycki

    /// The most repetitions from which a max is estimated; the formulas agree at ten and become unreliable above.
    public static let mostReps = 10

    /// The name of the author.
    public var author: String {
        switch self {
        case .epley: "Epley"
        case .brzycki: "Brzycki"
        }
    }

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
