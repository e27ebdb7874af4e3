public import CivilTime

/// A user's own reminder, such as "Water the plants".
public struct UserReminder: Sendable, Hashable {
    /// The maximum number of characters of a title.
    public static let longestTitle = 200

    public let number: Int64
    public let title: String
    public let notes: String?
    /// Its first date and time, as civil time.
    public let at: CivilDateTime
    public let rule: RepeatRule

    public init(number: Int64, title: String, notes: String?, at: CivilDateTime, rule: RepeatRule) {
        (self.number, self.title, self.notes, self.at, self.rule) = (number, title, notes, at, rule)
    }

    /// What its occurrences belong to.
    public var source: OccurrenceSource { .reminder(number) }

    /// Whether it occurs on a date by its own rule; for a reminder that follows the programs, see `PlanInput.comes`.
    public func comes(on date: CivilDate) -> Bool { rule.includes(date, since: at.date) }

    /// Its next date from a date on by its own rule; nil if there is none within a year and a day.
    public func next(from date: CivilDate) -> CivilDate? {
        let first = max(date, at.date)
        return dates(in: first..<first.adding(days: 367)).next()
    }

    /// Its dates within a range by its own rule.
    package func dates(in range: Range<CivilDate>) -> AnyIterator<CivilDate> {
        var start = range.lowerBound
        return AnyIterator {
            guard start < range.upperBound, let date = rule.next(from: start, since: at.date), date < range.upperBound
            else { return nil }
            start = date.adding(days: 1)
            return date
        }
    }

    package func notification(_ arrival: ReminderArrival, in zone: Zone, body: String) -> PlannedNotification {
        PlannedNotification(
            id: NotificationID(rawValue: "\(source.subject)/\(arrival.name)"),
            category: .reminder,
            date: arrival.date,
            fireAt: arrival.fireAt,
            zone: zone.identifier,
            instant: arrival.instant,
            title: title,
            body: body,
            items: [.reminder(number, title: title)]
        )
    }
}

/// When a user's own reminder is requested: at a time of a date, or before or after the workouts of the date.
package struct RequestedMoment: Hashable {
    package let date: CivilDate
    /// The reminder's time of day, or that of the workout.
    let time: TimeOfDay
    /// The time from the workout to the reminder, in seconds; negative before the workout.
    let offset: Int64

    package init(date: CivilDate, time: TimeOfDay, offset: Int64 = 0) {
        (self.date, self.time, self.offset) = (date, time, offset)
    }

    /// The civil time; spans are counted in local time, like leads in programs.
    package var civil: CivilDateTime { CivilDateTime(date: date, time: time).adding(seconds: offset) }

    /// The suffix of the notifications' identifiers: `2026-11-23/0730`, or `2026-11-23/0730-2h` two hours before a workout.
    package var name: String {
        let clock = "\(date)/\(time.description.filter { $0 != ":" })"
        guard offset != 0 else { return clock }
        return clock + (offset < 0 ? "-" : "+") + TimeSpan(seconds: Int64(clamping: offset.magnitude)).description
    }
}

/// The actual time of reminders that request a moment.
package struct ReminderArrival {
    let date: CivilDate
    /// The suffix of the notifications' identifiers.
    let name: String
    package let fireAt: CivilDateTime
    /// The same as an instant.
    package let instant: Instant

    package init(_ requested: RequestedMoment, fireAt: CivilDateTime, instant: Instant) {
        date = requested.date
        name = requested.name
        self.fireAt = fireAt
        self.instant = instant
    }
}
