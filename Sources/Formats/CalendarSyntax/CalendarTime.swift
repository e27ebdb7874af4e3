package import CivilTime

/// The notation of dates, times and durations (RFC 5545, 3.3.4 to 3.3.6 and 3.3.14).
package enum CalendarTime {
    /// A date, as in `20261123`.
    package static func text(_ date: CivilDate) -> String { date.description.filter { $0 != "-" } }

    /// A local time, as in `20261123T073000`.
    package static func text(_ civil: CivilDateTime) -> String {
        let time = civil.time
        return "\(text(civil.date))T" + [time.hour, time.minute, time.second].map(twoDigits).joined()
    }

    /// A moment in UTC, as in `20261123T063000Z`.
    package static func text(_ instant: Instant) -> String { text(Zone.utc.civil(at: instant)) + "Z" }

    /// An exact duration, as in `PT1H30M` or `-PT12H`; days would be nominal.
    package static func text(_ span: TimeSpan) -> String {
        let seconds = span.seconds.magnitude
        let parts = [(seconds / 3600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")].filter { $0.0 > 0 }
        let text = parts.map { "\($0.0)\($0.1)" }.joined()
        return (span.seconds < 0 ? "-PT" : "PT") + (text.isEmpty ? "0S" : text)
    }

    /// A UTC offset, as in `+0100` or `-001730`.
    package static func text(offset seconds: Int) -> String {
        let size = abs(seconds)
        let parts = [size / 3600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
        return (seconds < 0 ? "-" : "+") + parts.map(twoDigits).joined()
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// A date, or a date with a time of day, as it is written (RFC 5545, 3.3.4 and 3.3.5): `20261123` or `20261123T073000Z`.
package struct CalendarMoment: Sendable, Hashable {
    package let date: CivilDate
    /// The time of day; nil for a date.
    package let time: TimeOfDay?
    /// Whether the time is in UTC; otherwise it is in the zone of the property's parameter, or local.
    package let isUTC: Bool

    /// Reads a value; nil if it is neither a date nor a date with a time.
    package init?(_ value: String) {
        let bytes = Array(value.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            return range.reduce(0) { result, index in
                guard let result, bytes[index] >= 0x30, bytes[index] <= 0x39 else { return nil }
                return result * 10 + Int(bytes[index] - 0x30)
            }
        }
        guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8),
            let date = try? CivilDate(year: year, month: month, day: day), date > .earliest, date < .lastPlanned
        else { return nil }
        self.date = date
        isUTC = bytes.count == 16 && bytes[15] | 0x20 == 0x7A
        guard bytes.count != 8 else {
            time = nil
            return
        }
        guard bytes.count == 15 || isUTC, bytes[8] | 0x20 == 0x74, let hour = number(9..<11),
            let minute = number(11..<13), let second = number(13..<15), second <= 60,
            // A leap second has no number of its own here.
            let time = try? TimeOfDay(hour: hour, minute: minute, second: min(second, 59))
        else { return nil }
        self.time = time
    }
}
