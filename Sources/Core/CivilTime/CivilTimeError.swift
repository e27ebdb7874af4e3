/// Why a civil time could not be created; each case carries the invalid value.
public enum CivilTimeError: Error, Sendable, Hashable {
    /// Text that is not a date of the form `2026-11-23`.
    case malformedDate(String)
    /// A date that the calendar does not have, such as 30 February.
    case impossibleDate(year: Int, month: Int, day: Int)
    /// Text that is not a time of day of the form `07:30`.
    case malformedTime(String)
    /// A time of day outside 00:00 … 23:59:59.
    case impossibleTime(hour: Int, minute: Int, second: Int)
    case unknownWeekday(String)
    /// Text that is not a duration of the form `1h30m`.
    case malformedSpan(String)
    /// The text is not a number of days, weeks, months or years.
    case malformedCalendarSpan(String)
    case spanTooLong(String)
    /// Typed text that is not a date, such as `tomorrow` or `2026-11-27`.
    case unclearDate(String)
    /// Typed text that is not a time of day, such as `9pm` or `21:00`.
    case unclearTime(String)
    /// Typed text that is not a date and a time, such as `tomorrow 9am`.
    case unclearMoment(String)
    /// Typed text that is not a span of time, such as `45m` or `2 days`.
    case unclearSpan(String)
    /// Text that is not a date and time of ISO 8601.
    case malformedInstant(String)
    /// A moment outside the years 1 … 9999 of UTC.
    case instantOutOfRange(String)
    /// A zone name that is empty or could lead outside the zone folders.
    case malformedZoneName(String)
    /// A zone that is not in the system's time zone database, with similar names.
    case unknownZone(String, near: [String])
    /// None of these folders holds a time zone database.
    case missingZoneDatabase([String])
    /// A file that is not a valid TZif file, with the reason.
    case damagedZoneFile(path: String, reason: String)
    /// A `TZ` value that is neither a zone name nor a POSIX rule.
    case malformedZoneRule(String)
}

extension CivilTimeError: CustomStringConvertible {
    /// What is wrong and what to write instead.
    public var description: String {
        switch self {
        case .malformedDate(let text): "invalid date '\(text)'; expected YYYY-MM-DD, such as 2026-11-23"
        case .impossibleDate(let year, let month, let day):
            "no such date '\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))'; check the month and the day"
        case .malformedTime(let text): "invalid time '\(text)'; expected HH:MM, such as 07:30"
        case .impossibleTime(let hour, let minute, let second):
            "no such time '\(padded(hour, 2)):\(padded(minute, 2))\(second == 0 ? "" : ":" + padded(second, 2))'; expected 00:00 to 23:59"
        case .unknownWeekday(let text):
            "unknown weekday '\(text)'; "
                + (Weekday.near(text).map { "did you mean '\($0)'?" }
                    ?? "expected mon, tue, wed, thu, fri, sat, sun, weekdays, weekends or all")
        case .malformedSpan(let text):
            "invalid duration '\(text)'; expected a number and a unit, such as 90s, 30m, 4h, 1h30m or 2d"
        case .malformedCalendarSpan(let text):
            "invalid duration '\(text)'; expected days, weeks, months or years, such as 90d, 26w, 18mo or 2y"
        case .spanTooLong(let text): "duration '\(text)' is too long; use at most 10000 days"
        case .unclearDate: "expected a date, such as fri or 2026-11-27"
        case .unclearTime: "expected a time, such as 9pm or 21:00"
        case .unclearMoment: "expected a date and a time, such as 'tomorrow 9am' or '2026-11-27 09:00'"
        case .unclearSpan: "expected a span of time, such as 45m or '2 days'"
        case .malformedInstant(let text):
            "invalid date and time '\(text)'; expected a form such as 2026-11-23T07:30, with Z or an offset such as +01:00 if not local"
        case .instantOutOfRange(let text):
            "date and time '\(text)' is out of range; expected 0001-01-01T00:00Z to 9999-12-31T23:59Z"
        case .malformedZoneName(let text): "invalid time zone '\(text)'; expected a name such as Europe/Berlin or UTC"
        case .unknownZone(let name, let near):
            near.isEmpty
                ? "unknown time zone '\(name)'; use a name such as Europe/Berlin or UTC"
                : "unknown time zone '\(name)'; did you mean \(near.joined(separator: " or "))?"
        case .missingZoneDatabase(let directories):
            "no time zone database found in \(directories.joined(separator: ", ")); install the tzdata package or set TZDIR"
        case .damagedZoneFile(let path, let reason):
            "invalid time zone file \(path): \(reason); reinstall the tzdata package"
        case .malformedZoneRule(let text):
            "invalid TZ '\(text)': not a time zone name or rule; set it to a name such as Europe/Berlin"
        }
    }
}

/// Writes a number with at least `width` digits.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (number < 0 ? "-" : "") + zeros + digits
}
