public import CivilTime

/// How a user's own reminder follows the active programs.
public enum PlanRelation: Sendable, Hashable {
    /// On each date with a workout that the user trains and has not skipped.
    case trainingDays
    /// On each other date of a running program.
    case restDays
    /// On each date before such a date with a workout.
    case daysBeforeTraining
    /// Before the first workout of a date, counted from the time of its reminder.
    case beforeWorkout(TimeSpan)
    /// After the last workout of a date, counted from the time of its reminder.
    case afterWorkout(TimeSpan)

    /// The allowed times between a workout and its reminder.
    public static let spanRange = TimeSpan.minutes(1)...TimeSpan.days(7)
    /// The number of days that such a time can reach.
    package static let longestReach = 7

    public static let days: [PlanRelation] = [.trainingDays, .restDays, .daysBeforeTraining]

    /// The time between a workout and its reminder; nil if the reminder has a time of day.
    public var span: TimeSpan? {
        switch self {
        case .trainingDays, .restDays, .daysBeforeTraining: nil
        case .beforeWorkout(let span), .afterWorkout(let span): span
        }
    }

    /// Parses `training-days`, `rest-days`, `days-before-training`, `before-workout 2h` or `after-workout 30m`; nil for anything else.
    init?(parsing text: String) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words.first, words.count) {
        case ("training-days", 1): self = .trainingDays
        case ("rest-days", 1): self = .restDays
        case ("days-before-training", 1): self = .daysBeforeTraining
        case ("before-workout", 2), ("after-workout", 2):
            guard let span = try? TimeSpan(typed: words[1]), PlanRelation.spanRange.contains(span) else { return nil }
            self = words[0] == "before-workout" ? .beforeWorkout(span) : .afterWorkout(span)
        default: return nil
        }
    }
}

extension PlanRelation: CustomStringConvertible {
    /// The relation as text that can be read back: `before-workout 2h`.
    public var description: String {
        switch self {
        case .trainingDays: "training-days"
        case .restDays: "rest-days"
        case .daysBeforeTraining: "days-before-training"
        case .beforeWorkout(let span): "before-workout \(span)"
        case .afterWorkout(let span): "after-workout \(span)"
        }
    }
}
