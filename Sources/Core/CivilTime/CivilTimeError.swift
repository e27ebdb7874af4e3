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
    /// Text that is not a weekday.
    case unknownWeekday(String)
    /// Text that is not a duration of the form `1h30m`.
    case malformedSpan(String)
    /// The text is not a number of days, weeks, months or years.
    case malformedCalendarSpan(String)
    /// A duration that is too long.
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
