internal import CivilTime
package import GRDB
internal import SystemPackage

/// Reads and writes the activations of programs.
package struct ActivationStore {
    /// The condition for the activations in force, in SQL.
    static let current = "deactivated_at IS NULL AND undone_at IS NULL"

    let database: Database

    package init(_ database: Database) { self.database = database }

    package func activations() throws -> [Activation] { try activations(ActivationStore.current).map(\.activation) }

    /// The activations, and those that ended since the first of them started, or on a date or later if one is given.
    func activationsWithFormer(since date: CivilDate?) throws -> ([Activation], [FormerActivation]) {
        let active = try activations(ActivationStore.current)
        let first = (active.map(\.activation.start) + [date].compactMap(\.self)).min()
        return (active.map(\.activation), try first.map { try former(active, since: $0) } ?? [])
    }

    /// A row of the table of activations.
    private struct NumberedActivation {
        let place: Int64
        let activation: Activation
        let endedAt: Instant?
    }

    /// The activations that match a condition, in their order.
    private func activations(_ condition: String, _ arguments: StatementArguments = []) throws -> [NumberedActivation] {
        let priorities = try JournalStore(database).priorities()
        return try database.rows(
            """
            SELECT number, \(RecordOrder.sql) AS place, program_id, path, start_date, source, time, days, channels, deactivated_at FROM activation
            WHERE \(condition) ORDER BY \(RecordOrder.sql)
            """,
            arguments,
            of: .activation
        ) { row in
            let programID = try row.text("program_id")
            let activation = Activation(
                programID: programID,
                path: FilePath(try row.text("path")),
                start: try row.date("start_date"),
                source: try row.bytes("source"),
                time: try row.optional("time", row.time),
                days: try row.optional("days", row.weekdays),
                channels: try row.optional("channels", row.names),
                priority: priorities[programID] ?? 0
            )
            return NumberedActivation(
                place: try row.integer("place"),
                activation: activation,
                endedAt: try row.optional("deactivated_at", row.instant)
            )
        }
    }

    /// The activations that ended on a date or later.
    private func former(_ active: [NumberedActivation], since date: CivilDate) throws -> [FormerActivation] {
        // The date is one in the user's zone, which differs from UTC by less than a day.
        let since = Zone.utc.instant(of: CivilDateTime(date: date.adding(days: -1), time: .midnight))
        return try activations("deactivated_at >= ? AND undone_at IS NULL", [since.secondsSinceEpoch]).compactMap {
            row in
            row.endedAt.map { endedAt in
                FormerActivation(
                    activation: row.activation,
                    endedAt: endedAt,
                    place: active.count { $0.place < row.place }
                )
            }
        }
    }

    func begin(_ activation: Activation, in journal: JournalStore) throws {
        try database.execute(
            sql: """
                INSERT INTO activation (program_id, path, start_date, activated_at, source, time, days, channels, batch)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                activation.programID, activation.path.string, activation.start.description,
                journal.now.secondsSinceEpoch,
                activation.source.databaseData, activation.time?.description,
                activation.days?.description,
                activation.channels?.joined(separator: ","), journal.batch,
            ]
        )
    }

    func end(_ programID: String, in journal: JournalStore) throws {
        try database.execute(
            sql: """
                UPDATE activation SET deactivated_at = ?, ended_batch = ?
                WHERE program_id = ? AND \(ActivationStore.current)
                """,
            arguments: [journal.now.secondsSinceEpoch, journal.batch, programID]
        )
    }

    /// The text that a program had when the user did something, whether the program is active or not: that before its next edit, or else
    /// that of its activation.
    func programSource(_ programID: String, in batch: Int64) throws -> [UInt8]? {
        let edited = try database.firstRow(
            """
            SELECT edition.number AS number, edition.source AS source FROM journal JOIN edition ON edition.number = journal.edition
            WHERE kind = \(JournalKind.edited.sql) AND subject = :program
                AND \(RecordOrder.of("journal")) > (SELECT max(\(RecordOrder.sql)) FROM journal WHERE batch = :batch)
                AND NOT EXISTS (SELECT 1 FROM activation JOIN journal AS entry ON entry.batch = activation.batch
                    WHERE program_id = :program AND \(RecordOrder.ofAction("activation.batch")) > \(RecordOrder.ofAction(":batch"))
                        AND \(RecordOrder.of("entry")) < \(RecordOrder.of("journal")))
            ORDER BY \(RecordOrder.of("journal")) LIMIT 1
            """,
            ["program": programID, "batch": batch],
            of: .edition
        ) { try $0.bytes("source") }
        return try edited
            ?? database.firstRow(
                """
                SELECT number, source FROM activation WHERE program_id = :program
                ORDER BY coalesce(\(RecordOrder.ofAction("activation.batch")), 0) > \(RecordOrder.ofAction(":batch")), \(RecordOrder.sql) DESC
                LIMIT 1
                """,
                ["program": programID, "batch": batch],
                of: .activation
            ) { try $0.bytes("source") }
    }

    /// Records the priority of an activation, if it is not the present one of the program.
    func prioritize(_ activation: Activation, in journal: JournalStore) throws {
        let priority = try journal.priorities()[activation.programID] ?? 0
        guard priority != activation.priority else { return }
        try journal.add(.prioritized(programID: activation.programID, activation.priority))
    }
}

extension Ledger {
    /// The active programs in order of activation.
    public func activations() throws(LedgerError) -> [Activation] {
        try read { try ActivationStore($0).activations() }
    }

    /// The text of a program that was active when the user did something; nil if it never was.
    public func programSource(_ programID: String, in action: JournalAction) throws(LedgerError) -> [UInt8]? {
        try read { try ActivationStore($0).programSource(programID, in: action.batch) }
    }
}
