public import CivilTime

/// An exercise in a program day: which lift, which sets, and how it progresses.
public struct Exercise: Sendable, Hashable {
    /// Where an exercise's sets come from.
    public enum Sets: Sendable, Hashable {
        /// Written with the exercise.
        case own([SetPrescription])
        /// A named scheme, which the current week may replace.
        case scheme(String)
    }

    /// The exercise's name within its day: the same lift may stand in two places and progress in each by itself.
    public internal(set) var id: String
    /// The lift whose maxes percentages are shares of, if the program names one.
    public let lift: String?
    /// The name for people.
    public let name: String
    /// The sets to get warm.
    public let warmUp: [SetPrescription]
    /// The sets.
    public let sets: Sets
    /// The rest after each set.
    public let rest: TimeSpan?
    /// What to look out for.
    public let notes: String?
    /// Exercises of one letter are done in turn.
    public let superset: String?
    /// How the load grows from time to time.
    public let progression: Progression?
}

/// A lift of the program's catalogue, with what its exercises have in common.
public struct Lift: Sendable, Hashable {
    /// The name for people.
    public var name: String
    /// The heaviest weight for one repetition.
    public var oneRepMax: Weight?
    /// The weight that percentages are shares of, where it is no share of the one-rep max.
    public var trainingMax: Weight?
    /// The training max as a share of the one-rep max, if it differs from the program's.
    public var trainingMaxShare: Percentage?
    /// The rest after each set.
    public var rest: TimeSpan?
    /// What to look out for.
    public var notes: String?
    /// How the load grows.
    public var progression: Progression?
}
