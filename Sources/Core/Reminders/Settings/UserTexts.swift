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

/// Texts that reminders use one after the other.
public struct RotatingText: Sendable, Hashable {
    /// The maximum number of texts.
    static let mostTexts = 100

    private let first: TextTemplate
    private let others: [TextTemplate]

    public init(_ first: TextTemplate, _ others: [TextTemplate] = []) {
        self.first = first
        self.others = others
    }

    /// The texts in order.
    public var templates: [TextTemplate] { [first] + others }

    var rotates: Bool { !others.isEmpty }

    /// The text for the reminder with a number, from 0.
    package func template(_ turn: Int) -> TextTemplate {
        let place = turn % (others.count + 1)
        return place <= 0 ? first : others[place - 1]
    }

    /// Whether any of the texts uses a placeholder about loads.
    package var namesLoads: Bool { templates.contains(where: \.namesLoads) }
}
