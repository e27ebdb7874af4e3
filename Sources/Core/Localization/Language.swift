public import CivilTime
internal import Training

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

extension WeekdaySet {
    /// Parses days as people type them: as `init(parsing:)` does, or with the names of one other language: `mo,mi,fr`, `lun-ven`, `pzt cum`.
    ///
    /// A name needs as many letters as distinguish it. English has priority; words that mean other days in two other languages are
    /// refused.
    ///
    /// - Throws: `CivilTimeError.unknownWeekday`.
    public init(typed text: String) throws(CivilTimeError) {
        do { self = try WeekdaySet(parsing: text) } catch {
            let meanings = Set(
                Language.allCases.compactMap { $0.english(text) }.compactMap { try? WeekdaySet(parsing: $0) }
            )
            guard let days = meanings.first, meanings.count == 1 else { throw error }
            self = days
        }
    }
}

extension Language {
    /// Typed days with English names; nil if a word is not a weekday of the language.
    fileprivate func english(_ text: String) -> String? {
        let words = text.lowercased().split { $0 == "," || $0.isWhitespace }.map { word in
            let days = word.split(separator: "-", omittingEmptySubsequences: false).map { weekday(named: String($0)) }
            return days.contains(nil) ? nil : days.compactMap { $0?.name }.joined(separator: "-")
        }
        return words.contains(nil) ? nil : words.compactMap { $0 }.joined(separator: ",")
    }

    /// The weekday with a name, its abbreviation, or at least the first two letters that no other name has.
    private func weekday(named word: String) -> Weekday? {
        let key = NameKey.of(word)
        let names = CalendarNames.of(self)
        func day(_ isMeant: (Weekday) -> Bool) -> Weekday? {
            let days = Weekday.allCases.filter(isMeant)
            return days.count == 1 ? days[0] : nil
        }
        guard key.utf8.count >= 2 else { return nil }
        return day { NameKey.of(names.name($0)) == key || NameKey.of(names.shortName($0)) == key }
            ?? day { NameKey.of(names.name($0)).hasPrefix(key) }
    }
}
