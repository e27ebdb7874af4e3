/// Why a piece of civil time could not be made: each case carries the value that was refused.
public enum CivilTimeError: Error, Sendable, Hashable {
    /// Text that is not a date of the form `2026-11-23`.
    case malformedDate(String)
    /// A date that the calendar does not have, such as 30 February.
    case impossibleDate(year: Int, month: Int, day: Int)
    /// Text that is not a time of day of the form `07:30`.
    case malformedTime(String)
    /// A time of day outside 00:00 … 23:59:59.
    case impossibleTime(hour: Int, minute: Int, second: Int)
    /// Text that names no weekday; the nearest name, if one is near.
    case unknownWeekday(String)
    /// Text that is not a span of time of the form `1h30m`.
    case malformedSpan(String)
    /// A span of time beyond what can be counted in whole seconds.
    case spanTooLong(String)
    /// Text that is not a date and time of ISO 8601.
    case malformedInstant(String)
    /// A moment outside the years 1 … 9999 of UTC.
    case instantOutOfRange(String)
    /// A zone name that could lead outside the zone folders, or is empty.
    case malformedZoneName(String)
    /// A zone that the system's time zone database does not have, with names that are near.
    case unknownZone(String, near: [String])
    /// None of these folders holds a time zone database.
    case missingZoneDatabase([String])
    /// A file that is no TZif file, and what is wrong with it.
    case damagedZoneFile(path: String, reason: String)
    /// A `TZ` value that is neither a zone's name nor a POSIX rule.
    case malformedZoneRule(String)
}
