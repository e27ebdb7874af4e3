/// A language that antrain's reminders speak.
public enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case german = "de"
    case spanish = "es"
    case french = "fr"
    case turkish = "tr"

    /// The language of a locale's name, as in `de_DE.UTF-8`; nil where antrain does not speak it, and for `C` and `POSIX`.
    public init?(locale: String) {
        self.init(rawValue: String(locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }).lowercased())
    }

    /// The language that the environment asks for, by `LC_ALL`, `LC_MESSAGES` or `LANG`.
    public init?(environment: [String: String]) {
        guard let locale = PosixLocale.name(of: "LC_MESSAGES", in: environment) else { return nil }
        self.init(locale: locale)
    }

    /// The language of words where the environment names a locale: English for one that antrain does not speak, and for `C`.
    public static func spoken(in environment: [String: String]) -> Language? {
        PosixLocale.name(of: "LC_MESSAGES", in: environment).map { Language(locale: $0) ?? .english }
    }

    /// Whether a count goes with the singular (Unicode CLDR, plural rules, category `one` of whole numbers).
    func isSingular(_ count: Int) -> Bool {
        self == .french ? count < 2 : count == 1
    }

    /// How names of workouts begin that are written with `i` or `hi`, and read otherwise: as `hielo`, or as in English.
    private static let otherSounds = ["hie", "hiit", "hip ", "hips", "high", "hill", "hinge", "hit", "iron"]

    /// Whether a name begins with the sound that turns the Spanish `y` before it into `e`.
    func joinsWithE(_ name: String) -> Bool {
        guard self == .spanish else { return false }
        let start = name.lowercased()
        return ["i", "í", "hi", "hí"].contains(where: start.hasPrefix)
            && start != "hip" && !Language.otherSounds.contains(where: start.hasPrefix)
    }
}
