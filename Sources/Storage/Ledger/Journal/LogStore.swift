public import CivilTime
internal import GRDB
public import Progress
internal import Planning
internal import Reminders
internal import Training

/// Reads and writes the training log.
///
/// Rows are only added: a correction is a further row that revises the first one, and a deletion is a correction without sets.
package struct LogStore {
    private static let columns =
        "number, revises, root_rank, rank, date, exercise, name, program_id, day_id, program_exercise, outcome, sets, notes, edition, planned, week, stage"

    /// How many days before a program starts a logged load still counts as a starting load; older ones say little.
    static let daysOfStartingLoads = 90

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// A row of the log: an entry, a correction or a deletion.
    package struct Revision {
        /// The entry under its first number; nil if it was deleted.
        let entry: LogEntry?

        package init(_ row: LedgerRow) throws(LedgerValueError) {
            let number = try row.number("number")
            let root =
                try row.optional("revises") { (column) throws(LedgerValueError) in try row.integer(column) } ?? number
            let date = try row.date("date")
            let (exercise, name) = (try row.text("exercise"), try row.text("name"))
            var workout: LogEntry.Workout?
            if let program = try row.optional("program_id", row.text) {
                workout = LogEntry.Workout(
                    program: program,
                    day: try row.text("day_id"),
                    exercise: try row.text("program_exercise")
                )
            }
            let sets = try row.parsed("sets", as: "performed sets such as 5x5@80kg") { text in
                text.isEmpty ? [] : try? PerformedSet.parse(text, unit: .kilograms)
            }
            let notes = try row.optional("notes", row.text)
            let edition = try row.optional("edition", row.edition)
            let prescription = try row.optional("planned") { (column) throws(LedgerValueError) in
                Prescription(
                    sets: try row.parsed(
                        column,
                        as: "planned sets such as 5x5 @ 80kg",
                        SetPrescription.parse(recorded:)
                    ),
                    week: try row.count("week"),
                    stage: try row.stage("stage")
                )
            }
            guard let outcome = try row.word("outcome", Outcome.self).ofEntry else {
                self.entry = nil
                return
            }
            var entry = LogEntry(
                number: root,
                date: date,
                exercise: exercise,
                name: name,
                workout: workout,
                outcome: outcome,
                sets: sets,
                notes: notes,
                prescription: prescription,
                edition: edition
            )
            entry.rank = try row.optional(root == number ? "rank" : "root_rank", row.number)
            self.entry = entry
        }
    }

    /// The outcome of a row.
    enum Outcome: String, CaseIterable {
        case planned, performed, missed, deleted

        init(_ outcome: LogEntry.Outcome) {
            self =
                switch outcome {
                case .planned: .planned
                case .performed: .performed
                case .missed: .missed
                }
        }

        /// The outcome of the entry; nil if it was deleted.
        var ofEntry: LogEntry.Outcome? {
            switch self {
            case .planned: .planned
            case .performed: .performed
            case .missed: .missed
            case .deleted: nil
            }
        }
    }

    // MARK: Reading

    /// The entries in force in the order in which they were recorded.
    ///
    /// - Parameter first: the first date; nil for all entries.
    func entries(since first: CivilDate? = nil) throws -> [LogEntry] {
        try inForce("WHERE date >= ?", [(first ?? .earliest).description])
    }

    /// The entries in force that meet a condition: the last row of an entry that was not undone counts, unless it is a deletion.
    private func inForce(_ condition: String, _ arguments: StatementArguments) throws -> [LogEntry] {
        try database.rows(
            """
            SELECT \(LogStore.columns) FROM log_entry AS entry
            \(condition) AND undone_at IS NULL AND outcome <> \(Outcome.deleted.sql) AND NOT EXISTS (
                SELECT 1 FROM log_entry AS later
                WHERE later.revises = coalesce(entry.revises, entry.number) AND \(RecordOrder.of("later")) > \(RecordOrder.of("entry"))
                    AND later.undone_at IS NULL)
            ORDER BY coalesce(root_rank, rank, revises, number)
            """,
            arguments,
            of: .log
        ) { try Revision($0).entry }.compactMap { $0 }
    }

    /// The entries of the exercises that were trained or logged recently.
    func recent(_ scope: RecentScope) throws -> RecentLog {
        let loggedAt = try scope.loggedSince.map(loggedAt(since:)) ?? [:]
        let trained = "SELECT exercise FROM log_entry WHERE undone_at IS NULL AND date >= ?"
        let logged = loggedAt.isEmpty ? "" : "UNION SELECT exercise FROM log_entry WHERE number IN (\(Self.loggedRows))"
        let exercises = Set(
            try database.rows(
                "SELECT DISTINCT exercise, 0 AS number FROM (\(trained) \(logged))",
                [(scope.trainedSince ?? .latest).description]
                    + (loggedAt.isEmpty ? [] : [scope.loggedSince?.secondsSinceEpoch]),
                of: .log
            ) { try $0.text("exercise") }
        )
        guard !exercises.isEmpty else { return RecentLog() }
        let marks = exercises.map { _ in "?" }.joined(separator: ", ")
        let entries = try inForce("WHERE exercise IN (\(marks))", StatementArguments(exercises.sorted()))
        return RecentLog(entries: entries, loggedAt: loggedAt)
    }

    /// The numbers of the rows that were logged by hand since a time, in SQL; takes the time.
    private static let loggedRows = """
        SELECT number FROM log_entry WHERE undone_at IS NULL
            AND batch IN (SELECT batch FROM journal WHERE at >= ? AND kind NOT IN \([JournalKind.imported, .undone].sql))
        """

    /// When recent entries were logged, or if that is long ago, first corrected.
    private func loggedAt(since start: Instant) throws -> [Int64: Instant] {
        let times = try database.rows(
            """
            SELECT coalesce(revises, number) AS root, number, at FROM log_entry WHERE number IN (\(LogStore.loggedRows))
            ORDER BY at, number
            """,
            [start.secondsSinceEpoch],
            of: .log
        ) { (try $0.integer("root"), try $0.instant("at")) }
        return Dictionary(times) { first, _ in first }
    }

    /// When the entries of workouts since a date were recorded or corrected: the first time and the last of each workout.
    func recorded(since first: CivilDate) throws -> [OccurrenceKey: ClosedRange<Instant>] {
        let times = try database.rows(
            """
            SELECT number, program_id, date, min(at) AS first, max(at) AS last FROM log_entry
            WHERE program_id IS NOT NULL AND date >= ? AND undone_at IS NULL GROUP BY program_id, date
            """,
            [first.description],
            of: .log
        ) { row in
            let (first, last) = (try row.instant("first"), try row.instant("last"))
            let key = OccurrenceKey(.program(try row.text("program_id")), on: try row.date("date"))
            return (key, min(first, last)...max(first, last))
        }
        return Dictionary(times) { first, _ in first }
    }

    /// The end of the night after which no plan was made yet, if the log has workouts of yesterday that the user did not answer.
    func closing(by now: Instant, in zone: Zone) throws -> Instant? {
        let (end, yesterday) = LogStore.night(at: now, in: zone)
        guard try FactStore(database).clock().map({ $0 < end }) ?? true else { return nil }
        return try hasOpenWorkouts(on: yesterday) ? end : nil
    }

    /// Whether the log may have answered workouts of yesterday since the last plan.
    func hasClosed(by now: Instant, in zone: Zone) throws -> Bool {
        try closing(by: now, in: zone).map { $0 <= now } ?? false
    }

    /// The end of the last night, or of the present one, and the date that it belongs to.
    private static func night(at now: Instant, in zone: Zone) -> (end: Instant, date: CivilDate) {
        let today = zone.civil(at: now).date
        let end = CivilDateTime(date: today, time: WorkoutEvidence.endOfNight)
        return (zone.instant(of: end), today.adding(days: -1))
    }

    private func hasOpenWorkouts(on date: CivilDate) throws -> Bool {
        try database.firstRow(
            """
            SELECT number FROM log_entry WHERE date = ? AND program_id IS NOT NULL AND undone_at IS NULL AND NOT EXISTS (
                SELECT 1 FROM journal WHERE kind IN \(JournalKind.answers.sql) AND journal.date = log_entry.date
                    AND subject = program_id AND journal.undone_at IS NULL)
            LIMIT 1
            """,
            [date.description],
            of: .log
        ) { try $0.integer("number") } != nil
    }

    /// The entry with a number; nil if there is none, or if it was deleted.
    func entry(_ number: Int64) throws -> LogEntry? {
        try inForce("WHERE (number = ? OR revises = ?)", [number, number]).first { $0.number == number }
    }

    // MARK: Writing

    /// - Returns: whether it was added; two shells that log the same workout as planned add its entries once.
    func add(_ entry: LogEntry, at now: Instant, batch: Int64) throws -> Bool {
        if entry.outcome == .planned, let workout = entry.workout,
            try entries(since: entry.date).contains(where: { $0.date == entry.date && $0.workout == workout })
        {
            return false
        }
        try insert(entry, outcome: Outcome(entry.outcome), revises: nil, at: now, batch: batch)
        return true
    }

    /// Replaces the entry with the same number.
    func revise(_ entry: LogEntry, at now: Instant, batch: Int64) throws {
        try insert(entry, outcome: Outcome(entry.outcome), revises: entry.number, at: now, batch: batch)
    }

    func delete(_ entry: LogEntry, at now: Instant, batch: Int64) throws {
        try insert(entry, outcome: .deleted, revises: entry.number, at: now, batch: batch)
    }

    private func insert(_ entry: LogEntry, outcome: Outcome, revises: Int64?, at now: Instant, batch: Int64) throws {
        // A correction keeps what was planned.
        let edition = try entry.workout.flatMap { workout in
            try entry.edition ?? EditionStore(database: database).number(of: workout.program, on: entry.date)
        }
        let prescription = entry.workout.flatMap { _ in entry.prescription }
        try database.run(
            """
            INSERT INTO log_entry (revises, root_rank, at, batch, date, exercise, name, program_id, day_id, program_exercise, outcome, sets, notes,
                edition, planned, week, stage)
            VALUES (?, (SELECT rank FROM log_entry WHERE number = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                revises, revises, now.secondsSinceEpoch, batch, entry.date.description, entry.exercise, entry.name,
                entry.workout?.program, entry.workout?.day, entry.workout?.exercise, outcome.rawValue,
                PerformedSet.notation(entry.sets), entry.notes, edition,
                prescription.map { SetPrescription.recorded($0.sets) }, prescription?.week, prescription?.stage,
            ]
        )
    }
}

extension Ledger {
    /// The entries of the training log in the order of their numbers.
    ///
    /// - Parameter first: the first date; nil for all entries.
    public func log(since first: CivilDate? = nil) throws(LedgerError) -> [LogEntry] {
        try read { try LogStore($0).entries(since: first) }
    }

    /// The entry of the training log with a number; nil if there is none, or if it was deleted.
    public func logEntry(_ number: Int64) throws(LedgerError) -> LogEntry? {
        try read { try LogStore($0).entry(number) }
    }
}
