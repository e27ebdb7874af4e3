public import Localization

/// The user's own texts for reminders; nil uses the default text.
public struct UserTexts: Sendable, Hashable {
    public var workoutTitle: RotatingText?
    public var workoutBody: RotatingText?
    public var restTitle: RotatingText?
    public var restBody: RotatingText?
    public var endedTitle: TextTemplate?
    public var endedBody: TextTemplate?

    public static let placeholders = [
        "workout", "program", "date", "week", "weeks", "exercises", "duration", "streak", "top_set", "first_set",
        "change",
    ]

    public static let endedPlaceholders = ["program", "done", "planned", "again", "list"]

    public init() {}

    package func name(_ placeholder: String) -> Bool {
        all.contains { $0.templates.contains { $0.names(placeholder) } }
    }

    /// Whether any of them uses a placeholder about loads.
    package var nameLoads: Bool { all.contains(where: \.namesLoads) }

    /// Whether the texts of workouts' reminders take turns.
    package var rotateForWorkouts: Bool { [workoutTitle, workoutBody].contains { $0?.rotates ?? false } }

    /// Whether the texts of rest days' reminders take turns.
    package var rotateForRestDays: Bool { [restTitle, restBody].contains { $0?.rotates ?? false } }

    private var all: [RotatingText] { [workoutTitle, workoutBody, restTitle, restBody].compactMap { $0 } }
}

extension TextTemplate {
    /// Whether it uses a placeholder about loads.
    var namesLoads: Bool { ["top_set", "first_set", "change"].contains(where: names) }

    fileprivate func names(_ placeholder: String) -> Bool { placeholders?.contains(placeholder) ?? false }
}
