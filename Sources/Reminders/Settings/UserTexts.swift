/// The user's own texts for reminders; nil uses the default text.
public struct UserTexts: Sendable, Hashable {
    /// The title of a workout's reminder.
    public var workoutTitle: TextTemplate?
    /// The text of a workout's reminder.
    public var workoutBody: TextTemplate?
    /// The title of a rest day's reminder.
    public var restTitle: TextTemplate?
    /// The text of a rest day's reminder.
    public var restBody: TextTemplate?

    /// The allowed placeholders.
    public static let placeholders = [
        "workout", "program", "date", "week", "weeks", "exercises", "duration", "streak",
    ]

    /// No custom texts.
    public init() {}

    /// Whether any of them uses a placeholder.
    func name(_ placeholder: String) -> Bool {
        [workoutTitle, workoutBody, restTitle, restBody].contains { $0?.placeholders?.contains(placeholder) ?? false }
    }
}
