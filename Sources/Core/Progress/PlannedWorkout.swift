public import Training

/// A coming workout with the load of each set.
public struct PlannedWorkout: Sendable, Hashable {
    /// A value of the athlete without which a load cannot be computed.
    public enum MissingValue: Sendable, Hashable {
        /// The max of a lift.
        case max(lift: String)
        /// The starting load of an exercise.
        case load(exercise: String)
    }

    /// An exercise with its sets.
    public struct Item: Sendable, Hashable {
        /// The exercise.
        public let exercise: Exercise
        /// The sets, warm-ups first.
        public let sets: [SetPrescription]
        /// The change since the exercise was last performed; nil the first time, or without a progression.
        public let change: LoadChange?
        /// The value that is missing, if any.
        public let missing: MissingValue?
        /// The exercise of the program's day, in whose place a week or the athlete may have put another one.
        public let own: Exercise
        /// The step of its progression: the index of the set scheme, or the number of repetitions that were added.
        public var stage = 0

        /// The exercises that the athlete can choose instead, the program's own one first.
        public var otherChoices: [Exercise] {
            let others = own.alternatives.map(\.exercise).filter { $0.id != exercise.id }
            return isAlternative ? [own] + others : others
        }

        /// Whether the rotation's current exercise is not the program's own one.
        public var isRotated: Bool { own.rotation.contains { $0.exercise.id == exercise.id } }

        /// Whether the athlete chose an alternative.
        public var isAlternative: Bool { own.alternatives.contains { $0.exercise.id == exercise.id } }

        /// The heaviest work set, the first of equals; nil if no work set has a weight.
        public var topSet: SetPrescription? {
            var best: (set: SetPrescription, weight: Weight)?
            for set in sets where set.kind == .work {
                guard let weight = set.load?.leastWeight?.weight, best.map({ weight > $0.weight }) ?? true else {
                    continue
                }
                best = (set, weight)
            }
            return best?.set
        }
    }

    /// The ID of the program day.
    public let dayID: String
    /// The week since the start, from 1.
    public let week: Int
    /// The exercises in order.
    public let items: [Item]
    /// The IDs of the chosen alternatives by those of the exercises that they replace.
    public let chosen: [String: String]
}
