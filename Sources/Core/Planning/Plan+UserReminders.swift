public import CivilTime
internal import Localization
public import Reminders

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

/// The dates of the user's own reminders, by their own rule or as they follow the active programs.
extension PlanInput {
    public func comes(_ reminder: UserReminder, on date: CivilDate) -> Bool { requested(reminder, on: date) != nil }

    /// The dates of a reminder from a date on, within a year and a day.
    public func dates(of reminder: UserReminder, from date: CivilDate) -> AnyIterator<CivilDate> {
        let first = max(date, reminder.at.date)
        let end = first.adding(days: 367)
        guard let relation = reminder.rule.relation else { return reminder.dates(in: first..<end) }
        guard !programs.isEmpty else { return AnyIterator { nil } }
        // Most reminders come within a month, and a month is computed at once.
        var (start, found) = (first, ArraySlice<CivilDate>())
        return AnyIterator {
            while found.isEmpty, start < end {
                let range = start..<min(end, start.adding(days: 31))
                found =
                    zip(range, planDays(range)).compactMap { date, day in
                        day.moment(of: reminder, relation, on: date) == nil ? nil : date
                    }[...]
                start = range.upperBound
            }
            return found.popFirst()
        }
    }

    /// The next unanswered and uncancelled date of a reminder with a future time; nil if there is none within a year and a day.
    public func nextDate(of reminder: UserReminder) -> CivilDate? {
        let back = reminder.rule.hasTime ? 0 : PlanRelation.longestReach
        return dates(of: reminder, from: today.adding(days: -back)).first { date in
            guard zone.has(date), answers[OccurrenceKey(reminder.source, on: date)] == nil,
                let requested = requested(reminder, on: date), !isOver(reminder, on: date)
            else { return false }
            return zone.instant(of: requested.civil) > now && !cancelled.contains(reminder.id(requested))
        }
    }

    /// The requested time of a reminder on a date; nil if it does not occur.
    public func moment(of reminder: UserReminder, on date: CivilDate) -> CivilDateTime? {
        requested(reminder, on: date)?.civil
    }

    /// The ID of a reminder's notification about a date; nil if it does not occur.
    public func notificationID(of reminder: UserReminder, on date: CivilDate) -> NotificationID? {
        requested(reminder, on: date).map(reminder.id)
    }

    /// A reminder's notification about a date, ignoring quiet hours; nil if it does not occur.
    public func notification(of reminder: UserReminder, on date: CivilDate) -> PlannedNotification? {
        requested(reminder, on: date).map { requested in
            let fireAt = zone.shown(requested.civil)
            let arrival = ReminderArrival(requested, fireAt: fireAt, instant: zone.instant(of: fireAt))
            return reminder.notification(arrival, in: zone, body: body(of: reminder))
        }
    }

    /// The text of a reminder's notifications: its notes, or else a general text, because some desktops and mail programs show no empty one.
    func body(of reminder: UserReminder) -> String { reminder.notes ?? words.text(.reminderBody) }

    /// Whether a reminder is no longer needed on a date, because the workout that it prepares for is done.
    func isOver(_ reminder: UserReminder, on date: CivilDate) -> Bool {
        guard let relation = reminder.rule.relation, case .beforeWorkout = relation else { return false }
        return planDays(date..<date.adding(days: 1)).first?.isOver(relation) ?? false
    }

    private func requested(_ reminder: UserReminder, on date: CivilDate) -> RequestedMoment? {
        guard let relation = reminder.rule.relation else {
            return reminder.comes(on: date) ? RequestedMoment(date: date, time: reminder.at.time) : nil
        }
        return planDays(date..<date.adding(days: 1)).first?.moment(of: reminder, relation, on: date)
    }
}

extension UserReminder {
    /// The ID of its notification for a requested time.
    fileprivate func id(_ requested: RequestedMoment) -> NotificationID {
        NotificationID(rawValue: "\(source.subject)/\(requested.name)")
    }
}
