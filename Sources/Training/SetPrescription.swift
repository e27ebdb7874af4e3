public import CivilTime

/// What one or several equal sets ask for.
public struct SetPrescription: Sendable, Hashable {
    /// What the sets are for.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// To get warm.
        case warmUp = "warm-up"
        /// The work itself.
        case work
        /// Right after a set, with less weight and no rest.
        case drop
        /// After the work, lighter.
        case backOff = "back-off"
    }

    /// How many equal sets, 1 … 50.
    public let count: Int
    /// What to do in each.
    public let target: SetTarget
    /// With what load, if one is prescribed.
    public let load: Load?
    /// What the sets are for.
    public let kind: Kind
    /// The rest after each, if it differs from the exercise's.
    public let rest: TimeSpan?
    /// What to look out for.
    public let notes: String?

    /// Creates a prescription.
    public init(
        count: Int,
        target: SetTarget,
        load: Load? = nil,
        kind: Kind = .work,
        rest: TimeSpan? = nil,
        notes: String? = nil
    ) {
        self.count = count
        self.target = target
        self.load = load
        self.kind = kind
        self.rest = rest
        self.notes = notes
    }
}

/// What to do in a set.
public enum SetTarget: Sendable, Hashable {
    /// So many repetitions.
    case reps(Int)
    /// Repetitions within a range, both ends included.
    case range(Int, Int)
    /// As many repetitions as possible, at least so many; 0 where no number is given.
    case amrap(atLeast: Int)
    /// So many seconds.
    case time(seconds: Int)
    /// So many metres.
    case distance(metres: Int)
}

/// How heavy a set is.
public enum Load: Sendable, Hashable {
    /// What a percentage is a share of.
    public enum Base: String, Sendable, Hashable {
        /// The training max where the program gives one, else the one-rep max.
        case `default` = ""
        /// The training max.
        case trainingMax = "tm"
        /// The one-rep max.
        case oneRepMax = "1rm"
    }

    /// A weight.
    case weight(Weight, WeightUnit)
    /// A share of a max.
    case percentage(Percentage, of: Base)
    /// A rating of perceived exertion in tenths, 10 … 100 (Borg's scale as lifters use it; 100 is RPE 10).
    case rpe(tenths: Int)
    /// So many repetitions in reserve.
    case rir(Int)
    /// The body's own weight, with some added.
    case bodyweight(plus: Weight?, WeightUnit)
}
