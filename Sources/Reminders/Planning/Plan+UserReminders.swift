internal import CivilTime

extension Plan {
    /// The notifications of the user's own reminders, each for one date, so that an answer to one does not affect others.
    static func reminders(_ input: PlanInput, _ range: Range<CivilDate>, putOff: Set<NotificationID>)
        -> [PlannedNotification]
    {
        guard input.settings.isEnabled else { return [] }
        let absent = Set(range.filter { !input.zone.has($0) })
        // Many reminders request the same times: the results are computed once for each time.
        var arrivals: [CivilDateTime: ReminderArrival?] = [:]
        var result: [PlannedNotification] = []
        for reminder in input.reminders {
            for date in reminder.dates(in: range) where !absent.contains(date) {
                guard input.answers[OccurrenceKey(reminder.source, on: date)] == nil else { continue }
                let asked = CivilDateTime(date: date, time: reminder.at.time)
                let arrival = arrivals[asked] ?? input.arrival(asked)
                arrivals[asked] = .some(arrival)
                guard let arrival else { continue }
                let body = input.noted(reminder.notes ?? "", asked: asked, fireAt: arrival.fireAt)
                let notification = reminder.notification(arrival, in: input.zone, body: body)
                guard !input.cancelled.contains(notification.id), !putOff.contains(notification.id) else { continue }
                result.append(notification)
            }
        }
        return result
    }
}

extension PlanInput {
    /// The actual time of reminders that request a date and time; nil if they are not sent, or were due too long ago.
    func arrival(_ asked: CivilDateTime) -> ReminderArrival? {
        guard let fireAt = applyingQuietHours(asked, about: asked.date) else { return nil }
        let instant = zone.instant(of: fireAt)
        guard isCurrent(instant) else { return nil }
        return ReminderArrival(on: asked.date, asked: asked.time, fireAt: fireAt, instant: instant)
    }
}
