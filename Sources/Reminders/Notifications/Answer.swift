public import CivilTime

/// The user's answer to a workout.
public enum Answer: String, Sendable, Hashable, CaseIterable {
    /// The workout was done.
    case completed
    /// The workout was skipped.
    case skipped
}

/// Identifies a workout in answers and in the journal: a program on a date.
public struct OccurrenceKey: Sendable, Hashable {
    /// The program's id.
    public let programID: String
    /// The date that the workout was planned for.
    public let date: CivilDate

    /// Identifies a program's workout on a date.
    public init(programID: String, date: CivilDate) {
        self.programID = programID
        self.date = date
    }
}

extension PlannedNotification {
    /// The workouts that it is about.
    public var workouts: [OccurrenceKey] { items.map { OccurrenceKey(programID: $0.programID, date: date) } }

    /// The notification without the answered workouts; nil if all were answered.
    public func leaving(_ answers: [OccurrenceKey: Answer]) -> PlannedNotification? {
        let open = items.filter { answers[OccurrenceKey(programID: $0.programID, date: date)] == nil }
        guard open.count < items.count else { return self }
        return open.isEmpty ? nil : with(items: open)
    }
}
