/// The kind of a notification; plugins and links use it.
public enum NotificationCategory: String, Sendable, Hashable, CaseIterable {
    case workout
    /// Today is a rest day.
    case restDay = "rest-day"
    /// A delivered workout was not answered.
    case followUp = "follow-up"
    case reminder
    /// A periodic question, such as "How did this week go?".
    case checkIn = "check-in"
    case record
    case summary
    case milestone
    case streakWarning = "streak-warning"
}
