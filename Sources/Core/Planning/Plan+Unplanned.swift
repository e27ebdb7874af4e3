internal import CivilTime
public import Reminders

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
