public import CivilTime

/// An exercise of a program that the athlete does in place of another one.
public struct ExerciseChoice: Sendable, Hashable {
    /// The ID of the program's own exercise.
    public let exercise: String
    /// The ID of the alternative; that of the exercise itself goes back to it.
    public let alternative: String
    /// The first date on which it applies.
    public let date: CivilDate
    /// Whether it applies on that date only.
    public let isForOneDay: Bool

    public init(exercise: String, alternative: String, on date: CivilDate, isForOneDay: Bool) {
        (self.exercise, self.alternative, self.date, self.isForOneDay) = (exercise, alternative, date, isForOneDay)
    }
}

/// The athlete's choices among the alternatives of a program's exercises.
public struct ExerciseChoices: Sendable, Hashable {
    /// The choices in the order in which they were made.
    public let all: [ExerciseChoice]

    /// Creates choices from those made, in order.
    public init(_ all: [ExerciseChoice] = []) { self.all = all }

    /// The IDs of the alternatives chosen for a date, by those of the exercises that they replace.
    ///
    /// A choice made for the date takes precedence over an earlier, lasting choice; among choices of the same date, the last one counts.
    public func chosen(on date: CivilDate) -> [String: String] {
        guard !all.isEmpty else { return [:] }
        var lasting: [String: String] = [:]
        var ofDay: [String: String] = [:]
        for choice in all {
            if choice.date == date { ofDay[choice.exercise] = choice.alternative }
            if !choice.isForOneDay, choice.date <= date { lasting[choice.exercise] = choice.alternative }
        }
        return lasting.merging(ofDay) { $1 }.filter { $0.key != $0.value }
    }
}

extension ProgramDay {
    /// The choices that a completed workout was done with: exercises that are logged were done, whatever was chosen.
    ///
    /// - Parameter week: the week, which may replace exercises.
    public func choices(_ chosen: [String: String], in week: ProgramWeek?, logged: Set<String>) -> [String: String] {
        var result = chosen
        for (own, present) in zip(exercises, exercises(in: week)) where !own.alternatives.isEmpty {
            let current = chosen[own.id] ?? present.id
            guard !logged.contains(current) else { continue }
            if logged.contains(present.id) {
                result[own.id] = nil
            } else if let done = own.alternatives.last(where: { logged.contains($0.exercise.id) }) {
                result[own.id] = done.exercise.id
            }
        }
        return result
    }
}

extension Exercise {
    /// Another exercise that the athlete can do in place of one.
    public struct Alternative: Sendable, Hashable {
        /// The exercise, which has its own ID and therefore its own load.
        public internal(set) var exercise: Exercise
        /// Whether the program gives it sets; otherwise it has those of the exercise that it replaces, in every week.
        public let hasOwnSets: Bool
    }

    /// The exercises that can be done in its place: those that the athlete can choose, and those of its rotation.
    public var substitutes: [Alternative] { alternatives + rotation }

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
