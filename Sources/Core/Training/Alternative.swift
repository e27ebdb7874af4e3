extension Exercise {
    /// Another exercise that the athlete can do in place of one.
    public struct Alternative: Sendable, Hashable {
        /// The exercise, which has its own ID and therefore its own load.
        public internal(set) var exercise: Exercise
        /// Whether the program gives it sets; otherwise it has those of the exercise that it replaces, in every week.
        public let hasOwnSets: Bool
    }

    /// The exercises that can be done in its place: those that the athlete can choose, and those of its rotation.
    var substitutes: [Alternative] { alternatives + rotation }

    /// The exercise that is done in its place in a week: itself, a week's replacement, the chosen alternative, or the exercise of the
    /// rotation.
    ///
    /// - Parameters:
    ///   - week: the week; nil if all weeks are the same.
    ///   - chosen: the IDs of the chosen alternatives, and of the current exercises of rotations, by those of exercises.
    func done(in week: ProgramWeek?, _ chosen: [String: String]) -> Exercise {
        let replacement = week?.exercises[id]
        if !rotation.isEmpty, case .exercise(let other) = replacement { return other.optional(if: isOptional) }
        if let choice = chosen[id], let alternative = substitutes.first(where: { $0.exercise.id == choice }) {
            let exercise = alternative.exercise.optional(if: isOptional)
            guard !alternative.hasOwnSets, case .sets(let sets) = replacement else { return exercise }
            return exercise.with(sets: sets)
        }
        return switch replacement {
        case .sets(let sets): with(sets: sets)
        case .exercise(let other): other.optional(if: isOptional)
        case nil: self
        }
    }
}

extension Program {
    /// The program's exercise with an ID, or else the alternative or the exercise of a rotation with it.
    public func exercise(_ id: String) -> Exercise? {
        let own = days.lazy.flatMap(\.exercises)
        return own.first { $0.id == id } ?? own.flatMap(\.substitutes).first { $0.exercise.id == id }?.exercise
    }
}
