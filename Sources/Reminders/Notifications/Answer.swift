public import CivilTime

/// What the user answered to a workout.
public enum Answer: String, Sendable, Hashable, CaseIterable {
    /// It was done.
    case completed
    /// It is left out.
    case skipped
}

/// A workout as answers and the journal name it: a program's on a date.
public struct WorkoutKey: Sendable, Hashable {
    /// The program's id.
    public let programID: String
    /// The date that the workout was planned for.
    public let date: CivilDate

    /// Names a program's workout of a date.
    public init(programID: String, date: CivilDate) {
        self.programID = programID
        self.date = date
    }
}

extension PlannedNotification {
    /// The workouts that it is about.
    public var workouts: [WorkoutKey] { items.map { WorkoutKey(programID: $0.programID, date: date) } }

    /// The notification without the workouts that were answered; nil when it was about some and none is left.
    public func leaving(_ answers: [WorkoutKey: Answer]) -> PlannedNotification? {
        let open = items.filter { answers[WorkoutKey(programID: $0.programID, date: date)] == nil }
        guard open.count < items.count else { return self }
        return open.isEmpty ? nil : with(items: open)
    }
}
