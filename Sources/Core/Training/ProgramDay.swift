public import CivilTime

/// A day of a program: the workout, not its date.
public struct ProgramDay: Sendable, Hashable {
    /// The name used by the schedule.
    public let id: String
    /// The display name, such as Push Day.
    public let name: String
    public let duration: TimeSpan?
    public let notes: String?
    /// Whether the athlete may leave it out: without an answer it was not done, and that is not a missed workout.
    public var isOptional = false
    /// The exercises in order, at least one.
    public let exercises: [Exercise]
}

extension ProgramDay {
    /// The exercises in a week, which may replace some of them, in the order of `exercises`.
    ///
    /// - Parameters:
    ///   - week: the week; nil if all weeks are the same.
    ///   - chosen: the IDs of the chosen alternatives, and of the current exercises of rotations, by those of the exercises.
    public func exercises(in week: ProgramWeek?, chosen: [String: String] = [:]) -> [Exercise] {
        guard !chosen.isEmpty || week.map({ !$0.exercises.isEmpty }) ?? false else { return exercises }
        return exercises.map { $0.done(in: week, chosen) }
    }
}

extension Program {
    /// The exercises of all days, their alternatives and rotations, and then those that replace them in some weeks.
    public var allExercises: [Exercise] {
        let others = weeks.flatMap { week in
            week.exercises.sorted { $0.key < $1.key }.compactMap { _, replacement in
                if case .exercise(let exercise) = replacement { exercise } else { nil }
            }
        }
        let own = days.flatMap(\.exercises)
        return own + own.flatMap(\.substitutes).map(\.exercise) + others
    }
}
