/// The user's own texts for reminders; nil leaves a text to the catalogue.
public struct UserTexts: Sendable, Hashable {
    /// The headline of a workout's reminder.
    public var workoutTitle: TextTemplate?
    /// The text of a workout's reminder.
    public var workoutBody: TextTemplate?
    /// The headline of a rest day's reminder.
    public var restTitle: TextTemplate?
    /// The text of a rest day's reminder.
    public var restBody: TextTemplate?

    /// What a text may name.
    public static let placeholders = [
        "workout", "program", "date", "week", "weeks", "exercises", "duration", "streak",
    ]

    /// No texts of the user's own.
    public init() {}

    /// Whether any of them names a placeholder.
    func name(_ placeholder: String) -> Bool {
        [workoutTitle, workoutBody, restTitle, restBody].contains { $0?.placeholders?.contains(placeholder) ?? false }
    }
}
