public import CivilTime
public import Reminders
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

extension Plan {
    /// The number of days without a run after which the clock is more likely to be wrong: nothing is then recorded as missed that no plan
    /// contained, and no summary is sent.
    static let longestSilence = 40

    /// The reminders that no plan contained and that are too late now, because nothing ran between the end of the last plan and now.
    ///
    /// Each date is planned as a run on that date would have planned it.
    ///
    /// - Parameter input: the programs, and the settings of that time.
    public static func unplanned(_ input: PlanInput) -> [PlannedNotification] {
        guard input.settings.isEnabled, let first = input.unplannedFrom, first <= input.today,
            first.days(until: input.today) <= longestSilence
        else { return [] }
        return (first...input.today).flatMap { date in
            let midnight = input.zone.instant(of: CivilDateTime(date: date, time: .midnight))
            return Plan(input.seen(at: midnight), days: 1).notifications.filter { notification in
                [.workout, .restDay, .reminder].contains(notification.category) && notification.instant >= midnight
                    && !input.isCurrent(notification.instant)
            }
        }
    }
}

extension PlanInput {
    /// The input of a run at an earlier time for which nothing was delivered.
    fileprivate func seen(at now: Instant) -> PlanInput {
        PlanInput(
            programs: programs,
            former: former,
            settings: settings,
            zone: zone,
            now: now,
            cancelled: cancelled,
            answers: answers,
            reminders: reminders,
            athlete: athlete,
            timeMoves: timeMoves,
            language: language,
            territory: territory
        )
    }
}
