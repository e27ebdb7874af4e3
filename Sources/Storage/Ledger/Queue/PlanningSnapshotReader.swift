package import CivilTime
package import GRDB
internal import Planning
package import Progress
internal import Reminders
internal import Training

/// Reads the state that a plan depends on.
package struct PlanningSnapshotReader {
    let database: Database

    package init(_ database: Database) { self.database = database }

    /// - Parameter first: a date since which all programs and their part of the training log are needed.
    package func read(today: CivilDate, recent: RecentScope? = nil, since first: CivilDate? = nil) throws
        -> PlanningSnapshot
    {
        let facts = FactStore(database)
        let journal = JournalStore(database)
        let given = try journal.answers(recent: today.adding(days: -31))
        let answers = given.filter { $0.value.answer != nil }
        let (activations, former) = try ActivationStore(database).activationsWithFormer(since: first)
        let known = activations + (first == nil ? [] : former.map(\.activation))
        let logStart = known.map(\.start).min()?.adding(days: -LogStore.daysOfStartingLoads)
        let log = try logStart.map { try LogStore(database).entries(since: $0) } ?? []
        let logged = try logged(log, answers)
        let programs = Set(known.map(\.programID)).union(logged.keys.compactMap(\.source.programID))
        // The grace period is a day at most; another day covers the zones.
        let settings = try facts.rememberedSettings()
        let (snoozes, unknownSnoozes) = try journal.snoozes(since: today.adding(days: -31))
        let recently = Zone.utc.instant(of: CivilDateTime(date: today.adding(days: -2), time: .midnight))
        return PlanningSnapshot(
            activations: activations,
            former: former,
            completions: completions(answers),
            cancelled: try cancelled(since: today.adding(days: -31)),
            answers: answers.compactMapValues(\.answer),
            answered: given.mapValues(\.workout),
            logged: logged,
            editions: try EditionStore(database: database).all(of: programs.sorted()),
            edits: try EditionStore(database: database).edits(),
            answeredAt: answers.compactMapValues { $0.at >= recently ? $0.at : nil },
            snoozes: snoozes,
            unknownSnoozes: unknownSnoozes,
            // The plan leaves out those of earlier dates by its zone.
            delivered: try delivered(since: today.adding(days: -4)),
            missed: try missed(
                since: today.adding(days: -40),
                noticedSince: recently.subtracting(DeliveryWindow.longestSummary)
            ),
            fates: try fates(from: recently, until: recently.adding(.days(5))),
            unplannedFrom: settings.isEnabled == true ? try facts.unplannedFrom(today) : nil,
            started: try journal.started(since: today.adding(days: -2)),
            reminders: try ReminderStore(database).all(),
            exceptions: try journal.exceptions(),
            choices: try journal.choices(),
            values: try journal.values(),
            log: log,
            recentLog: try recent.map { try LogStore(database).recent($0) } ?? RecentLog(),
            timeMoves: try journal.timeMoves(),
            days: try journal.trainingDays(),
            settledAt: try journal.settled(),
            plannedZone: try facts.plannedZone(),
            language: try facts.language(),
            territory: try facts.territory(),
            shortChannels: try facts.text(.shortage)?.split(separator: ",").map(String.init) ?? [],
            wasAsked: try facts.bytes(.asked) != nil,
            takesPart: try facts.bytes(.sync) != nil,
            settings: settings
        )
    }

    /// The entries of the workouts that the user did not answer, apart from those for which the log is no evidence.
    private func logged(_ log: [LogEntry], _ answers: [OccurrenceKey: JournalStore.GivenAnswer]) throws
        -> [OccurrenceKey: LoggedWorkout]
    {
        var open: [OccurrenceKey: [LogEntry]] = [:]
        for entry in log {
            guard let program = entry.workout?.program else { continue }
            let key = OccurrenceKey(.program(program), on: entry.date)
            if answers[key] == nil { open[key, default: []].append(entry) }
        }
        guard let first = open.keys.map(\.date).min() else { return [:] }
        let declined = try JournalStore(database).declined(since: first)
        let recorded = try LogStore(database).recorded(since: first)
        var result: [OccurrenceKey: LoggedWorkout] = [:]
        for (key, entries) in open where !declined.contains(key) {
            result[key] = recorded[key].map { LoggedWorkout(entries: entries, recorded: $0) }
        }
        return result
    }

    /// The notifications that any channel delivered, from a date on.
    private func delivered(since date: CivilDate) throws -> [DeliveredReminder] {
        let start: StatementArguments = [Int64(date.dayNumber) * 86_400]
        return try [
            NotificationState.hasEnded(),
            "state = \(NotificationState.pending.sql) AND origin = \(NotificationOrigin.plan.sql)",
        ].flatMap {
            kind -> [DeliveredReminder] in
            let condition = "WHERE \(kind) AND instant >= ? AND \(NotificationRows.wasDelivered)"
            let first = try firstDeliveries(condition, start)
            return try NotificationRows(database).fetch(condition, start).compactMap { number, notification in
                first[number].map {
                    DeliveredReminder(notification: notification, deliveredAt: $0.endedAt, learnedAt: $0.learnedAt)
                }
            }
        }
    }

    /// The notifications from a date on that no run attempted in time, as a run noticed at or after a time.
    ///
    /// Leaves out reminders that an earlier summary reported, even if they are missed again after the clock was set back.
    private func missed(since date: CivilDate, noticedSince start: Instant) throws -> [MissedReminder] {
        let condition =
            "WHERE \(NotificationState.hasEnded()) AND instant >= ? AND state = \(NotificationState.missed.sql)"
        let first = Int64(date.dayNumber) * 86_400
        let all = try database.rows(
            """
            SELECT notification, channel, ended_at FROM delivery
            WHERE notification IN (SELECT number FROM notification \(condition))
                AND state = \(OutboxState.expired.sql) AND attempts = 0 AND ended_at >= ? AND reason LIKE ?
            """,
            [first, start.secondsSinceEpoch, Missed.notRun + "%"],
            of: .delivery
        ) { (try $0.integer("notification"), try $0.instant("ended_at")) }
        guard !all.isEmpty else { return [] }
        let noticed = Dictionary(all, uniquingKeysWith: max)
        let summaries = try NotificationRows(database).fetch(
            "WHERE \(NotificationState.hasEnded()) AND instant >= ? AND state = \(NotificationState.delivered.sql) AND category = \(NotificationCategory.summary.sql)",
            [first]
        ).map(\.notification)
        return try NotificationRows(database).fetch(condition, [first]).compactMap { number, notification in
            guard let noticedAt = noticed[number] else { return nil }
            let isReported = summaries.contains { summary in
                summary.instant >= notification.instant && summary.id.missedDates?.contains(notification.date) ?? false
            }
            return isReported ? nil : MissedReminder(notification: notification, noticedAt: noticedAt)
        }
    }

    /// What became of the notifications that were or are due within a range, apart from those delivered.
    private func fates(from start: Instant, until end: Instant) throws -> [NotificationID: ReminderFate] {
        let kinds = ["state = \(NotificationState.pending.sql)", NotificationState.hasEnded()]
        let all = try kinds.flatMap { kind in
            try database.rows(
                "SELECT number, id, state FROM notification WHERE \(kind) AND instant BETWEEN ? AND ?",
                [start.secondsSinceEpoch, end.secondsSinceEpoch],
                of: .notification
            ) { (NotificationID(rawValue: try $0.text("id")), try $0.word("state", NotificationState.self).fate) }
        }
        let dropped = try NotificationRows(database).fetch(
            "WHERE \(kinds[1]) AND state = \(NotificationState.dropped.sql) AND instant BETWEEN ? AND ?",
            [start.secondsSinceEpoch, end.secondsSinceEpoch]
        ).map { ($1.id, ReminderFate.dropped(Set($1.items.map(\.source)))) }
        return Dictionary(all.compactMap { id, fate in fate.map { (id, $0) } } + dropped) { first, _ in first }
    }

    /// When the first channel delivered each of the notifications that match a condition, and when antrain learned of it.
    private func firstDeliveries(_ condition: String, _ arguments: StatementArguments) throws -> [Int64: (
        endedAt: Instant, learnedAt: Instant
    )] {
        let all = try database.rows(
            """
            SELECT notification, channel, ended_at, coalesce(noticed_at, ended_at) AS learned_at FROM delivery
            WHERE notification IN (SELECT number FROM notification \(condition)) AND state = \(OutboxState.delivered.sql) AND ended_at IS NOT NULL
            ORDER BY notification, ended_at, learned_at
            """,
            arguments,
            of: .delivery
        ) { row in
            (try row.integer("notification"), (try row.instant("ended_at"), try row.instant("learned_at")))
        }
        return Dictionary(all) { first, _ in first }
    }

    /// The completed workouts by program, in date order: a workout counts once, according to its last answer.
    private func completions(_ answers: [OccurrenceKey: JournalStore.GivenAnswer]) -> [String: [Completion]] {
        let done = answers.filter { $0.value.answer?.isDone == true }.sorted { $0.key.date < $1.key.date }
        return Dictionary(grouping: done, by: \.key.source.subject).mapValues { done in
            done.map { Completion(date: $0.key.date, dayID: $0.value.workout.dayID) }
        }
    }

    private func cancelled(since date: CivilDate) throws -> Set<NotificationID> {
        let subjects = try database.rows(
            "SELECT number, subject FROM journal WHERE kind = \(JournalKind.cancelled.sql) AND undone_at IS NULL AND date >= ?",
            [date.description],
            of: .journal
        ) { try $0.text("subject") }
        return Set(subjects.map(NotificationID.init(rawValue:)))
    }
}
