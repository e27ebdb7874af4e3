/// A duration in whole seconds.
public struct TimeSpan: Sendable, Hashable {
    public let seconds: Int64

    /// The longest duration that can be written, 10,000 days.
    public static let longest = TimeSpan(seconds: 10_000 * 86_400)

    public init(seconds: Int64) { self.seconds = seconds }

    public static func seconds(_ count: Int64) -> TimeSpan { TimeSpan(seconds: count) }
    public static func minutes(_ count: Int64) -> TimeSpan { TimeSpan(seconds: count * 60) }
    /// A duration in hours of 3,600 seconds.
    public static func hours(_ count: Int64) -> TimeSpan { TimeSpan(seconds: count * 3600) }
    /// A duration in days of 86,400 seconds.
    ///
    /// For the next calendar day, use `CivilDate.adding(days:)` instead.
    public static func days(_ count: Int64) -> TimeSpan { TimeSpan(seconds: count * 86_400) }

    private static let units: [(name: Unicode.Scalar, seconds: Int64)] = [
        ("w", 604_800), ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
    ]

    /// Parses a duration written as numbers with units from the largest to the smallest: `90s`, `30m`, `4h`, `1h30m`, `2d`, `1w`.
    ///
    /// - Throws: `CivilTimeError.malformedSpan`, or `.spanTooLong` beyond `longest`.
    public init(parsing text: String) throws(CivilTimeError) {
        var total: Int64 = 0
        var digits: Int64?
        var smallest = -1
        for byte in text.utf8 {
            if byte >= 0x30, byte <= 0x39 {
                let value = (digits ?? 0) * 10 + Int64(byte - 0x30)
                guard value <= TimeSpan.longest.seconds else { throw .spanTooLong(text) }
                digits = value
            } else {
                guard let count = digits, let unit = TimeSpan.units.firstIndex(where: { $0.name.value == byte }),
                    unit > smallest
                else { throw .malformedSpan(text) }
                // No overflow: both factors are far below the square root of Int64.max.
                total += count * TimeSpan.units[unit].seconds
                guard total <= TimeSpan.longest.seconds else { throw .spanTooLong(text) }
                smallest = unit
                digits = nil
            }
        }
        guard digits == nil, smallest >= 0 else { throw .malformedSpan(text) }
        seconds = total
    }
}

extension TimeSpan: Comparable {
    /// Orders spans from the shorter to the longer.
    public static func < (first: TimeSpan, second: TimeSpan) -> Bool { first.seconds < second.seconds }
}

extension TimeSpan: CustomStringConvertible {
    /// The duration in days, hours, minutes and seconds, in a form that can be parsed: `1h30m`.
    public var description: String {
        guard seconds != 0 else { return "0s" }
        var rest = seconds.magnitude
        var text = seconds < 0 ? "-" : ""
        for unit in TimeSpan.units.dropFirst() where rest >= UInt64(unit.seconds) {
            text += "\(rest / UInt64(unit.seconds))\(unit.name)"
            rest %= UInt64(unit.seconds)
        }
        return text
    }
}

/// A duration in whole days, weeks, months or years of the calendar.
public struct CalendarSpan: Sendable, Hashable {
    /// A unit of the calendar.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        case day = "d"
        /// Seven days.
        case week = "w"
        /// A calendar month, of 28 to 31 days.
        case month = "mo"
        /// A calendar year.
        case year = "y"

        /// The days of a unit, for comparisons: 30 of a month and 365 of a year.
        fileprivate var days: Int {
            switch self {
            case .day: 1
            case .week: 7
            case .month: 30
            case .year: 365
            }
        }
    }

    private static let longest = 100_000

    /// The number of units, from 1.
    public let count: Int
    public let unit: Unit

    /// Parses a number with a unit: `90d`, `12w`, `18mo`, `2y`.
    ///
    /// - Throws: `CivilTimeError.malformedCalendarSpan`, also for zero and more than 100,000 units.
    public init(parsing text: String) throws(CivilTimeError) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard digits.utf8.count <= 6, let count = Int(digits), (1...CalendarSpan.longest).contains(count),
            let unit = Unit(rawValue: String(text[digits.endIndex...]))
        else { throw .malformedCalendarSpan(text) }
        self.count = count
        self.unit = unit
    }

    /// The approximate length in days: a month counts 30, a year 365.
    public var approximateDays: Int { count * unit.days }

    /// The date that long before another one; of a shorter month, the last day.
    public func before(_ date: CivilDate) -> CivilDate {
        switch unit {
        case .day, .week: date.adding(days: -count * unit.days)
        case .month: date.adding(months: -count)
        case .year: date.adding(months: -12 * count)
        }
    }
}

extension CalendarSpan: CustomStringConvertible {
    /// The duration in a form that can be parsed: `2y`.
    public var description: String { "\(count)\(unit.rawValue)" }
}
