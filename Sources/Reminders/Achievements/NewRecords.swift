internal import CivilTime
internal import Progress
internal import Training

extension Plan {
    /// How long a started workout can go on without a new set before its records are reported.
    private static let patience = TimeSpan.hours(1)

    /// The records of recently logged exercises; those of a started workout, or logged by one command, are one notification.
    ///
    /// While a started workout is unanswered, its records wait for further sets.
    static func newRecords(_ input: PlanInput) -> [PlannedNotification] {
        let logged = input.recentLog.loggedAt
        guard input.settings.reportsRecords, !logged.isEmpty else { return [] }
        let entries = input.recentLog.entries.filter { logged[$0.number] != nil }
        var keys: [Int64: RecordGroup] = [:]
        for (_, together) in Dictionary(grouping: entries, by: { input.recordGroup($0) }) {
            guard let first = together.map(\.number).min() else { continue }
            for entry in together { keys[entry.number] = input.recordGroup(entry, first: first) }
        }
        var groups: [RecordGroup: [NewRecord]] = [:]
        for exercise in ExerciseRecords.all(input.recentLog.entries, .epley) {
            let news = Dictionary(grouping: exercise.news { logged[$0] != nil }) { $0.entries.first ?? 0 }
            for (number, records) in news {
                guard let key = keys[number] else { continue }
                groups[key, default: []].append(NewRecord(entry: number, exercise: exercise.name, records: records))
            }
        }
        return groups.compactMap { group, news in
            guard let last = news.compactMap({ logged[$0.entry] }).max() else { return nil }
            let lines = news.sorted { $0.entry < $1.entry }.map {
                input.words.newRecords($0.records, of: $0.exercise)
            }
            return input.news(
                NotificationID(rawValue: "record/\(group.date)/\(group.source)"),
                .record,
                on: group.date,
                at: input.isGoingOn(group) ? last.adding(patience) : last,
                title: input.words.text(news.reduce(0) { $0 + $1.records.count }, one: .newRecord, other: .newRecords),
                body: lines.joined(separator: "\n")
            )
        }
    }
}

/// The records of an exercise, from one entry.
private struct NewRecord {
    let entry: Int64
    let exercise: String
    let records: [Record]
}

/// The entries whose records are reported together.
private struct RecordGroup: Hashable {
    let date: CivilDate
    /// The program of a started workout.
    let program: String?
    /// When the entries were logged, unless they belong to a started workout.
    let loggedAt: Instant?
    /// The number of the first entry; nil while it is not known.
    let first: Int64?

    /// The end of the notification's identifier.
    var source: String { program ?? "\(first ?? 0)" }
}

extension PlanInput {
    fileprivate func recordGroup(_ entry: LogEntry, first: Int64? = nil) -> RecordGroup {
        let program = entry.workout.map(\.program).flatMap { program in
            let key = OccurrenceKey(.program(program), on: entry.date)
            return started.contains { $0.workout == key } ? program : nil
        }
        return RecordGroup(
            date: entry.date,
            program: program,
            loggedAt: program == nil ? recentLog.loggedAt[entry.number] : nil,
            first: first
        )
    }

    /// Whether a workout was started and is unanswered.
    fileprivate func isGoingOn(_ group: RecordGroup) -> Bool {
        group.program.map { answers[OccurrenceKey(.program($0), on: group.date)] == nil } ?? false
    }
}
