/// A time of day from 00:00:00 to 23:59:59, without date and time zone.
public struct TimeOfDay: Sendable, Hashable {
    /// The seconds since midnight, 0 … 86,399.
    public let secondsFromMidnight: Int

    /// 00:00.
    public static let midnight = TimeOfDay(secondsFromMidnight: 0)

    /// Creates a time from seconds since midnight; values outside the day are clamped.
    public init(secondsFromMidnight: Int) {
        self.secondsFromMidnight = min(max(secondsFromMidnight, 0), 86_399)
    }

    /// - Throws: `CivilTimeError.impossibleTime` outside 00:00:00 … 23:59:59 (a leap second has no clock time here).
    public init(hour: Int, minute: Int, second: Int = 0) throws(CivilTimeError) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else {
            throw .impossibleTime(hour: hour, minute: minute, second: second)
        }
        secondsFromMidnight = hour * 3600 + minute * 60 + second
    }

    /// Parses a time written as `07:30`, `7:30` or `07:30:15`.
    ///
    /// - Throws: `CivilTimeError.malformedTime`, or `.impossibleTime` for a time that does not exist.
    public init(parsing text: some StringProtocol) throws(CivilTimeError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hour = decimal(parts[0], digits: 1...2),
            let minute = decimal(parts[1], digits: 2...2)
        else { throw .malformedTime(String(text)) }
        var second = 0
        if parts.count == 3 {
            guard let read = decimal(parts[2], digits: 2...2) else { throw .malformedTime(String(text)) }
            second = read
        }
        try self.init(hour: hour, minute: minute, second: second)
    }

    /// The hour, 0 … 23.
    public var hour: Int { secondsFromMidnight / 3600 }
    /// The minute, 0 … 59.
    public var minute: Int { secondsFromMidnight / 60 % 60 }
    /// The second, 0 … 59.
    public var second: Int { secondsFromMidnight % 60 }
}

extension TimeOfDay: Comparable {
    /// Orders times from the earlier to the later of one day.
    public static func < (first: TimeOfDay, second: TimeOfDay) -> Bool {
        first.secondsFromMidnight < second.secondsFromMidnight
    }
}

extension TimeOfDay: CustomStringConvertible {
    /// The time on a 24-hour clock, `07:30`, with seconds only if they are not zero.
    public var description: String {
        "\(padded(hour, 2)):\(padded(minute, 2))" + (second == 0 ? "" : ":\(padded(second, 2))")
    }
}
