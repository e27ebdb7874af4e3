package import CivilTime
package import GRDB

/// An event: what a command recorded, on this machine or another one.
package struct RecordedEvent: Sendable {
    package let number: Int64
    /// The name of the ledger that recorded it.
    package let machine: String
    /// Its number in the ledger of the other machine; nil if it was recorded here.
    package let origin: Int64?
    package let clock: HybridClock
    /// The highest number in each of `EventLog.tables`.
    package let ends: [Int64]

    /// The number by which its machine identifies it.
    package var id: Int64 { origin ?? number }

    /// Whether it comes before another event in the history of all machines, in the same order on each of them.
    package func precedes(_ other: RecordedEvent) -> Bool {
        (clock, machine, id) < (other.clock, other.machine, other.id)
    }
}

/// Records which rows each command added, as numbered events.
///
/// A row of the table `event` has the highest numbers that other tables had after a command; the rows between these and those of the event
/// before are what the command recorded. Rows are only added to these tables, with ascending numbers. Events of other machines follow in the
/// order in which they were received.
package struct EventLog {
    /// The tables whose rows are events.
    ///
    /// Within an event, a row comes before the rows that refer to it, except that `batch` refers to a later row of the journal.
    package static let tables: [LedgerTable] = [.edition, .activation, .reminder, .journal, .log]

    private let database: Database

    package init(_ database: Database) { self.database = database }

    /// Adds an event for the rows added since the last event, if there are any.
    package func note(at now: Instant) throws {
        let names = EventLog.tables.map(\.rawValue)
        let ends = names.map { "coalesce((SELECT max(number) FROM \($0)), 0)" }.joined(separator: ", ")
        let last = try database.firstRow("SELECT * FROM event ORDER BY number DESC LIMIT 1", of: .event) {
            try $0.recordedEvent()
        }
        guard let row = try Row.fetchOne(database, sql: "SELECT \(ends)") else { return }
        let present = names.indices.map { row[$0] as Int64? ?? 0 }
        let former = last?.ends ?? names.map { _ in 0 }
        guard zip(present, former).contains(where: >) else { return }
        try LedgerLineage.begin(database)
        guard let machine = try machine() else { return }
        let clock = try last.map { try latestClock($0).next(at: now) } ?? HybridClock(at: now)
        try database.run(
            "INSERT INTO event (machine, clock, \(names.joined(separator: ", "))) VALUES (?, ?\(names.map { _ in ", ?" }.joined()))",
            StatementArguments(
                [machine, clock.value] as [any DatabaseValueConvertible] + zip(present, former).map(max)
            )
        )
    }

    /// The name of this ledger in its events; nil if it has none.
    package func machine() throws -> String? {
        try FactStore(database).text(.machine) ?? LedgerLineage(database)?.name
    }

    /// Gives the ledger another name in later events.
    @discardableResult
    package func takeNewName() throws -> String? {
        try database.execute(
            sql: "INSERT OR REPLACE INTO fact (name, value) VALUES (?, CAST(lower(hex(randomblob(8))) AS BLOB))",
            arguments: [FactName.machine.rawValue]
        )
        return try machine()
    }

    /// The latest clock of all events: an event recorded here is after every event that is known here.
    private func latestClock(_ last: RecordedEvent) throws -> HybridClock {
        guard last.origin != nil else { return last.clock }
        let latest = try Int64.fetchOne(database.cachedStatement(sql: "SELECT max(clock) FROM event"))
        return latest.map(HybridClock.init) ?? last.clock
    }

    /// All events in the order in which they came into the ledger.
    package func recorded() throws -> [RecordedEvent] {
        try database.rows("SELECT * FROM event ORDER BY number", of: .event) { try $0.recordedEvent() }
    }

    /// Whether events of other machines were added: then `RowRanking` computes what undoing and redoing change.
    package func hasOtherMachines() throws -> Bool {
        let query = "SELECT 1 FROM event WHERE origin IS NOT NULL LIMIT 1"
        return try Int64.fetchOne(database.cachedStatement(sql: query)) != nil
    }

    /// Adds an event of another machine, whose rows are the last ones of their tables.
    package func add(machine: String, origin: Int64, clock: HybridClock) throws {
        let names = EventLog.tables.map(\.rawValue)
        let ends = names.map { "coalesce((SELECT max(number) FROM \($0)), 0)" }.joined(separator: ", ")
        try database.run(
            "INSERT INTO event (machine, clock, origin, \(names.joined(separator: ", "))) SELECT ?, ?, ?, \(ends)",
            [machine, clock.value, origin]
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
            let isOwn = try row.optional("origin", row.number) == nil
            if let former, isOwn, present.clock <= former.clock {
                return (number, row.invalid("clock", "after those of the events before it"))
            }
            present.clock = max(present.clock, former?.clock ?? .min)
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
        if !isComplete || invalid != nil { try takeNewName() }
    }

    /// How many rows of a table a repair may have lost, at most; higher numbers in an event are damage.
    private static let mostLost = 1_000_000
}

extension LedgerRow {
    fileprivate func recordedEvent() throws(LedgerValueError) -> RecordedEvent {
        var ends: [Int64] = []
        for table in EventLog.tables { ends.append(try integer(table.rawValue)) }
        return RecordedEvent(
            number: try integer("number"),
            machine: try text("machine"),
            origin: try optional("origin", number),
            clock: HybridClock(value: try integer("clock")),
            ends: ends
        )
    }
}
