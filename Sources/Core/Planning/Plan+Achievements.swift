public import CivilTime
internal import Localization
public import Progress
public import Reminders
internal import Training

extension Plan {
    /// The notifications about the athlete's progress, as far as the settings ask for them.
    static func achievements(_ input: PlanInput, _ range: Range<CivilDate>) -> [PlannedNotification] {
        guard input.settings.isEnabled else { return [] }
        return milestones(input) + streakWarnings(input, range) + newRecords(input) + summaries(input, range)
            + endings(input, range)
    }
}

extension PlanInput {
    /// A notification without subjects, moved by quiet hours; nil if they drop it, or if it is too late for it.
    func news(
        _ id: NotificationID,
        _ category: NotificationCategory,
        on date: CivilDate,
        at instant: Instant,
        title: String,
        body: String
    ) -> PlannedNotification? {
        let notification = PlannedNotification(
            id: id,
            category: category,
            date: date,
            fireAt: zone.civil(at: instant),
            zone: zone.identifier,
            instant: instant,
            title: title,
            body: body,
            items: []
        )
        guard let sent = applyingQuietHours(notification), isCurrent(sent) else { return nil }
        return sent
    }
}

extension RecentScope {
    /// What the notifications about progress need; nil if the settings ask for none that need the log.
    public init?(_ settings: Settings, now: Instant, in zone: Zone) {
        let today = zone.civil(at: now).date
        // The grace period is a day at most, and quiet hours may hold a notification for another.
        let loggedSince = settings.reportsRecords ? now.adding(.hours(-48)) : nil
        let summary = settings.summary.flatMap { schedule in
            [today, today.adding(days: -1)].first { $0.weekday == schedule.weekday }.map(schedule.week(on:))
        }
        guard settings.isEnabled, loggedSince != nil || summary != nil else { return nil }
        self.init(trainedSince: summary?.lowerBound, loggedSince: loggedSince)
    }
}

extension Plan {
    /// The milestones that recently completed workouts reached.
    ///
    /// The identifier names the first date of the streak, so that a milestone is reported once in a streak, however its workouts are
    /// corrected, and again in the next streak.
    static func milestones(_ input: PlanInput) -> [PlannedNotification] {
        let wanted = input.settings.milestones
        guard !wanted.isEmpty else { return [] }
        return input.programs.indices.flatMap { index -> [PlannedNotification] in
            let program = input.programs[index].program
            let dates = Set(input.programs[index].completions.map(\.date))
            let recent = dates.compactMap { date -> (date: CivilDate, at: Instant)? in
                let answered = input.answeredAt[OccurrenceKey(.program(program.id), on: date)]
                return answered.map { (date, $0) }
            }
            guard !recent.isEmpty, let start = input.streak(ofProgram: index, on: input.today, done: dates).since else {
                return []
            }
            var done = dates.subtracting(recent.map(\.date))
            return recent.sorted { ($0.at, $0.date) < ($1.at, $1.date) }.compactMap { completion in
                let before = input.streak(ofProgram: index, on: completion.date, done: done).streak.current
                done.insert(completion.date)
                let latest = done.max() ?? completion.date
                let (streak, since) = input.streak(ofProgram: index, on: latest, done: done)
                guard since == start, let reached = wanted.last(where: { before < $0 && $0 <= streak.current }) else {
                    return nil
                }
                return input.news(
                    NotificationID(rawValue: "milestone/\(start)/\(program.id)/\(reached)"),
                    .milestone,
                    on: completion.date,
                    at: completion.at,
                    title: input.words.text(.milestoneTitle, ["count": "\(reached)"]),
                    body: program.name
                )
            }
        }
    }

    /// The records of recently logged exercises; those of a started workout, or logged by one command, are one notification.
    ///
    /// The records of a started workout are reported when it is answered: until then, further sets may follow.
    static func newRecords(_ input: PlanInput) -> [PlannedNotification] {
        let logged = input.recentLog.loggedAt
        guard input.settings.reportsRecords, !logged.isEmpty else { return [] }
        let entries = input.recentLog.entries.filter { logged[$0.number] != nil }
        var keys: [Int64: RecordGroup] = [:]
        for (_, together) in Dictionary(grouping: entries, by: { input.recordGroup($0) }) {
            guard let first = together.min(by: { $0.place < $1.place }) else { continue }
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
