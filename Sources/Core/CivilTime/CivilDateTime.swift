/// A date and time of day without a time zone.
public struct CivilDateTime: Sendable, Hashable {
    public let date: CivilDate
    public let time: TimeOfDay

    public init(date: CivilDate, time: TimeOfDay) {
        self.date = date
        self.time = time
    }

    /// Creates a civil time from seconds since 1970-01-01T00:00, without a time zone.
    public init(secondsSinceCivilEpoch seconds: Int64) {
        let days = Int(seconds).quotientFloor(86_400)
        date = CivilDate(dayNumber: days)
        time = TimeOfDay(secondsFromMidnight: Int(seconds) - days * 86_400)
    }

    /// The seconds since 1970-01-01T00:00, without a time zone.
    public var secondsSinceCivilEpoch: Int64 {
        Int64(date.dayNumber) * 86_400 + Int64(time.secondsFromMidnight)
    }

    /// The civil time that many seconds later by the calendar alone; gaps and folds of time zones are ignored.
    public func adding(seconds: Int64) -> CivilDateTime {
        CivilDateTime(secondsSinceCivilEpoch: secondsSinceCivilEpoch + seconds)
    }
}

extension CivilDateTime: Comparable {
    /// Orders by date, then by time.
    public static func < (first: CivilDateTime, second: CivilDateTime) -> Bool {
        first.secondsSinceCivilEpoch < second.secondsSinceCivilEpoch
    }
}

extension CivilDateTime: CustomStringConvertible {
    /// The date and time in ISO 8601 form, `2026-11-23T07:30`.
    public var description: String { "\(date)T\(time)" }
}
