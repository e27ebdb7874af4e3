/// A day of the week with its ISO 8601 number: Monday is 1 and Sunday is 7.
public enum Weekday: Int, Sendable, Hashable, CaseIterable {
    case monday = 1
    case tuesday
    case wednesday
    case thursday
    case friday
    case saturday
    case sunday

    /// The English name in lowercase, as used in programs: `monday`.
    public var name: String {
        switch self {
        case .monday: "monday"
        case .tuesday: "tuesday"
        case .wednesday: "wednesday"
        case .thursday: "thursday"
        case .friday: "friday"
        case .saturday: "saturday"
        case .sunday: "sunday"
        }
    }

    /// The first three letters of the name, as used in settings: `mon`.
    public var abbreviation: String { String(name.prefix(3)) }

    /// Parses a weekday's name, at least its first two letters (`mo`, `tues`), or its ISO number; case is ignored.
    ///
    /// - Throws: `CivilTimeError.unknownWeekday`.
    public init(parsing text: some StringProtocol) throws(CivilTimeError) {
        let word = text.lowercased()
        let match = Weekday.allCases.first { weekday in
            (word.utf8.count >= 2 && weekday.name.hasPrefix(word)) || word == String(weekday.rawValue)
        }
        guard let match else { throw .unknownWeekday(String(text)) }
        self = match
    }
}

extension Weekday {
    /// The weekday, or the word for several, that a misspelled one was probably meant to be; nil if none is similar.
    static func near(_ text: String) -> String? {
        let word = Array(text.lowercased().utf8)
        let names = allCases.map(\.abbreviation) + allCases.map(\.name) + ["weekdays", "weekends"]
        if let twisted = names.first(where: { $0.utf8.sorted() == word.sorted() }) { return twisted }
        // One letter more or less turns a short word into many others.
        guard word.count >= 5 else { return nil }
        return names.first { $0.count >= 5 && editDistance(Array($0.utf8), word) <= (word.count >= 7 ? 2 : 1) }
    }
}

extension Weekday: Comparable {
    /// Orders weekdays from Monday to Sunday.
    public static func < (first: Weekday, second: Weekday) -> Bool { first.rawValue < second.rawValue }
}

extension Weekday: CustomStringConvertible {
    public var description: String { name }
}
