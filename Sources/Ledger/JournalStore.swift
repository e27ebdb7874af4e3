internal import CivilTime
internal import GRDB
internal import Reminders
internal import Training

/// Reads and writes what the user did.
struct JournalStore {
    /// The kinds of entries that can be taken back.
    private static let actions = [
        "started", "completed", "skipped", "cancelled", "snoozed", "paused", "resumed", "moved",
    ]
    /// The subject of what concerns every program.
    private static let all = "*"

    private let database: Database
    private let now: Instant
    private let batch: Int64

    init(_ database: Database) {
        self.database = database
        now = Instant(secondsSinceEpoch: 0)
        batch = 0
    }

    /// A store whose entries are of one action.
    init(_ database: Database, at now: Instant) throws {
        self.database = database
        self.now = now
        batch = try Int64.fetchOne(database, sql: "SELECT coalesce(max(number), 0) + 1 FROM journal") ?? 1
    }

    func add(_ fact: LedgerFact) throws {
        switch fact {
        case .started(let workout, let dayID):
            try add("started", workout.programID, dayID: dayID, date: workout.date)
        case .answered(let workout, let dayID, let answer):
            // Said twice, perhaps from two shells at once, it is one answer; so one 'undo' takes it back.
            guard try self.answer(to: workout) != answer else { return }
            try add(answer.rawValue, workout.programID, dayID: dayID, date: workout.date)
        case .unanswered(let workout):
            try database.execute(
                sql: """
                    UPDATE journal SET undone_at = ?
                    WHERE kind IN ('completed', 'skipped') AND date = ? AND subject = ? AND undone_at IS NULL
                    """,
                arguments: [now.secondsSinceEpoch, workout.date.description, workout.programID]
            )
            try add("unanswered", workout.programID, date: workout.date)
        case .cancelled(let id, let date):
            try add("cancelled", id, date: date)
        case .snoozed(let id, let date, let until):
            try add("snoozed", id.root.rawValue, date: date, value: "\(until.secondsSinceEpoch)")
        case .paused(let programID, let from, let through):
            try add("paused", programID ?? JournalStore.all, date: from, value: through.description)
        case .resumed(let programID, let date):
            try add("resumed", programID ?? JournalStore.all, date: date)
        case .moved(let programID, let from, let to):
            try add("moved", programID ?? JournalStore.all, date: from, value: to.description)
        case .undone(let batch):
            try database.execute(
                sql: "UPDATE journal SET undone_at = ? WHERE batch = ? AND undone_at IS NULL",
                arguments: [now.secondsSinceEpoch, batch]
            )
            try add("undone", "\(batch)")
        case .activated, .deactivated, .programRead, .settingsRead, .reminderAdded, .reminderEdited,
            .reminderDeleted, .decided, .askedForReminders, .languageSeen, .territorySeen, .toldOfShortage:
            break
        }
    }

    func add(
        _ kind: String,
        _ subject: String,
        dayID: String? = nil,
        date: CivilDate? = nil,
        value: String? = nil
    ) throws {
        try database.execute(
            sql: "INSERT INTO journal (at, kind, subject, day_id, date, batch, value) VALUES (?, ?, ?, ?, ?, ?, ?)",
            arguments: [now.secondsSinceEpoch, kind, subject, dayID, date?.description, batch, value]
        )
    }

    // MARK: Reading

    /// An answer as it was given.
    struct GivenAnswer {
        let answer: Answer
        let dayID: String
    }

    /// The last answer to each workout, of all times: a rotation rests on every one of them.
    func answers() throws -> [WorkoutKey: GivenAnswer] {
        let rows = try Row.fetchCursor(
            try database.cachedStatement(
                sql: """
                    SELECT subject, date, kind, day_id FROM journal
                    WHERE kind IN ('completed', 'skipped') AND undone_at IS NULL ORDER BY number
                    """
            )
        )
        var result: [WorkoutKey: GivenAnswer] = [:]
        while let row = try rows.next() {
            guard let date = try? CivilDate(parsing: row[1] as String), let answer = Answer(rawValue: row[2]) else {
                continue
            }
            result[WorkoutKey(programID: row[0], date: date)] = GivenAnswer(answer: answer, dayID: row[3] ?? "")
        }
        return result
    }

