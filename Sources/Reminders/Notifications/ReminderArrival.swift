internal import CivilTime

/// The actual time of reminders that request a date and time.
struct ReminderArrival {
    /// The requested date.
    let date: CivilDate
    /// The suffix of the notifications' identifiers: the requested date and time.
    let name: String
    /// When they are sent.
    let fireAt: CivilDateTime
    /// The same as an instant.
    let instant: Instant

    init(on date: CivilDate, asked time: TimeOfDay, fireAt: CivilDateTime, instant: Instant) {
        self.date = date
        self.fireAt = fireAt
        self.instant = instant
        name = "\(date)/\(time.description.filter { $0 != ":" })"
    }
}
