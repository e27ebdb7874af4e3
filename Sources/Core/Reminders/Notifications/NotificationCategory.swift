/// The kind of a notification; plugins and links use it.
public enum NotificationCategory: String, Sendable, Hashable, CaseIterable {
    /// A workout is due.
    case workout
    /// Today is a rest day.
    case restDay = "rest-day"
    /// A delivered workout was not answered.
    case followUp = "follow-up"
    /// A user's own reminder.
    case reminder
    /// A periodic question, such as "How did this week go?".
    case checkIn = "check-in"
    /// New personal records.
    case record
    /// The summary of a week.
    case summary
    /// A streak reached a milestone.
    case milestone
    /// A streak would end today.
    case streakWarning = "streak-warning"
}
