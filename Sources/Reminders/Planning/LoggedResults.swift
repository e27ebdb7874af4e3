internal import CivilTime
internal import Progress
internal import Training

/// The log entries of a program's workouts.
struct LoggedResults {
    private struct Key: Hashable {
        let date: CivilDate
        let day: String
    }

    private var entries: [Key: [LogEntry]] = [:]
    private let others: [LogEntry]

    init(_ log: [LogEntry], of program: String) {
        var others: [LogEntry] = []
        for entry in log {
            if let workout = entry.workout, workout.program == program {
                entries[Key(date: entry.date, day: workout.day), default: []].append(entry)
            } else {
                others.append(entry)
            }
        }
        self.others = others
    }

    /// The results of a workout by exercise ID; several entries of an exercise are one result.
    mutating func takeResults(on date: CivilDate, day: String) -> [String: PerformedWorkout.Result] {
        Dictionary(grouping: takeEntries(on: date, day: day)) { $0.workout?.exercise ?? "" }.mapValues { entries in
            entries.contains { $0.outcome == .missed } ? .missed : .sets(entries.flatMap(\.sets))
        }
    }

    /// The entries of a workout.
    mutating func takeEntries(on date: CivilDate, day: String) -> [LogEntry] {
        entries.removeValue(forKey: Key(date: date, day: day)) ?? []
    }

    /// The entries that are not results of completed workouts, without those of workouts that were logged as planned.
    var remaining: [LogEntry] {
        let unfinished = entries.values.flatMap { $0 }.filter { $0.outcome != .planned }
        return (others.filter { $0.outcome != .planned } + unfinished).sorted { $0.number < $1.number }
    }
}
