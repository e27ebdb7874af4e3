internal import CivilTime
package import GRDB

/// Records which rows each command added, as numbered events.
///
/// A row of the table `event` has the highest numbers that other tables had after a command; the rows between these and those of the event
/// before are what the command recorded. Rows are only added to these tables, with ascending numbers.
package struct EventLog {
    /// The tables whose rows are events.
    ///
    /// Within an event, a row comes before the rows that refer to it, except that `batch` refers to a later row of the journal.
    package static let tables: [LedgerTable] = [.edition, .activation, .reminder, .journal, .log]

    private let database: Database

    package init(_ database: Database) { self.database = database }

    /// Adds an event for the rows added since the last event, if there are any.
    func note(at now: Instant) throws {
        let names = EventLog.tables.map(\.rawValue)
        let ends = names.map { "coalesce((SELECT max(number) FROM \($0)), 0)" }.joined(separator: ", ")
        let last = try database.firstRow("SELECT * FROM event ORDER BY number DESC LIMIT 1", of: .event) { row in
            (clock: HybridClock(value: try row.integer("clock")), ends: try names.map { try row.integer($0) })
        }
        guard let row = try Row.fetchOne(database, sql: "SELECT \(ends)") else { return }
        let present = names.indices.map { row[$0] as Int64? ?? 0 }
        let former = last?.ends ?? names.map { _ in 0 }
        guard zip(present, former).contains(where: >) else { return }
        try LedgerLineage.begin(database)
        guard let machine = try FactStore(database).text(.machine) ?? LedgerLineage(database)?.name else { return }
        let clock = last?.clock.next(at: now) ?? HybridClock(at: now)
        try database.run(
            "INSERT INTO event (machine, clock, \(names.joined(separator: ", "))) VALUES (?, ?\(names.map { _ in ", ?" }.joined()))",
            StatementArguments(
                [machine, clock.value] as [any DatabaseValueConvertible] + zip(present, former).map(max)
            )
        )
    }

    /// The clocks that a ledger can reach: those of the calendar's years.
    package static let clocks = -(1 << 58 as Int64)...(1 << 58)

    /// Rejects an event that is not after the one before it, or has numbers that no row had yet.
    ///
    /// - Throws: `LedgerValueError` for the first of them.
    package func check() throws {
        if let (_, problem) = try firstInvalid() { throw problem }
    }

    private func firstInvalid() throws -> (number: Int64, problem: LedgerValueError)? {
        var former: (clock: Int64, ends: [LedgerTable: Int64])?
        let highest = try Row.fetchAll(database, sql: "SELECT CAST(name AS TEXT), seq FROM sqlite_sequence")
        let ends = Dictionary(highest.map { ($0[0] as String? ?? "", Int64.fromDatabaseValue($0[1]) ?? 0) }) { $1 }
        return try database.rows("SELECT * FROM event ORDER BY number", of: .event) { row in
            let number = try row.integer("number")
            var present = (clock: try row.integer("clock"), ends: [LedgerTable: Int64]())
            if let former, present.clock <= former.clock {
                return (number, row.invalid("clock", "after that of the event before it"))
            }
            for table in EventLog.tables {
                let (first, last) = (former?.ends[table] ?? 0, ends[table.rawValue] ?? 0)
                let end = try row.integer(table.rawValue)
                guard first <= end, end <= last else {
                    return (number, row.invalid(table.rawValue, "a row number from \(first) to \(last)"))
                }
                present.ends[table] = end
            }
            former = present
            return nil
        }.compactMap { $0 as (Int64, LedgerValueError)? }.first
    }

    /// Prepares the events of a repaired ledger for new ones.
    ///
    /// New rows do not get the numbers of rows that the repair lost, because events refer to these numbers. If it lost any, later events have
    /// another name, because their numbers may have been given before.
    ///
    /// - Parameter isComplete: whether no row was lost.
    package func repair(isComplete: Bool) throws {
        for table in EventLog.tables.map(\.rawValue) {
            try database.execute(
                sql: """
                    INSERT INTO sqlite_sequence (name, seq) SELECT '\(table)', 0
                        WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = '\(table)');
                    UPDATE sqlite_sequence SET seq = max(seq, (
                        SELECT coalesce(max(\(table)), 0) FROM event WHERE \(table) <= seq + \(EventLog.mostLost)
                    )) WHERE name = '\(table)'
                    """
            )
        }
        let invalid = try firstInvalid()
        if let invalid { try database.run("DELETE FROM event WHERE number >= ?", [invalid.number]) }
        guard !isComplete || invalid != nil else { return }
        try database.execute(
            sql: "INSERT OR REPLACE INTO fact (name, value) VALUES (?, CAST(lower(hex(randomblob(8))) AS BLOB))",
            arguments: [FactName.machine.rawValue]
        )
    }

    /// How many rows of a table a repair may have lost, at most; higher numbers in an event are damage.
    private static let mostLost = 1_000_000
}
