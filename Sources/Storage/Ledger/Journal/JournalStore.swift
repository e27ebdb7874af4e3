internal import CivilTime
internal import GRDB
internal import Planning
internal import Progress
internal import Reminders
internal import Training

/// The workout that an answer or a start is about.
public struct GivenWorkout: Sendable, Hashable {
    public let dayID: String
    /// The week since the start of the program; nil for answers to earlier versions of antrain.
    public let week: Int?
    /// The number of the program's text at that time; nil for the user's own reminders.
    public let edition: Int64?
}

/// Reads and writes the journal.
struct JournalStore {
    /// The subject of entries about all programs.
    static let all = "*"

    let database: Database
    let now: Instant
    /// The number of the action to which new entries belong.
    let batch: Int64

    init(_ database: Database) {
        self.database = database
        now = Instant(secondsSinceEpoch: 0)
        batch = 0
    }

    /// A store whose entries belong to one action, which is new or continued.
    init(_ database: Database, at now: Instant, continuing former: Int64? = nil) throws {
        self.database = database
        self.now = now
        batch = try former ?? RowNumbers.next(in: .journal, database)
    }

    func add(_ fact: LedgerEvent) throws {
        switch fact {
        case .started(let workout, let dayID, let week):
            guard try !hasStarted(workout) else { return }
            try add(
                .started,
                workout.source.subject,
                dayID: dayID,
                date: workout.date,
                value: week.map { "\($0)" },
                edition: try edition(of: workout)
            )
        case .answered(let workout, let dayID, let week, let answer):
            // The same answer twice, perhaps from two shells at once, counts once, so that one 'undo' reverts it.
            guard try self.answer(to: workout) != answer else { return }
            try add(
                answer.kind,
                workout.source.subject,
                dayID: dayID,
                date: workout.date,
                value: week.map { "\($0)" },
                edition: try edition(of: workout)
            )
        case .reported(let answer): try add(answer)
        case .unanswered(let workout):
            try database.run(
                """
                UPDATE journal SET undone_at = ?, ended_batch = ?
                WHERE kind IN \(JournalKind.answers.sql) AND date = ? AND subject = ? AND undone_at IS NULL
                """,
                [now.secondsSinceEpoch, batch, workout.date.description, workout.source.subject]
            )
            try add(.unanswered, workout.source.subject, date: workout.date)
        case .declined(let workout): try add(.declined, workout.source.subject, date: workout.date)
        case .cancelled(let id, let date): try add(.cancelled, id, date: date)
        case .snoozed(let id, let date, let until):
            try add(.snoozed, id.root.rawValue, date: date, value: "\(until.secondsSinceEpoch)")
        case .paused(let programID, let from, let through):
            try add(.paused, programID ?? JournalStore.all, date: from, value: through.description)
        case .resumed(let programID, let date): try add(.resumed, programID ?? JournalStore.all, date: date)
        case .moved(let programID, let from, let to):
            try add(.moved, programID ?? JournalStore.all, date: from, value: to.description)
        case .jumped(let programID, let place, let date):
            try add(.jumped, programID, date: date, value: place?.description)
        case .valueSet(let value):
            let weight = "\(value.weight.thousandths) \(value.unit.rawValue)"
            try add(value.subject.journalKind, value.subject.subject, date: value.date, value: weight)
        case .measured(let measurement): try add(measurement)
        case .prioritized(let programID, let priority): try add(.prioritized, programID, value: "\(priority)")
        case .timeRuled(let auto): try add(auto)
        case .daysChanged(let former, let days, let date): try add(daysFrom: former, to: days, on: date)
        case .settingsChanged(let keys, let revision):
            try add(.settings, keys.joined(separator: ","), value: "\(revision)")
        case .chosen(let programID, let choice): try add(choice, of: programID)
        case .sessionLoad(let workout, let date, let load):
            try add(load, of: workout.exercise, in: workout.program, on: date)
        case .logged(let entry):
            guard try log.add(entry, at: now, batch: batch) else { return }
            try addLog(.logged, entry)
        case .relogged(let entry):
            try log.revise(entry, at: now, batch: batch)
            try addLog(.relogged, entry)
        case .unlogged(let entry):
            try log.delete(entry, at: now, batch: batch)
            try addLog(.unlogged, entry)
        case .imported(let entries):
            // Another process may have imported the same file after this one read the log.
            let new = LogEntry.missing(entries, in: try log.entries())
            for entry in new { _ = try log.add(entry, at: now, batch: batch) }
            if !new.isEmpty { try add(.imported, "\(new.count)") }
        case .settingsShared(let changes, _): for one in changes { try add(.setting, one.key, value: one.value) }
        case .delivererNamed(let deliverer):
            try add(.deliverer, deliverer.machine, value: "\(deliverer.patience.seconds)")
        case .undone(let batch):
            if try ActionStore(database).undo(batch, at: now) { try add(.undone, "\(batch)") }
        case .redone(let batch):
            if try ActionStore(database).redo(batch, at: now) { try add(.redone, "\(batch)") }
        case .activated, .deactivated, .programRead, .activityFilesRead, .settingsRead, .settingsReverted,
            .remindersSwitched,
            .reminderAdded, .reminderImported, .presetAdded, .reminderEdited, .reminderDeleted, .reminderWithdrawn,
            .reminderSeen, .decided, .askedForReminders, .languageSeen, .territorySeen, .toldOfShortage:
            break
        }
    }

