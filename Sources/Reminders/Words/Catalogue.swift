public import CivilTime

/// The words of reminders in the user's language, with dates and times as the user's territory writes them.
public struct Catalogue: Sendable, Hashable {
    /// How dates and times are written.
    public let format: LocaleFormat

    /// The words for programs, which never change with the locale.
    public static let plain = Catalogue(.english)

    /// The catalogue of a language, for a territory where one is known.
    public init(_ language: Language, in territory: Territory? = nil) {
        format = LocaleFormat(language, in: territory)
    }

    /// The language.
    public var language: Language { format.language }

    /// A text with its placeholders filled.
    ///
    /// - Parameters:
    ///   - key: which text.
    ///   - values: what stands for its placeholders, without the braces.
    public func text(_ key: CatalogueKey, _ values: [String: String] = [:]) -> String {
        CatalogueTexts.templates(language)[key]?.filled(values) ?? key.rawValue
    }

    /// A text in the form that a count goes with, the count filled in as `{count}`.
    public func text(_ count: Int, one: CatalogueKey, other: CatalogueKey) -> String {
        text(language.isSingular(count) ? one : other, ["count": "\(count)"])
    }

    /// Names as a sentence has them: `A`, `A and B`, `A, B and C`; in Spanish `A e Isométrico`.
    public func joined(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return text(
            language.joinsWithE(last) ? .andBeforeI : .and,
            ["first": names.dropLast().joined(separator: ", "), "last": last]
        )
    }

    /// A number of exercises in words.
    func exercises(_ count: Int) -> String { text(count, one: .exercise, other: .exercises) }

    /// Weekdays as a list, or in a word where they are all or none.
    public func list(_ days: WeekdaySet) -> String {
        switch days {
        case .all: text(.allDays)
        case .none: text(.noDays)
        default: format.list(days)
        }
    }

    /// The word for a state or a kind that a record has, where the catalogue has one.
    ///
    /// - Parameters:
    ///   - group: what the keys of such words begin with, as in `delivery.state`.
    ///   - name: the name in the record.
    public func word(_ group: String, _ name: String) -> String {
        CatalogueKey(rawValue: "\(group).\(name)").map { text($0) } ?? name
    }
}
