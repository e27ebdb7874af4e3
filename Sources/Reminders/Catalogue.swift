/// The words of reminders in the user's language.
public struct Catalogue: Sendable, Hashable {
    /// The language.
    public let language: Language

    /// The catalogue of a language.
    public init(_ language: Language) {
        self.language = language
    }

    /// A text with its placeholders filled.
    ///
    /// - Parameters:
    ///   - key: which text.
    ///   - values: what stands for its placeholders, without the braces.
    public func text(_ key: CatalogueKey, _ values: [String: String] = [:]) -> String {
        CatalogueTexts.templates[language]?[key]?.filled(values) ?? key.rawValue
    }

    /// Names as a sentence has them: `A`, `A and B`, `A, B and C`.
    func joined(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return text(.and, ["first": names.dropLast().joined(separator: ", "), "last": last])
    }

    /// What a workout's reminder says.
    ///
    /// - Parameters:
    ///   - names: the program days' names.
    ///   - daysAhead: how many days before the workout the reminder comes.
    ///   - date: the workout's date, for leads of several days.
    func workoutBody(_ names: [String], daysAhead: Int, date: String) -> String {
        let key: CatalogueKey =
            switch daysAhead {
            case 0: .workoutBody
            case 1: .workoutBodyTomorrow
            default: .workoutBodyLater
            }
        return text(key, ["workout": joined(names), "date": date])
    }

    /// A number of exercises in words.
    func exercises(_ count: Int) -> String {
        text(language.isSingular(count) ? .exercise : .exercises, ["count": "\(count)"])
    }
}
