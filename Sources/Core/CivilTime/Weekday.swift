/// A day of the week with its ISO 8601 number: Monday is 1 and Sunday is 7.
public enum Weekday: Int, Sendable, Hashable, CaseIterable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

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

/// A set of weekdays, stored in one byte.
public struct WeekdaySet: Sendable, Hashable {
    private var bits: UInt8

    public static let none = WeekdaySet(bits: 0)
    /// Monday to Sunday.
    public static let all = WeekdaySet(Weekday.allCases)
    /// Monday to Friday.
    public static let weekdays = WeekdaySet(Weekday.allCases.prefix(5))
    /// Saturday and Sunday.
    public static let weekends = WeekdaySet(Weekday.allCases.suffix(2))

    private init(bits: UInt8) { self.bits = bits }

    /// Creates the set of the given days.
    public init(_ weekdays: some Sequence<Weekday>) { bits = weekdays.reduce(0) { $0 | WeekdaySet.bit($1) } }

    /// Parses days separated by commas or spaces (`mon,wed,fri`), ranges (`mon-fri`), `weekdays`, `weekends`, `all` or `none`.
    ///
    /// - Throws: `CivilTimeError.unknownWeekday` with the invalid part.
    public init(parsing text: some StringProtocol) throws(CivilTimeError) {
        let words = text.split { $0 == "," || $0.isWhitespace }
        guard !words.isEmpty else { throw .unknownWeekday(String(text)) }
        bits = 0
        for word in words { bits |= try WeekdaySet.group(word).bits }
    }

    private static func group(_ word: some StringProtocol) throws(CivilTimeError) -> WeekdaySet {
        switch word.lowercased() {
        case "all", "daily", "everyday": return .all
        case "weekdays", "weekday": return .weekdays
        case "weekends", "weekend": return .weekends
        case "none": return .none
        default: break
        }
        let ends = word.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return WeekdaySet([try Weekday(parsing: word)]) }
        let (first, last) = (try Weekday(parsing: ends[0]), try Weekday(parsing: ends[1]))
        let length = (last.rawValue - first.rawValue + 7) % 7
        return WeekdaySet((0...length).map { Weekday.allCases[(first.rawValue - 1 + $0) % 7] })
    }

    public func contains(_ weekday: Weekday) -> Bool { bits & WeekdaySet.bit(weekday) != 0 }

    public mutating func insert(_ weekday: Weekday) { bits |= WeekdaySet.bit(weekday) }

    public var isEmpty: Bool { bits == 0 }

    /// The number of days, 0 … 7.
    public var count: Int { bits.nonzeroBitCount }

    /// The days from Monday to Sunday.
    public var weekdays: [Weekday] { Weekday.allCases.filter(contains) }

    private static func bit(_ weekday: Weekday) -> UInt8 { 1 << UInt8(weekday.rawValue - 1) }
}

extension WeekdaySet: CustomStringConvertible {
    /// The days in the form of the settings: `mon,wed,fri`, `all` or `none`.
    public var description: String {
        switch self {
        case .all: "all"
        case .none: "none"
        default: weekdays.map(\.abbreviation).joined(separator: ",")
        }
    }
}
