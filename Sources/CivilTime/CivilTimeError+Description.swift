extension CivilTimeError: CustomStringConvertible {
    /// What is wrong and what to write instead.
    public var description: String {
        switch self {
        case .malformedDate(let text):
            "'\(text)' is not a date; write year-month-day, as in 2026-11-23"
        case .impossibleDate(let year, let month, let day):
            "the calendar has no \(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2)); check the month and the day"
        case .malformedTime(let text):
            "'\(text)' is not a time of day; write hours and minutes, as in 07:30"
        case .impossibleTime(let hour, let minute, let second):
            "the day has no \(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2)); times run from 00:00 to 23:59"
        case .unknownWeekday(let text):
            "'\(text)' is not a weekday; write mon, tue, wed, thu, fri, sat or sun, or weekdays, weekends or all"
        case .malformedSpan(let text):
            "'\(text)' is not a span of time; write a number and a unit, as in 90s, 30m, 4h, 1h30m or 2d"
        case .spanTooLong(let text):
            "'\(text)' is longer than antrain can count; use at most 10000 days"
        case .malformedInstant(let text):
            "'\(text)' is not a date and time; write 2026-11-23T07:30, with Z or an offset such as +01:00 if it is not local"
        case .instantOutOfRange(let text):
            "'\(text)' is outside the calendar; write a moment from 0001-01-01T00:00Z to 9999-12-31T23:59Z"
        case .malformedZoneName(let text):
            "'\(text)' cannot be a time zone; write a name such as Europe/Berlin or UTC"
        case .unknownZone(let name, let near):
            near.isEmpty
                ? "the system knows no time zone '\(name)'; write a name such as Europe/Berlin or UTC"
                : "the system knows no time zone '\(name)'; did you mean \(near.joined(separator: " or "))?"
        case .missingZoneDatabase(let directories):
            "no time zone database in \(directories.joined(separator: ", ")); install the package tzdata or set TZDIR"
        case .damagedZoneFile(let path, let reason):
            "\(path) is not a usable time zone file: \(reason); reinstall the package tzdata"
        case .malformedZoneRule(let text):
            "TZ is '\(text)', which is neither a zone's name nor a rule; set it to a name such as Europe/Berlin"
        }
    }
}

/// Writes a number with at least `width` digits.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (number < 0 ? "-" : "") + zeros + digits
}
