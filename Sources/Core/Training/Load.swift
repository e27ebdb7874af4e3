/// The load of a set.
public enum Load: Sendable, Hashable {
    /// The reference of a percentage.
    public enum Base: String, Sendable, Hashable, CaseIterable {
        /// The training max if the program has one, otherwise the one-rep max.
        case `default` = ""
        case trainingMax = "tm"
        case oneRepMax = "1rm"
        /// The heaviest work set before it: of the exercise, or else of an earlier exercise of its lift on the day.
        case topSet = "of top"
        case lastSet = "of last"
        /// The load of the exercise, which its sets without a load have, and which its progression changes.
        case exerciseLoad = "of load"

        /// Whether it is a max of the athlete, rather than an earlier set.
        public var isMax: Bool {
            switch self {
            case .default, .trainingMax, .oneRepMax: true
            case .topSet, .lastSet, .exerciseLoad: false
            }
        }

        public var isEarlierSet: Bool {
            switch self {
            case .topSet, .lastSet: true
            case .default, .trainingMax, .oneRepMax, .exerciseLoad: false
            }
        }
    }

    case weight(Weight, WeightUnit)
    /// A range of weights from which the athlete chooses.
    case weightRange(ClosedRange<Weight>, WeightUnit)
    case weightAtLeast(Weight, WeightUnit)
    /// A percentage of a max.
    case percentage(Percentage, of: Base)
    /// A range of percentages, of which the athlete chooses one.
    case percentageRange(ClosedRange<Percentage>, of: Base)
    case percentageAtLeast(Percentage, of: Base)
    /// A percentage and an added weight, which is negative if it is taken off.
    case percentagePlus(Percentage, of: Base, plus: Weight, WeightUnit)
    /// A rating of perceived exertion in tenths, 10 to 100 (Borg CR10 scale; 100 is RPE 10).
    case rpe(tenths: Int)
    /// A range of ratings of perceived exertion in tenths.
    case rpeRange(tenths: ClosedRange<Int>)
    /// A number of repetitions in reserve.
    case rir(Int)
    /// A range of repetitions in reserve.
    case rirRange(ClosedRange<Int>)
    /// Body weight, optionally with added weight; the weight is negative if a machine or a band assists.
    case bodyweight(plus: Weight?, WeightUnit)

    /// What it is a percentage of; nil if it is not a percentage.
    public var base: Base? {
        switch self {
        case .percentage(_, let base), .percentageRange(_, let base), .percentageAtLeast(_, let base),
            .percentagePlus(_, let base, _, _):
            base
        case .weight, .weightRange, .weightAtLeast, .rpe, .rpeRange, .rir, .rirRange, .bodyweight: nil
        }
    }

    /// Whether it is a percentage of an earlier set.
    public var isRelative: Bool { base?.isEarlierSet ?? false }

    /// The load in place of a percentage; nil if it is not one.
    ///
    /// A range stays a range, unless its ends are the same after rounding. No weight is below zero, or above a million kilograms or
    /// pounds.
    ///
    /// - Parameters:
    ///   - base: what it is a percentage of.
    ///   - unit: the unit of the base and of the result.
    ///   - added: what a progression adds to the percentage, in the same unit.
    public func resolved(
        of base: Weight,
        _ unit: WeightUnit,
        _ rounding: Rounding?,
        plus added: Weight = Weight(thousandths: 0)
    ) -> Load? {
        // A chain of percentages of earlier sets could grow without limit.
        let base = Weight(thousandths: min(base.thousandths, Load.mostThousandths))
        func weight(_ share: Percentage, plus: Weight = Weight(thousandths: 0)) -> Weight {
            let sum = base.share(share).thousandths + plus.thousandths + added.thousandths
            let exact = Weight(thousandths: min(max(0, sum), Load.mostThousandths))
            return rounding?.rounded(exact) ?? exact
        }
        switch self {
        case .percentage(let share, _): return .weight(weight(share), unit)
        case .percentageRange(let shares, _):
            return Load.weights(weight(shares.lowerBound), weight(shares.upperBound), unit)
        case .percentageAtLeast(let share, _): return .weightAtLeast(weight(share), unit)
        case .percentagePlus(let share, _, let plus, let own):
            return .weight(weight(share, plus: plus.converted(from: own, to: unit)), unit)
        case .weight, .weightRange, .weightAtLeast, .rpe, .rpeRange, .rir, .rirRange, .bodyweight: return nil
        }
    }

    /// A weight that is far above what can be lifted, and with which no multiplication by a percentage overflows.
    private static let mostThousandths = 1_000_000_000

    /// A range of weights, or a weight if both ends are the same.
    public static func weights(_ one: Weight, _ other: Weight, _ unit: WeightUnit) -> Load {
        one == other ? .weight(one, unit) : .weightRange(min(one, other)...max(one, other), unit)
    }

    /// The lightest external weight that it allows, and its unit; nil for any other kind of load.
    public var leastWeight: (weight: Weight, unit: WeightUnit)? {
        switch self {
        case .weight(let weight, let unit), .weightAtLeast(let weight, let unit): (weight, unit)
        case .weightRange(let weights, let unit): (weights.lowerBound, unit)
        case .percentage, .percentageRange, .percentageAtLeast, .percentagePlus, .rpe, .rpeRange, .rir, .rirRange,
            .bodyweight:
            nil
        }
    }
}
