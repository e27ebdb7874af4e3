public import Localization

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
