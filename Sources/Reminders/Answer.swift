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
        leaving(answers) { _ in body }
    }

    /// The notification without the workouts that were answered; nil when it was about some and none is left.
    ///
    /// - Parameters:
    ///   - answers: what was answered.
    ///   - body: what it says of those that are left, where that is not what it was about.
    func leaving(_ answers: [WorkoutKey: Answer], body: ([NotificationItem]) -> String) -> PlannedNotification? {
        let open = items.filter { answers[WorkoutKey(programID: $0.programID, date: date)] == nil }
        guard open.count < items.count else { return self }
        guard !open.isEmpty else { return nil }
        return with(body: body(open), items: open)
    }
}
