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
        "workout", "program", "date", "week", "weeks", "exercises", "duration", "streak", "top_set", "first_set",
        "change",
    ]

    /// No custom texts.
    public init() {}

    /// Whether any of them uses a placeholder.
    func name(_ placeholder: String) -> Bool { all.contains { $0.names(placeholder) } }

    /// Whether any of them uses a placeholder about loads.
    var nameLoads: Bool { all.contains(where: \.namesLoads) }

    private var all: [TextTemplate] { [workoutTitle, workoutBody, restTitle, restBody].compactMap { $0 } }
}

extension TextTemplate {
    /// Whether it uses a placeholder about loads.
    var namesLoads: Bool { ["top_set", "first_set", "change"].contains(where: names) }

    fileprivate func names(_ placeholder: String) -> Bool { placeholders?.contains(placeholder) ?? false }
}
