/// What kind of message a notification is; a plugin and a link can tell them apart by it.
public enum NotificationCategory: String, Sendable, Hashable, CaseIterable {
    /// A workout is due.
    case workout
    /// Today is a rest day.
    case restDay = "rest-day"
    /// A delivered workout has had no answer.
    case followUp = "follow-up"
    /// A reminder of the user's own.
    case reminder
    /// A periodic question, as "How did this week go?".
    case checkIn = "check-in"
    /// A personal record.
    case record
}
