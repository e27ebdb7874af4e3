internal import CivilTime
internal import GRDB
public import Ledger

extension Ledger {
    public static var schemaVersion: Int { Migrations.version }

    /// The maximum number of reported damages.
    public static let mostDamages = 20

    /// Checks the structure of the file and every value in it, without changing anything.
    ///
    /// - Throws: `LedgerError.damaged` or `.badValue` for the first damage, or why the file cannot be read.
    public func check() throws(LedgerError) {
        try read { database in
            let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "no answer"
            guard finding == "ok" else { throw LedgerError.damaged(path: path, reason: finding) }
            try RowNumbers.check(database)
            try EventLog(database).check()
            for table in LedgerTable.allCases { try Ledger.checkRows(of: table, in: database) { throw $0 } }
            try Ledger.checkFacts(database)
        }
    }

    /// All damages, at most `mostDamages`: of the structure, of references between rows, and of values.
    ///
    /// - Parameter isThorough: whether the header, the indexes and the schema are checked, too, which takes longer.
    /// - Throws: `LedgerError` if the file cannot be read.
    public func damages(isThorough: Bool) throws(LedgerError) -> [String] {
        let isForeign = isThorough && LedgerHeader.hasForeignValue(path)
        let header = isForeign ? ["the header of the file: a value is wrong"] : []
        return try header + read { try Ledger.damages(in: $0, isThorough: isThorough, schema: nil) }
    }

    /// All damages of a ledger with this antrain's version of the schema.
    ///
    /// - Parameter kind: what a thorough check compares with the schema of this version: by default, only the migrations, because a repair
    ///   takes rows from snapshots whatever else is in them; nil for everything.
    static func damages(in database: Database, isThorough: Bool, schema kind: String? = "migration") throws -> [String]
    {
        let check = isThorough ? "integrity_check" : "quick_check"
        var damages: [String] = []
        func attempt(_ what: String, _ body: () throws -> Void) throws {
            do { try body() } catch let error as LedgerValueError {
                damages.append("\(error)")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
                damages.append("\(what): \(error.message ?? "part of it cannot be read")")
            }
        }
        try attempt("the file") {
            damages += try String.fetchAll(database, sql: "PRAGMA \(check)(\(mostDamages))").filter { $0 != "ok" }
        }
        if isThorough {
            let expected = try LedgerSchema.expected()
            try attempt("the schema") {
                damages += [try LedgerSchema(database).difference(from: expected, in: kind)].compactMap(\.self)
            }
        }
        try attempt("the references between tables") { damages += try orphans(database) }
        try attempt("the row numbers") {
            try RowNumbers.check(database)
            try EventLog(database).check()
        }
        for table in LedgerTable.allCases where damages.count < mostDamages {
            try attempt("table \(table.rawValue)") {
                try checkRows(of: table, in: database) { error in
                    if damages.count < mostDamages { damages.append("\(error)") }
                }
            }
        }
        if damages.isEmpty { try attempt("table \(LedgerTable.fact.rawValue)") { try checkFacts(database) } }
        return Array(damages.prefix(mostDamages))
    }

    /// The rows that refer to rows that do not exist.
    private static func orphans(_ database: Database) throws -> [String] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY "table", parent
                ORDER BY "table", parent
                """
        )
        return rows.map { row in
            let (table, parent) = (row[0] as String? ?? "?", row[1] as String? ?? "?")
            let count = row[2] as Int64? ?? 1
            let verb = count == 1 ? "row refers to a row" : "rows refer to rows"
            return "table \(table): \(count) \(verb) of \(parent) that \(count == 1 ? "does" : "do") not exist"
        }
    }

    private static func checkRows(
        of table: LedgerTable,
        in database: Database,
        report: (LedgerValueError) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM \(table.rawValue)")
        while let row = try rows.next() {
            do { try table.check(LedgerRow(row, of: table)) } catch { try report(error) }
        }
    }

    /// The table of facts has values of several types, which only their readers know.
    private static func checkFacts(_ database: Database) throws {
        let facts = FactStore(database)
        _ = (try PlanningSnapshotReader(database).read(today: .latest), try facts.lastRun(), try facts.clock())
    }
}
