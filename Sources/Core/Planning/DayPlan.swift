public import CivilTime
public import Reminders
public import Training

/// The workouts and reminders of a date, for display.
public struct DayPlan: Sendable {
    public let date: CivilDate
    /// Each program's day, in the order of the programs.
    public let programs: [ScheduledDay]
    /// The notifications about the date that are pending or may still be delivered.
    public let notifications: [PlannedNotification]
    /// The workouts of the date, each with what becomes of its own reminders: first those of the active programs, in their order.
    public let outlooks: [WorkoutOutlook]
    /// Why a date without a workout has no reminder ahead.
    private let reasonWithoutWorkout: ReminderAbsence?

    /// - Parameter reason: why a date without a workout has no reminder ahead; nil if it has one.
    init(
        date: CivilDate,
        programs: [ScheduledDay],
        notifications: [PlannedNotification],
        outlooks: [WorkoutOutlook],
        withoutWorkout reason: ReminderAbsence?
    ) {
        self.date = date
        self.programs = programs
        self.notifications = notifications
        self.outlooks = outlooks
        reasonWithoutWorkout = reason
    }

    /// Why there is no reminder ahead; nil if there is one.
    public var absence: ReminderAbsence? { outlooks.isEmpty ? reasonWithoutWorkout : outlooks.absence }

    /// Why each of the workouts, or else the date, has no reminder ahead; nil for one that has a reminder.
    public var reasons: [ReminderAbsence?] { outlooks.isEmpty ? [reasonWithoutWorkout] : outlooks.map(\.absence) }

    public var workouts: [Occurrence] { outlooks.map(\.workout) }

    /// Whether the date is a rest day: a program has a rest day, and none has a workout.
    public var isRestDay: Bool { workouts.isEmpty && programs.contains { $0.kind == .rest } }

    /// The day with workouts that it had in the past, whatever the active programs have on its date, for example because a program was
    /// replaced.
    ///
    /// - Parameter workouts: the workouts of the date; those that the day already has are left out.
    public func with(former workouts: [Occurrence], _ input: PlanInput) -> DayPlan {
        let known = Set(self.workouts.map(\.key))
        let former = workouts.filter { !known.contains($0.key) }.map { workout in
            WorkoutOutlook(workout: workout, absence: input.answers[workout.key].map { .answered($0) } ?? .unanswered)
        }
        return DayPlan(
            date: date,
            programs: programs,
            notifications: notifications,
            outlooks: outlooks + former,
            withoutWorkout: reasonWithoutWorkout
        )
    }
}
