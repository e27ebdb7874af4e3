internal import CivilTime
internal import Localization
internal import Progress
internal import Reminders
internal import Training

extension Plan {
    /// The records of recently logged exercises; those of a started workout, or logged by one command, are one notification.
    ///
    /// The records of a started workout are reported when it is answered: until then, further sets may follow.
    static func newRecords(_ input: PlanInput) -> [PlannedNotification] {
        let logged = input.recentLog.loggedAt
        guard input.settings.reportsRecords, !logged.isEmpty else { return [] }
        let entries = input.recentLog.entries.filter { logged[$0.number] != nil }
        var keys: [Int64: RecordGroup] = [:]
        for (_, together) in Dictionary(grouping: entries, by: { input.recordGroup($0) }) {
            guard let first = together.min(by: { $0.number < $1.number }) else { continue }
            for entry in together { keys[entry.number] = input.recordGroup(entry, first: first.exercise) }
        }
        var groups: [RecordGroup: [NewRecord]] = [:]
        for exercise in ExerciseRecords.all(input.recentLog.entries, .epley) {
            let news = Dictionary(grouping: exercise.news { logged[$0] != nil }) { $0.entries.first ?? 0 }
            for (number, records) in news {
                guard let key = keys[number] else { continue }
                let name = input.exerciseNames.name(exercise.name, of: exercise.exercise)
                groups[key, default: []].append(NewRecord(entry: number, exercise: name, records: records))
            }
        }
        return groups.compactMap { group, news in
            guard let last = news.compactMap({ logged[$0.entry] }).max(), let instant = input.moment(of: group, last)
            else { return nil }
            let lines = news.sorted { $0.entry < $1.entry }.map {
                input.words.newRecords($0.records, of: $0.exercise)
            }
            return input.news(
                NotificationID(rawValue: "record/\(group.date)/\(group.source)"),
                .record,
                on: group.date,
                at: instant,
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
    /// The first exercise; nil while it is not known.
    let first: String?

    /// The end of the notification's identifier.
    ///
    /// It has no entry number: a workout that is undone and done again has other entries, and the same records.
    var source: String { program ?? first ?? "" }
}

extension PlanInput {
    fileprivate func recordGroup(_ entry: LogEntry, first: String? = nil) -> RecordGroup {
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

    /// When records are reported: when the last of them was logged, or the started workout answered; nil while it is unanswered.
    fileprivate func moment(of group: RecordGroup, _ last: Instant) -> Instant? {
        guard let program = group.program else { return last }
        let key = OccurrenceKey(.program(program), on: group.date)
        guard answers[key] != nil else { return nil }
        return max(last, answeredAt[key] ?? last)
    }
}
