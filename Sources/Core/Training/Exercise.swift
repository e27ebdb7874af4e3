public import CivilTime

/// An exercise in a program day: its lift, its sets, and how it progresses.
public struct Exercise: Sendable, Hashable {
    /// The source of an exercise's sets.
    public enum Sets: Sendable, Hashable {
        case own([SetPrescription])
        /// A named set scheme, which the current week may replace.
        case scheme(String)
    }

    /// The exercise's ID within its day: the same lift may occur twice and progress separately.
    public internal(set) var id: String
    /// The lift whose maxes percentages refer to, if any.
    public internal(set) var lift: String?
    /// The name, as the program's file has it.
    public internal(set) var name: String
    /// The name in the user's language, if it is another one.
    var translation: String?
    public let warmUp: [SetPrescription]
    public internal(set) var sets: Sets
    public internal(set) var rest: TimeSpan?
    public internal(set) var notes: String?
    /// Exercises with the same letter are done in turn.
    public internal(set) var superset: String?
    public internal(set) var progression: Progression?
    /// Whether the athlete may leave it out: without an entry in the log it was not done, and nothing follows from that.
    public internal(set) var isOptional = false
    /// The exercises that the athlete can choose in its place.
    public internal(set) var alternatives: [Alternative] = []
    /// The exercises that follow this one, one after another, each when the one before it fails; then this one again.
    public internal(set) var rotation: [Alternative] = []

    /// The name in the user's language, as far as it is known.
    public var title: String { translation ?? name }

    func with(sets: Sets) -> Exercise {
        var exercise = self
        exercise.sets = sets
        return exercise
    }

    /// The same exercise, optional if `isOptional` is true.
    func optional(if isOptional: Bool) -> Exercise {
        var exercise = self
        exercise.isOptional = isOptional || self.isOptional
        return exercise
    }
}

/// A lift in the program, with the properties shared by its exercises.
public struct Lift: Sendable, Hashable {
    /// The name, as the program's file has it.
    public var name: String
    /// The name in the user's language, if it is another one.
    var translation: String?
    public var oneRepMax: Weight?
    /// The training max as a weight, if it is not a fraction of the one-rep max.
    public var trainingMax: Weight?
    /// The training max as a fraction of the one-rep max, if it differs from the program's.
    public var trainingMaxShare: Percentage?
    public var rest: TimeSpan?
    public var notes: String?
    /// How the load grows.
    public var progression: Progression?

    /// The name in the user's language, as far as it is known.
    public var title: String { translation ?? name }
}
