internal import Glibc

/// A moment as calendar and clock fields.
public struct ClockFields: Sendable {
    /// The year.
    public let year: Int
    /// The month, from 1.
    public let month: Int
    /// The day of the month.
    public let day: Int
    /// The day of the week, from 0 for Sunday.
    public let weekday: Int
    /// The hour.
    public let hour: Int
    /// The minute.
    public let minute: Int
    /// The second.
    public let second: Int

    /// Splits a moment into fields.
    ///
    /// - Parameters:
    ///   - instant: the moment in seconds since 1970-01-01T00:00:00Z.
    ///   - offset: the clock's UTC offset in seconds, east positive.
    public init(_ instant: Int64, offset: Int64 = 0) {
        var seconds = time_t(instant &+ offset)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        year = 1900 + Int(parts.tm_year)
        month = 1 + Int(parts.tm_mon)
        day = Int(parts.tm_mday)
        weekday = Int(parts.tm_wday)
        hour = Int(parts.tm_hour)
        minute = Int(parts.tm_min)
        second = Int(parts.tm_sec)
    }

    /// A field with two digits.
    public static func two(_ field: Int) -> String { field < 10 ? "0\(field)" : "\(field)" }
}
