public import CivilTime
internal import Training

extension Plan {
    /// The past days, according to the current programs and settings and the user's answers.
    ///
    /// Past workouts have an answer or none; the history, not this function, knows which reminders were delivered.
    ///
    /// - Parameters:
    ///   - input: the input of a plan.
    ///   - range: the dates; dates from today on are omitted.
    public static func past(_ input: PlanInput, _ range: Range<CivilDate>) -> [DayPlan] {
        let range = range.clamped(to: .earliest..<input.today)
        let calendars = input.calendars.map { $0.days(range) }
        return range.enumerated().map { index, date in
            let programs = calendars.map { $0[index] }
            return DayPlan(
                date: date,
                programs: programs,
                notifications: [],
                absence: absence(on: date, programs, input)
            )
        }
    }

    private static func absence(on date: CivilDate, _ programs: [ScheduledDay], _ input: PlanInput) -> ReminderAbsence?
    {
        let workouts = zip(input.programs, programs).compactMap { active, day in day.occurrence.map { (active, $0) } }
        guard !workouts.isEmpty else {
            if programs.contains(where: { $0.kind == .rest }) { return nil }
            return programs.contains { $0.kind == .paused } ? .wasPaused : programs.absence
        }
        let answers = workouts.compactMap { input.answers[OccurrenceKey(.program($1.programID), on: date)] }
        if answers.isEmpty, !workouts.contains(where: { $0.isTrained($1) }) {
            return .weekdayOff(date.weekday)
        }
        guard let first = answers.first else { return .unanswered }
        if answers.count == workouts.count, answers.allSatisfy({ $0 == first }) { return .answered(first) }
        return .mixed(input.answered(programs.compactMap(\.occurrence)))
    }
}

extension PlanInput {
    /// Workouts with their answers.
    func answered(_ workouts: [Occurrence]) -> [AnsweredWorkout] {
        workouts.map { workout in
            let key = OccurrenceKey(.program(workout.programID), on: workout.date)
            return AnsweredWorkout(name: workout.dayName, answer: answers[key])
        }
    }
}
