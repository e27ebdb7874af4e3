internal import CivilTime
internal import Progress

/// The log entries of a program's workouts.
struct LoggedResults {
    private var entries: [CivilDate: [LogEntry]] = [:]
    private let others: [LogEntry]

    init(_ log: [LogEntry], of program: String) {
        var others: [LogEntry] = []
        for entry in log {
            if entry.workout?.program == program {
                entries[entry.date, default: []].append(entry)
            } else {
                others.append(entry)
            }
        }
        self.others = others
    }

    /// The entries of the workout of a date, whose day may have got another ID since they were logged.
    mutating func takeEntries(on date: CivilDate) -> [LogEntry] { entries.removeValue(forKey: date) ?? [] }

    /// The entries that are not results of completed workouts, without those of workouts that were logged as planned.
    var remaining: [LogEntry] {
        let unfinished = entries.values.flatMap { $0 }.filter { $0.outcome != .planned }
        return (others.filter { $0.outcome != .planned } + unfinished).sorted { $0.number < $1.number }
    }
}

extension [LogEntry] {
    /// The result of an exercise; several entries are one result.
    var result: PerformedWorkout.Result { contains { $0.outcome == .missed } ? .missed : .sets(flatMap(\.sets)) }

    /// The results of the entries of a workout, by exercise ID.
    var results: [String: PerformedWorkout.Result] {
        Dictionary(grouping: self) { $0.workout?.exercise ?? "" }.mapValues(\.result)
    }
}