    private var log: LogStore { LogStore(database) }

    /// The number of the text of a workout's program; nil for the user's own reminders.
    private func edition(of workout: OccurrenceKey) throws -> Int64? {
        try workout.source.programID.flatMap {
            try EditionStore(database: database).number(of: $0, on: workout.date)
        }
    }

    /// Adds an entry for an action on the training log, unless it is part of an answer, which is undone with it.
    private func addLog(_ kind: JournalKind, _ entry: LogEntry) throws {
        let isPart = try database.firstRow(
            "SELECT number FROM journal WHERE batch = ? AND kind IN \(JournalKind.answers.sql) LIMIT 1",
            [batch],
            of: .journal
        ) { try $0.integer("number") }
        if isPart == nil { try add(kind, entry.exercise, date: entry.date) }
    }

    func add(
        _ kind: JournalKind,
        _ subject: String,
        dayID: String? = nil,
        date: CivilDate? = nil,
        value: String? = nil,
        edition: Int64? = nil
    ) throws {
        try database.run(
            "INSERT INTO journal (at, kind, subject, day_id, date, batch, value, edition) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [now.secondsSinceEpoch, kind.rawValue, subject, dayID, date?.description, batch, value, edition]
        )
    }

    // MARK: Reading

    /// An answer as given, or the start of a workout without an answer.
    struct GivenAnswer {
        /// The answer; nil if the workout was only started.
        let answer: Answer?
        let workout: GivenWorkout
        let at: Instant
    }

    /// The last answer to each workout, or else its start, without a time limit: a rotation depends on all of them.
    ///
    /// - Parameter recent: a date from which on the time is that at which the user gave the answer, even if it was recorded later.
    func answers(recent: CivilDate) throws -> [OccurrenceKey: GivenAnswer] {
        let reported = try reported(since: recent)
        let answers = try database.rows(
            """
            SELECT number, subject, date, kind, day_id, at, value, edition, batch FROM journal
            WHERE kind IN \(JournalKind.given.sql) AND undone_at IS NULL ORDER BY \(RecordOrder.sql)
            """,
            of: .journal
        ) { row in
            (
                OccurrenceKey(OccurrenceSource(subject: try row.text("subject")), on: try row.date("date")),
                GivenAnswer(
                    answer: try row.word("kind", JournalKind.self).answer,
                    workout: GivenWorkout(
                        dayID: try row.optional("day_id", row.text) ?? "",
                        week: try row.optional("value", row.week),
                        edition: try row.optional("edition", row.edition)
                    ),
                    at: try given(row, reported)
                )
            )
        }
        return Dictionary(answers) { $1.answer == nil ? $0 : $1 }
    }

    private func answer(to workout: OccurrenceKey) throws -> Answer? {
        try database.firstRow(
            """
            SELECT number, kind FROM journal WHERE kind IN \(JournalKind.answers.sql) AND date = ? AND subject = ?
                AND undone_at IS NULL ORDER BY \(RecordOrder.sql) DESC LIMIT 1
            """,
            [workout.date.description, workout.source.subject],
            of: .journal
        ) { try $0.word("kind", Answer.self) }
    }

    private func hasStarted(_ workout: OccurrenceKey) throws -> Bool {
        try database.firstRow(
            "SELECT number FROM journal WHERE kind = \(JournalKind.started.sql) AND date = ? AND subject = ? AND undone_at IS NULL LIMIT 1",
            [workout.date.description, workout.source.subject],
            of: .journal
        ) { try $0.integer("number") } != nil
    }

    /// The workouts since a date that the training log does not answer.
    func declined(since date: CivilDate) throws -> Set<OccurrenceKey> {
        let keys = try database.rows(
            "SELECT number, subject, date FROM journal WHERE kind = \(JournalKind.declined.sql) AND undone_at IS NULL AND date >= ?",
            [date.description],
            of: .journal
        ) { row in
            OccurrenceKey(OccurrenceSource(subject: try row.text("subject")), on: try row.date("date"))
        }
        return Set(keys)
    }

