/// A day of the week, numbered as ISO 8601 does: Monday is 1 and Sunday is 7.
public enum Weekday: Int, Sendable, Hashable, CaseIterable {
    case monday = 1
    case tuesday
    case wednesday
    case thursday
    case friday
    case saturday
    case sunday

    /// The English name in lowercase, as programs write it: `monday`.
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

    /// The first three letters of the name, as settings write it: `mon`.
    public var abbreviation: String { String(name.prefix(3)) }

    /// Reads a weekday from its name, its first three letters, or its ISO number; case does not count.
    ///
    /// - Throws: `CivilTimeError.unknownWeekday`.
    public init(parsing text: some StringProtocol) throws(CivilTimeError) {
        let word = text.lowercased()
        let found = Weekday.allCases.first { weekday in
            word == weekday.name || word == weekday.abbreviation || word == String(weekday.rawValue)
        }
        guard let found else { throw .unknownWeekday(String(text)) }
        self = found
    }
}

extension Weekday: Comparable {
    /// Orders weekdays from Monday to Sunday.
    public static func < (first: Weekday, second: Weekday) -> Bool {
        first.rawValue < second.rawValue
    }
}

extension Weekday: CustomStringConvertible {
    /// The weekday's name.
    public var description: String { name }
}
