/// A language in which reminders are available.
public enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case german = "de"
    case spanish = "es"
    case french = "fr"
    case turkish = "tr"

    /// The language of a locale such as `de_DE.UTF-8`; nil if antrain has no texts in it, and for `C` and `POSIX`.
    public init?(locale: String) {
        self.init(rawValue: String(locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }).lowercased())
    }

    /// The language of the environment: `LC_ALL`, `LC_MESSAGES` or `LANG`.
    public init?(environment: [String: String]) {
        guard let locale = PosixLocale.name(of: "LC_MESSAGES", in: environment) else { return nil }
        self.init(locale: locale)
    }

    /// The language to use if the environment names a locale: English for `C` and for languages without texts; nil without a locale.
    public static func spoken(in environment: [String: String]) -> Language? {
        PosixLocale.name(of: "LC_MESSAGES", in: environment).map { Language(locale: $0) ?? .english }
    }

    /// Whether a count takes the singular (Unicode CLDR plural rules, category `one` of whole numbers).
    func isSingular(_ count: Int) -> Bool { self == .french ? count < 2 : count == 1 }

    /// Beginnings with `i` or `hi` that do not sound like `i`: Spanish diphthongs such as `hielo`, and English words.
    private static let otherSounds = ["hie", "hiit", "hip ", "hips", "high", "hill", "hinge", "hit", "iron"]

    /// Whether a name begins with the sound `i`, before which the Spanish `y` becomes `e`.
    func joinsWithE(_ name: String) -> Bool {
        guard self == .spanish else { return false }
        let start = name.lowercased()
        return ["i", "í", "hi", "hí"].contains(where: start.hasPrefix)
            && start != "hip" && !Language.otherSounds.contains(where: start.hasPrefix)
    }
}
