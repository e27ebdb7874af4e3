internal import CivilTime
internal import GRDB

extension Ledger {
    /// The version of the schema that this antrain uses.
    public static var schemaVersion: Int { Migrations.version }

    /// Checks the structure of the file and every value in it, without changing anything.
    ///
    /// - Throws: `LedgerError.damaged` or `.badValue` for the first damage, or why the file cannot be read.
    public func check() throws(LedgerError) {
        try read { database in
            let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "no answer"
            guard finding == "ok" else { throw LedgerError.damaged(path: path, reason: finding) }
            for table in LedgerTable.allCases {
                let rows = try Row.fetchCursor(database, sql: "SELECT * FROM \(table.rawValue)")
                while let row = try rows.next() { try table.check(LedgerRow(row, of: table)) }
            }
            // The table of facts has values of several types, which only their readers know.
            let facts = LedgerStateStore(database)
            _ = (try facts.planningFacts(today: .latest), try facts.lastRun(), try facts.clock())
        }
    }
}
