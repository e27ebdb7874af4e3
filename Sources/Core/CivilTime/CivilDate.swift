/// A day of the proleptic Gregorian calendar, without time and time zone.
public struct CivilDate: Sendable, Hashable {
    /// The days since 1 January 1970, negative before it.
    public let dayNumber: Int

    /// The first representable date, 0001-01-01.
    public static let earliest = CivilDate(unchecked: -719_162)
    /// The last representable date, 9999-12-31.
    public static let latest = CivilDate(unchecked: 2_932_896)

    private init(unchecked dayNumber: Int) { self.dayNumber = dayNumber }

    /// Creates the date a number of days after 1 January 1970; dates outside the years 1 to 9999 are clamped.
    public init(dayNumber: Int) {
        self.dayNumber = min(max(dayNumber, CivilDate.earliest.dayNumber), CivilDate.latest.dayNumber)
    }

    /// - Parameters:
    ///   - year: 1 … 9999.
    ///   - month: 1 … 12.
    ///   - day: 1 … the length of the month.
    /// - Throws: `CivilTimeError.impossibleDate` if the calendar has no such day.
    public init(year: Int, month: Int, day: Int) throws(CivilTimeError) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilDate.length(ofMonth: month, year: year)
        else { throw .impossibleDate(year: year, month: month, day: day) }
        dayNumber = CivilDate.dayNumber(year: year, month: month, day: day)
    }

    /// Parses a date written as `2026-11-23`; no other form is accepted.
    ///
    /// - Throws: `CivilTimeError.malformedDate`, or `.impossibleDate` for a day that does not exist.
    public init(parsing text: some StringProtocol) throws(CivilTimeError) {
        try self.init(parsing: String(text))
    }

    /// Parses a date written as `2026-11-23`; no other form is accepted.
    ///
    /// A training log has thousands of dates, so this does not allocate memory.
    ///
    /// - Throws: `CivilTimeError.malformedDate`, or `.impossibleDate` for a day that does not exist.
    public init(parsing text: String) throws(CivilTimeError) {
        guard let (year, month, day) = CivilDate.numbers(text) else { throw .malformedDate(text) }
        try self.init(year: year, month: month, day: day)
    }

    /// The numbers of a date in the form `2026-11-23`; nil for any other text.
    private static func numbers(_ text: String) -> (year: Int, month: Int, day: Int)? {
        guard text.utf8.count == 10 else { return nil }
        var digits = 0
        for (index, byte) in text.utf8.enumerated() {
            if index == 4 || index == 7 {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard byte >= 0x30, byte <= 0x39 else { return nil }
                digits = digits * 10 + Int(byte - 0x30)
            }
        }
        return (digits / 10_000, digits / 100 % 100, digits % 100)
    }

    /// The date's year, month and day.
    ///
    /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (`civil_from_days`): years begin in March, so that the leap
    /// day is the last day of a year.
    public var parts: (year: Int, month: Int, day: Int) {
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The last date that can be planned: a range of dates needs a date after its last.
    public static let lastPlanned = latest.adding(days: -1)

    /// The year, 1 … 9999.
    public var year: Int { parts.year }
    /// The month, 1 … 12.
    public var month: Int { parts.month }
    /// The day of the month, from 1.
    public var day: Int { parts.day }

    public var weekday: Weekday {
        // 1 January 1970 was a Thursday.
        Weekday.allCases[((dayNumber + 3) % 7 + 7) % 7]
    }

    /// The date that many days later, or earlier when negative.
    public func adding(days: Int) -> CivilDate {
        CivilDate(dayNumber: dayNumber.addingReportingOverflow(days).partialValue)
    }

    /// The same day that many months later, or the last day of a shorter month.
    public func adding(months: Int) -> CivilDate {
        let (year, month, day) = parts
        let total = year * 12 + (month - 1) + months
        let (newYear, newMonth) = (total.quotientFloor(12), total - total.quotientFloor(12) * 12 + 1)
        guard newYear >= 1 else { return .earliest }
        guard newYear <= 9999 else { return .latest }
        let newDay = min(day, CivilDate.length(ofMonth: newMonth, year: newYear))
        return CivilDate(dayNumber: CivilDate.dayNumber(year: newYear, month: newMonth, day: newDay))
    }

    /// The number of days from this date to another; negative if the other is earlier.
    public func days(until other: CivilDate) -> Int { other.dayNumber - dayNumber }

    /// Whether another date is at most ten calendar years before or after this one.
    public func isWithinTenYears(of other: CivilDate) -> Bool {
        adding(months: -120) <= other && other <= adding(months: 120)
    }

    /// The Monday of the date's week, as ISO 8601 counts weeks.
    public var monday: CivilDate { adding(days: 1 - weekday.rawValue) }

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Hinnant's `days_from_civil`, the inverse of `parts`.
    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension CivilDate: Comparable {
    /// Orders dates from the earlier to the later.
    public static func < (first: CivilDate, second: CivilDate) -> Bool { first.dayNumber < second.dayNumber }
}

extension CivilDate: Strideable {
    public func distance(to other: CivilDate) -> Int { days(until: other) }

    public func advanced(by days: Int) -> CivilDate { adding(days: days) }
}

extension CivilDate: CustomStringConvertible {
    /// The date in ISO 8601 form, `2026-11-23`.
    public var description: String {
        let (year, month, day) = parts
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}

extension Int {
    /// The quotient rounded down, also for negative numbers.
    func quotientFloor(_ divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

/// Parses between `digits.lowerBound` and `digits.upperBound` ASCII digits as a number.
func decimal(_ text: some StringProtocol, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count) else { return nil }
    var value = 0
    for byte in text.utf8 {
        guard byte >= 0x30, byte <= 0x39 else { return nil }
        value = value * 10 + Int(byte - 0x30)
    }
    return value
}

/// A month of the calendar: `2026-11`.
public struct CivilMonth: Sendable, Hashable, CustomStringConvertible {
    public let first: CivilDate

    public init(of date: CivilDate) { first = date.adding(days: 1 - date.day) }

    /// Reads a month such as `2026-11`; nil if it is none.
    public init?(parsing text: String) {
        guard text.utf8.count == 7, let first = try? CivilDate(parsing: text + "-01") else { return nil }
        self.first = first
    }

    public var last: CivilDate { first.adding(days: CivilDate.length(ofMonth: first.month, year: first.year) - 1) }

    /// The month in its ISO 8601 form: `2026-11`.
    public var description: String { String(first.description.prefix(7)) }
}
