public import CivilTime

/// How long snoozes last.
public struct SnoozeLengths: Sendable, Hashable {
    /// The length for the user's own reminders, which are often about small things.
    public let ownReminders: TimeSpan
    public let others: TimeSpan

    /// The lengths if the settings have none.
    public static let defaults = SnoozeLengths(ownReminders: .minutes(15), others: .hours(1))

    private init(ownReminders: TimeSpan, others: TimeSpan) {
        self.ownReminders = ownReminders
        self.others = others
    }

    /// Creates the same length for all reminders.
    public init(_ span: TimeSpan) { self.init(ownReminders: span, others: span) }
}