    private func answer(to workout: WorkoutKey) throws -> Answer? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT kind FROM journal WHERE kind IN ('completed', 'skipped') AND date = ? AND subject = ?
                    AND undone_at IS NULL ORDER BY number DESC LIMIT 1
                """
        )
        return try String.fetchOne(statement, arguments: [workout.date.description, workout.programID])
            .flatMap(Answer.init(rawValue:))
    }

    /// The workouts that were begun, each once with its last begin.
    func started(since date: CivilDate) throws -> [StartedWorkout] {
        let rows = try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT subject, date, day_id, max(at) FROM journal
                    WHERE kind = 'started' AND undone_at IS NULL AND date >= ? GROUP BY subject, date ORDER BY subject, date
                    """
            ),
            arguments: [date.description]
        )
        return rows.compactMap { row in
            (try? CivilDate(parsing: row[1] as String)).map { date in
                StartedWorkout(
                    workout: WorkoutKey(programID: row[0], date: date),
                    dayID: row[2] ?? "",
                    at: Instant(secondsSinceEpoch: row[3])
                )
            }
        }
    }

    /// The snoozes that were not taken back, each with what it puts off.
    func snoozes(since date: CivilDate) throws -> [Snooze] {
        let rows = try Row.fetchAll(
            try database.cachedStatement(
                sql:
                    "SELECT subject, value, undone_at IS NULL FROM journal WHERE kind = 'snoozed' AND date >= ? ORDER BY number"
            ),
            arguments: [date.description]
        )
        var counts: [String: Int] = [:]
        return try rows.compactMap { row in
            let subject: String = row[0]
            let ordinal = counts[subject, default: 0] + 1
            counts[subject] = ordinal
            guard row[2] as Bool, let until = Int64(row[1] as String),
                let original = try NotificationRows(database).fetch("WHERE id = ?", [subject]).first
            else { return nil }
            return Snooze(
                original: original.notification,
                ordinal: ordinal,
                until: Instant(secondsSinceEpoch: until)
            )
        }
    }

    /// Pauses and moved dates, as they stand after all that was said of them.
    func exceptions() throws -> UserExceptions {
        let rows = try Row.fetchCursor(
            try database.cachedStatement(
                sql: """
                    SELECT kind, subject, date, value FROM journal
                    WHERE kind IN ('paused', 'resumed', 'moved') AND undone_at IS NULL ORDER BY number
                    """
            )
        )
        var result = UserExceptions()
        while let row = try rows.next() {
            let subject: String = row[1]
            let programID = subject == JournalStore.all ? nil : subject
            let value: String? = row[3]
            guard let date = try? CivilDate(parsing: row[2] as String) else { continue }
            let other = value.flatMap { try? CivilDate(parsing: $0) }
            switch (row[0] as String, other) {
            case ("paused", let through?): result.add(.pause(from: date, through: through), to: programID)
            case ("moved", let to?): result.add(.move(date, to: to), to: programID)
            case ("resumed", _): result = result.resumed(programID, on: date)
            default: break
            }
        }
        return result
    }

    /// The last action that was not taken back.
    func lastAction() throws -> JournalAction? {
        let kinds = JournalStore.actions.map { "'\($0)'" }.joined(separator: ", ")
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT batch, kind, subject, date FROM journal WHERE batch =
                    (SELECT batch FROM journal WHERE kind IN (\(kinds)) AND undone_at IS NULL ORDER BY number DESC LIMIT 1)
                    AND kind IN (\(kinds)) ORDER BY number
                """
        )
        guard let first = rows.first else { return nil }
        return JournalAction(
            batch: first[0],
            kind: first[1],
            subjects: rows.map { $0[2] },
            date: (first[3] as String?).flatMap { try? CivilDate(parsing: $0) }
        )
    }
}
