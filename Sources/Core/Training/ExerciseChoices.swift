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
        self.exercise = exercise
        self.alternative = alternative
        self.date = date
        self.isForOneDay = isForOneDay
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
