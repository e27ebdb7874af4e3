package import CivilTime

/// When a user's own reminder is requested: at a time of a date, or before or after the workouts of the date.
package struct RequestedMoment: Hashable {
    package let date: CivilDate
    /// The reminder's time of day, or that of the workout.
    let time: TimeOfDay
    /// The time from the workout to the reminder, in seconds; negative before the workout.
    let offset: Int64

    package init(date: CivilDate, time: TimeOfDay, offset: Int64 = 0) {
        self.date = date
        self.time = time
        self.offset = offset
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
