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