    /// The started workouts, each once with its last start.
    func started(since date: CivilDate) throws -> [StartedWorkout] {
        let reported = try reported(since: date)
        // SQLite takes the other columns from the row with the greatest `at`.
        return try database.rows(
            """
            SELECT number, subject, date, day_id, batch, max(at) AS at FROM journal
            WHERE kind = \(JournalKind.started.sql) AND undone_at IS NULL AND date >= ? GROUP BY subject, date ORDER BY subject, date
            """,
            [date.description],
            of: .journal
        ) { row in
            StartedWorkout(
                workout: OccurrenceKey(OccurrenceSource(subject: try row.text("subject")), on: try row.date("date")),
                dayID: try row.optional("day_id", row.text) ?? "",
                at: try given(row, reported)
            )
        }
    }

    /// The snoozes that were not undone, each with the snoozed notification.
    ///
    /// - Returns: the snoozes, and the dates and IDs of reminders that were snoozed on another machine and have no record here.
    func snoozes(since date: CivilDate) throws -> ([Snooze], unknown: [NotificationID: CivilDate]) {
        let entries = try database.rows(
            "SELECT number, at, subject, date, value, undone_at FROM journal WHERE kind = \(JournalKind.snoozed.sql) AND date >= ? ORDER BY \(RecordOrder.sql)",
            [date.description],
            of: .journal
        ) { row in
            (
                subject: try row.text("subject"), date: try row.date("date"),
                until: try row.parsed("value", as: "a time in seconds since 1970", LedgerRow.instant(parsing:)),
                isUndone: try row.optional("undone_at", row.instant) != nil, madeAt: try row.instant("at")
            )
        }
        var counts: [String: Int] = [:]
        var unknown: [NotificationID: CivilDate] = [:]
        let snoozes = try entries.compactMap { entry -> Snooze? in
            let ordinal = counts[entry.subject, default: 0] + 1
            counts[entry.subject] = ordinal
            if entry.isUndone { return nil }
            guard let original = try NotificationRows(database).fetch("WHERE id = ?", [entry.subject]).first else {
                unknown[NotificationID(rawValue: entry.subject)] = entry.date
                return nil
            }
            return Snooze(original: original.notification, ordinal: ordinal, until: entry.until, madeAt: entry.madeAt)
        }
        return (snoozes, unknown)
    }

    /// The pauses, moved dates and jumps currently in force.
    func exceptions() throws -> UserExceptions {
        var result = UserExceptions()
        _ = try database.rows(
            """
            SELECT number, kind, subject, date, value FROM journal
            WHERE kind IN \([JournalKind.paused, .resumed, .moved, .jumped].sql) AND undone_at IS NULL ORDER BY \(RecordOrder.sql)
            """,
            of: .journal
        ) { row in
            switch try row.planChange() {
            case .paused(let program, let from, let through):
                result.add(.pause(from: from, through: through), to: program)
            case .moved(let program, let from, let to): result.add(.move(from, to: to), to: program)
            case .jumped(let program, let place?, let date): result.add(.jump(on: date, to: place), to: program)
            case .jumped(let program, nil, let date): result.removeRepetition(of: program, after: date)
            // The other rows are of the kind `resumed`.
            case .settings, .activated, .deactivated, .edited, .reminder, nil:
                let subject = try row.text("subject")
                let program = subject == JournalStore.all ? nil : subject
                result = result.resumed(program, on: try row.date("date"))
            }
        }
        return result
    }

    /// The maxes and loads that the athlete set, in the order in which they were recorded.
    func values() throws -> [AthleteValue] {
        try database.rows(
            """
            SELECT number, kind, subject, date, value FROM journal
            WHERE kind IN \([JournalKind.oneRepMax, .trainingMax, .load].sql) AND undone_at IS NULL ORDER BY \(RecordOrder.sql)
            """,
            of: .journal
        ) { row in
            let kind = try row.word("kind", JournalKind.self)
            let subject = try row.parsed("subject", as: "a lift, or a program and an exercise") {
                AthleteValue.Subject(kind: kind.rawValue, subject: $0)
            }
            let (weight, unit) = try row.weight("value")
            return AthleteValue(subject, weight, unit, on: try row.date("date"))
        }
    }

    /// The priorities that the user gave programs, by program ID.
    func priorities() throws -> [String: Int] {
        let range = ActiveProgram.priorityRange
        let rows = try database.rows(
            "SELECT number, subject, value FROM journal WHERE kind = \(JournalKind.prioritized.sql) AND undone_at IS NULL ORDER BY \(RecordOrder.sql)",
            of: .journal
        ) { row in
            let priority = try row.parsed("value", as: "a priority from \(range.lowerBound) to \(range.upperBound)") {
                Int($0).flatMap { range.contains($0) ? $0 : nil }
            }
            return (try row.text("subject"), priority)
        }
        return Dictionary(rows) { $1 }
    }
}

extension AthleteValue.Subject {
    fileprivate var journalKind: JournalKind {
        switch self {
        case .oneRepMax: .oneRepMax
        case .trainingMax: .trainingMax
        case .load: .load
        }
    }
}
