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

    package init(_ database: Database) {
        self.database = database
    }

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
        guard let machine = try LedgerLineage(database)?.name else { return }
        let clock = last?.clock.next(at: now) ?? HybridClock(at: now)
        try database.run(
            "INSERT INTO event (machine, clock, \(names.joined(separator: ", "))) VALUES (?, ?\(names.map { _ in ", ?" }.joined()))",
            StatementArguments(
                [machine, clock.value] as [any DatabaseValueConvertible] + zip(present, former).map(max)
            )
        )
    }

    /// Prevents new rows from getting the numbers of rows that a repair lost: events refer to these numbers.
    package func reserveNumbers() throws {
        for table in EventLog.tables.map(\.rawValue) {
            try database.execute(
                sql: """
                    INSERT INTO sqlite_sequence (name, seq) SELECT '\(table)', 0
                        WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = '\(table)');
                    UPDATE sqlite_sequence SET seq = max(seq, (SELECT coalesce(max(\(table)), 0) FROM event)) WHERE name = '\(table)'
                    """
            )
        }
    }
}
