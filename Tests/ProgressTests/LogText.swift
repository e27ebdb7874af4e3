import CivilTime
import Progress
import Testing
import Training

/// A training log from lines such as `11-02 squat 5x5@60kg`; the entries are numbered from 1, and the year is 2026.
func log(_ lines: [String]) throws -> [LogEntry] {
    try lines.enumerated().map { index, line in
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        return LogEntry(
            number: Int64(index + 1),
            date: try CivilDate(parsing: "2026-" + words[0]),
            exercise: words[1],
            name: words[1].prefix(1).uppercased() + words[1].dropFirst(),
            sets: try PerformedSet.parse(words[2], unit: .kilograms)
        )
    }
}
