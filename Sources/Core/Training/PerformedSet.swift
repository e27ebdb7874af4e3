/// A set as the athlete performed it.
public struct PerformedSet: Sendable, Hashable {
    /// What was counted: at least one of these is known.
    public struct Amount: Sendable, Hashable {
        /// The repetitions, per side if the exercise is unilateral.
        public var reps: Int?
        /// Whether the repetitions are those of several sets, or of one with pauses, so that they say nothing about a single set.
        public var isTotal: Bool
        /// The time in seconds.
        public var seconds: Int?
        public var metres: Int?

        public init(reps: Int? = nil, isTotal: Bool = false, seconds: Int? = nil, metres: Int? = nil) {
            (self.reps, self.isTotal, self.seconds, self.metres) = (reps, isTotal, seconds, metres)
        }
    }

    /// What was lifted.
    public enum Load: Sendable, Hashable {
        /// An external weight.
        case weight(Weight, WeightUnit)
        /// The body with an added weight; the weight is negative if a machine or a band assists.
        case bodyweight(plus: Weight, WeightUnit)
    }

    public let kind: SetPrescription.Kind
    public let amount: Amount
    public let load: Load?
    /// The rating of perceived exertion in tenths, 10 to 100 (Borg CR10 scale).
    public let rpe: Int?
    /// The load that the plan asked for, if `load` is what the equipment allows instead; nil if they are the same.
    ///
    /// Progress is computed from it, so that a week in a gym without small plates changes nothing.
    public let exactLoad: Load?

    public init(
        kind: SetPrescription.Kind = .work,
        amount: Amount,
        load: Load? = nil,
        rpe: Int? = nil,
        exactLoad: Load? = nil
    ) {
        (self.kind, self.amount, self.load, self.rpe, self.exactLoad) = (kind, amount, load, rpe, exactLoad)
    }

    /// The load that progress is computed from: the planned one if the equipment did not allow it, or else what was lifted.
    public var decisiveLoad: Load? { exactLoad ?? load }

    public func with(load: Load?, exactLoad: Load? = nil) -> PerformedSet {
        PerformedSet(kind: kind, amount: amount, load: load, rpe: rpe, exactLoad: exactLoad)
    }

    public func withLoad(of other: PerformedSet) -> PerformedSet {
        with(load: other.load, exactLoad: other.exactLoad)
    }

    /// Sets with the loads that were not given: those of the work sets in the same place of other sets, or else of their last.
    ///
    /// A given load that is the same as the other set's gets its exact load.
    ///
    /// - Parameter done: the number of work sets before the sets.
    public static func sets(_ sets: [PerformedSet], withLoadsOf others: [PerformedSet], after done: Int = 0)
        -> [PerformedSet]
    {
        let loads = others.filter { $0.kind == .work }
        var place = done
        return sets.map { set in
            guard set.kind == .work else { return set }
            defer { place += 1 }
            guard let other = place < loads.count ? loads[place] : loads.last else { return set }
            return set.load == nil || set.load == other.load ? set.withLoad(of: other) : set
        }
    }
}

extension PerformedSet.Load {
    /// The external or added weight in a unit.
    public func weight(in unit: WeightUnit) -> Weight {
        switch self {
        case .weight(let weight, let own), .bodyweight(let weight, let own): weight.converted(from: own, to: unit)
        }
    }
}
