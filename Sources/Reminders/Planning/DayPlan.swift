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
    /// The workouts that the user answered and that no active program has on the date, for example because its program was replaced.
    public internal(set) var former: [Occurrence] = []

    /// The workouts of the date.
    public var workouts: [Occurrence] { programs.compactMap(\.occurrence) + former }

    /// Whether the date is a rest day: a program has a rest day, and none has a workout.
    public var isRestDay: Bool {
        workouts.isEmpty && programs.contains { $0.kind == .rest }
    }

    /// The day with the workouts that the user answered, whatever the active programs have on its date.
    ///
    /// - Parameters:
    ///   - answered: the answered workouts of the date; those of the active programs are left out.
    ///   - input: the input of the plan.
    public func with(answered: [Occurrence], _ input: PlanInput) -> DayPlan {
        let known = Set(workouts.map(\.key))
        let former = answered.filter { !known.contains($0.key) }
        guard !former.isEmpty else { return self }
        let isAhead = absence == nil && !programs.compactMap(\.occurrence).isEmpty
        let all = input.answered(workouts + former)
        let isSame = all.allSatisfy { $0.answer == all[0].answer }
        let reason = isSame ? all[0].answer.map(ReminderAbsence.answered) : .mixed(all)
        return DayPlan(
            date: date,
            programs: programs,
            notifications: notifications,
            absence: isAhead ? nil : reason,
            former: former
        )
    }
}
