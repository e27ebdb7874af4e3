public import CivilTime

/// The texts of reminders in the user's language, with dates and times in the format of the user's territory.
public struct MessageCatalog: Sendable, Hashable {
    /// The format of dates and times.
    public let format: LocaleFormat
    /// The lengths of snoozes, which their buttons name.
    public let snooze: SnoozeLengths

    /// English without a territory: for output that must not depend on the locale.
    public static let plain = MessageCatalog(.english)

    /// Creates the catalog of a language, with the formats of a territory if one is known.
    public init(_ language: Language, in territory: Territory? = nil, snooze: SnoozeLengths = .defaults) {
        format = LocaleFormat(language, in: territory)
        self.snooze = snooze
    }

    /// The language.
    public var language: Language { format.language }

    /// Fills the placeholders of a text.
    ///
    /// - Parameters:
    ///   - key: the text.
    ///   - values: the values by the names of the placeholders, without braces.
    public func text(_ key: MessageKey, _ values: [String: String] = [:]) -> String {
        MessageTexts.template(key, language)?.filled(values) ?? key.rawValue
    }

    /// The singular or plural form of a text, with the count as `{count}`.
    public func text(_ count: Int, one: MessageKey, other: MessageKey) -> String {
        text(language.isSingular(count) ? one : other, ["count": "\(count)"])
    }

    /// The singular or plural form of a text, with further values.
    public func text(_ count: Int, one: MessageKey, other: MessageKey, _ values: [String: String]) -> String {
        text(language.isSingular(count) ? one : other, values.merging(["count": "\(count)"]) { value, _ in value })
    }

    /// Joins names for a sentence: `A`, `A and B`, `A, B and C`; in Spanish `A e Isométrico`.
    public func joined(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return text(
            language.joinsWithE(last) ? .andBeforeI : .and,
            ["first": names.dropLast().joined(separator: ", "), "last": last]
        )
    }

    /// A number of exercises, such as `6 exercises`.
    package func exercises(_ count: Int) -> String { text(count, one: .exercise, other: .exercises) }

    /// A list of weekdays, or a word for all or none.
    public func list(_ days: WeekdaySet) -> String {
        switch days {
        case .all: text(.allDays)
        case .none: text(.noDays)
        default: format.list(days)
        }
    }

    /// The text for a state or kind in a record; the recorded name if the catalog has no text for it.
    ///
    /// - Parameters:
    ///   - group: the prefix of the keys, such as `delivery.state`.
    ///   - name: the recorded name.
    public func word(_ group: String, _ name: String) -> String {
        MessageKey(rawValue: "\(group).\(name)").map { text($0) } ?? name
    }
}
