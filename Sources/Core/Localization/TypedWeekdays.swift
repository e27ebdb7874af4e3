public import CivilTime
internal import Training

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
