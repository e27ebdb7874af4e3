internal import CivilTime
internal import Reminders

extension Plan {
    /// The notifications of the user's own reminders, each for one date, so that an answer to one does not affect others.
    static func reminders(_ input: PlanInput, _ range: Range<CivilDate>, putOff: Set<NotificationID>)
        -> [PlannedNotification]
    {
        guard input.settings.isEnabled else { return [] }
        let absent = Set(range.filter { !input.zone.has($0) })
        // Many reminders request the same times: the results are computed once for each time.
        var arrivals: [RequestedMoment: ReminderArrival?] = [:]
        var result: [PlannedNotification] = []
        func add(_ reminder: UserReminder, _ requested: RequestedMoment) {
            guard input.answers[OccurrenceKey(reminder.source, on: requested.date)] == nil else { return }
            let arrival = arrivals[requested] ?? input.arrival(requested)
            arrivals[requested] = .some(arrival)
            guard let arrival, arrival.fireAt.date < range.upperBound else { return }
            let body = input.noted(input.body(of: reminder), asked: requested.civil, fireAt: arrival.fireAt)
            let notification = reminder.notification(arrival, in: input.zone, body: body)
            guard !input.cancelled.contains(notification.id), !putOff.contains(notification.id) else { return }
            result.append(notification)
        }
        for reminder in input.reminders {
            for date in reminder.dates(in: range) where !absent.contains(date) {
                add(reminder, RequestedMoment(date: date, time: reminder.at.time))
            }
        }
        let following = input.reminders.filter { $0.rule.relation != nil }
        guard !following.isEmpty, !input.programs.isEmpty else { return result }
        // A reminder before or after a workout may be due within the range although the workout is not.
        let reach = following.contains { !$0.rule.hasTime } ? PlanRelation.longestReach : 0
        let within = range.lowerBound.adding(days: -reach)..<range.upperBound.adding(days: reach)
        for (date, day) in zip(within, input.planDays(within)) where input.zone.has(date) {
            for reminder in following {
                guard let relation = reminder.rule.relation, !day.isOver(relation),
                    let requested = day.moment(of: reminder, relation, on: date)
                else { continue }
                add(reminder, requested)
            }
        }
        return result
    }
}

extension PlanInput {
    /// The actual time of reminders that request a date and time; nil if they are not sent, or were due too long ago.
    func arrival(_ asked: CivilDateTime) -> ReminderArrival? {
        arrival(RequestedMoment(date: asked.date, time: asked.time))
    }

    /// The actual time of reminders that request a moment; nil if they are not sent, or were due too long ago.
    fileprivate func arrival(_ requested: RequestedMoment) -> ReminderArrival? {
        let asked = requested.civil
        // A reminder after a workout may be due on the next date; it is then still wanted on that date.
        guard let fireAt = applyingQuietHours(asked, about: max(asked.date, requested.date)) else { return nil }
        let instant = zone.instant(of: fireAt)
        guard isCurrent(instant) else { return nil }
        return ReminderArrival(requested, fireAt: fireAt, instant: instant)
    }
}
