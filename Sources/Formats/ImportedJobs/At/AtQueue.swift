public import CivilTime

/// The queue of at(1), as printed by `atq` in UTC and the C locale.
public struct AtQueue: Sendable, Hashable {
    /// A waiting job.
    public struct Entry: Sendable, Hashable {
        public let number: Int
        /// When it runs.
        public let instant: Instant
        public let isRunning: Bool
    }

    /// The jobs by number.
    public let entries: [Entry]

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Parses lines such as `5	Thu Nov 26 07:30:00 2026 a me`; others are ignored.
    public init(_ text: String) {
        entries = text.split(whereSeparator: \.isNewline).compactMap(AtQueue.entry).sorted { $0.number < $1.number }
    }

    private static func entry(_ line: Substring) -> Entry? {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count >= 7, let number = Int(words[0]), let month = months.firstIndex(of: String(words[2])),
            let day = Int(words[3]), let year = Int(words[5]), let time = try? TimeOfDay(parsing: words[4]),
            let date = try? CivilDate(year: year, month: month + 1, day: day)
        else { return nil }
        let instant = Zone.utc.instant(of: CivilDateTime(date: date, time: time))
        return Entry(number: number, instant: instant, isRunning: words[6] == "=")
    }
}
