public import CivilTime

/// A day of a program: the workout, not its date.
public struct ProgramDay: Sendable, Hashable {
    /// The name used by the schedule.
    public let id: String
    /// The display name, such as Push Day.
    public let name: String
    /// The expected duration.
    public let duration: TimeSpan?
    /// Notes for the athlete.
    public let notes: String?
    /// Whether the athlete may leave it out: without an answer it was not done, and that is not a missed workout.
    public var isOptional = false
    /// The exercises in order, at least one.
    public let exercises: [Exercise]
}

extension ProgramDay {
    /// The exercises in a week, which may replace some of them.
    public func exercises(in week: ProgramWeek?) -> [Exercise] {
        guard let week, !week.exercises.isEmpty else { return exercises }
        return exercises.map { exercise in
            switch week.exercises[exercise.id] {
            case .sets(let sets): exercise.with(sets: sets)
            case .exercise(let other): other.optional(if: exercise.isOptional)
            case nil: exercise
            }
        }
    }
}

extension Program {
    /// The exercises of all days, and then those that replace them in some weeks.
    public var allExercises: [Exercise] {
        let others = weeks.flatMap { week in
            week.exercises.sorted { $0.key < $1.key }.compactMap { _, replacement in
                if case .exercise(let exercise) = replacement { exercise } else { nil }
            }
        }
        return days.flatMap(\.exercises) + others
    }
}
