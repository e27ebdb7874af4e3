public import CivilTime
public import Training

/// The workouts and reminders of a date, for display.
public struct DayPlan: Sendable {
    /// The date.
    public let date: CivilDate
    /// Each program's day, in the order of the programs.
    public let programs: [ScheduledDay]
    /// The notifications about the date that are pending or may still be delivered.
    public let notifications: [PlannedNotification]
    /// Why there is no reminder ahead; nil if there is one.
    public let absence: ReminderAbsence?

    /// The workouts of the date.
    public var workouts: [Occurrence] { programs.compactMap(\.occurrence) }

    /// Whether the date is a rest day: a program has a rest day, and none has a workout.
    public var isRestDay: Bool {
        workouts.isEmpty && programs.contains { $0.kind == .rest }
    }
}
