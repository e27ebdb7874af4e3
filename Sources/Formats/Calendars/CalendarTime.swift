internal import CivilTime

/// The notation of dates, times and durations (RFC 5545, 3.3.4 to 3.3.6 and 3.3.14).
enum CalendarTime {
    /// A date, as in `20261123`.
    static func text(_ date: CivilDate) -> String { date.description.filter { $0 != "-" } }

    /// A local time, as in `20261123T073000`.
    static func text(_ civil: CivilDateTime) -> String {
        let time = civil.time
        return "\(text(civil.date))T" + [time.hour, time.minute, time.second].map(twoDigits).joined()
    }

    /// A moment in UTC, as in `20261123T063000Z`.
    static func text(_ instant: Instant) -> String { text(Zone.utc.civil(at: instant)) + "Z" }

    /// An exact duration, as in `PT1H30M` or `-PT12H`; days would be nominal.
    static func text(_ span: TimeSpan) -> String {
        let seconds = span.seconds.magnitude
        let parts = [(seconds / 3600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")].filter { $0.0 > 0 }
        let text = parts.map { "\($0.0)\($0.1)" }.joined()
        return (span.seconds < 0 ? "-PT" : "PT") + (text.isEmpty ? "0S" : text)
    }

    /// A UTC offset, as in `+0100` or `-001730`.
    static func text(offset seconds: Int) -> String {
        let size = abs(seconds)
        let parts = [size / 3600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
        return (seconds < 0 ? "-" : "+") + parts.map(twoDigits).joined()
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
