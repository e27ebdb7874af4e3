public import CivilTime
internal import Training

extension Plan {
    /// The past days, according to the current programs and settings and the user's answers, and the unanswered workouts of former programs.
    ///
    /// Past workouts have an answer or none; the history, not this function, knows which reminders were delivered.
    ///
    /// - Parameter range: the dates; dates from today on are omitted.
    public static func past(_ input: PlanInput, _ range: Range<CivilDate>) -> [DayPlan] {
        let range = range.clamped(to: .earliest..<input.today)
        let calendars = input.calendars.map { $0.days(range) }
        let former = Dictionary(grouping: input.missedFormerWorkouts(range), by: \.date)
        return range.enumerated().map { index, date in
            let programs = calendars.map { $0[index] }
            let outlooks = zip(input.programs, programs).compactMap { active, day in
                day.occurrence.map { WorkoutOutlook(workout: $0, absence: input.pastAbsence(of: $0, active)) }
            }
            let day = DayPlan(
                date: date,
                programs: programs,
                notifications: [],
                outlooks: outlooks,
                withoutWorkout: programs.pastAbsence
            )
            return former[date].map { day.with(former: $0, input) } ?? day
        }
    }
}

extension [ScheduledDay] {
    /// Why none of the programs had a workout on a past date; nil for a rest day.
    fileprivate var pastAbsence: ReminderAbsence? {
        if contains(where: { $0.kind == .rest }) { return nil }
        return contains { $0.kind == .paused } ? .wasPaused : absence
    }
}

extension PlanInput {
    fileprivate func pastAbsence(of workout: Occurrence, _ active: ActiveProgram) -> ReminderAbsence {
        if let answer = answers[workout.key] { return .answered(answer) }
        return active.isTrained(workout) ? .unanswered : .weekdayOff(workout.date.weekday)
    }
}
