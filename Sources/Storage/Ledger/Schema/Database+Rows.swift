internal import Foundation
package import GRDB

extension Database {
    /// The rows of a query, decoded by `decode`, which must not write to the ledger.
    ///
    /// - Parameter sql: a query with named columns; the prepared statement is cached.
    package func rows<Value>(
        _ sql: String,
        _ arguments: StatementArguments = [],
        of table: LedgerTable,
        _ decode: (LedgerRow) throws -> Value
    ) throws -> [Value] {
        let statement = try cachedStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        let places = LedgerRow.places(of: statement.columnNames)
        var result: [Value] = []
        while let row = try rows.next() { result.append(try decode(LedgerRow(row, of: table, places: places))) }
        return result
    }

    /// Executes a statement; it is prepared once.
    package func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Like GRDB's `inTransaction`, but prepares its statements only once.
    func transaction<Value>(_ begin: String, _ body: (Database) throws -> Value) throws -> Value {
        try run(begin)
        do {
            let value = try body(self)
            try run("COMMIT")
            return value
        } catch {
            // Some errors end the transaction (https://www.sqlite.org/lang_transaction.html).
            if isInsideTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// The first row of a query, decoded by `decode`.
    func firstRow<Value>(
        _ sql: String,
        _ arguments: StatementArguments = [],
        of table: LedgerTable,
        _ decode: (LedgerRow) throws -> Value
    ) throws -> Value? {
        guard let row = try Row.fetchOne(try cachedStatement(sql: sql), arguments: arguments) else { return nil }
        return try decode(LedgerRow(row, of: table))
    }
}

extension [UInt8] {
    /// The bytes as GRDB stores them.
    var databaseData: Data { Data(self) }
}

/// Codes in the text of SQL: SQLite uses a partial index only for a statement that contains the codes of its condition.
///
/// Only enums have these properties: their codes are known, and contain no quotation marks (`StoredCodeTests`).
extension RawRepresentable where RawValue == String, Self: CaseIterable {
    /// The stored code as a literal in SQL.
    package var sql: String { "'" + rawValue + "'" }
}

extension Sequence where Element: RawRepresentable & CaseIterable, Element.RawValue == String {
    /// The stored codes as a list in SQL: `('pending', 'retrying')`.
    ///
    /// `map(\.sql)` would make the runtime look up generic types whenever this runs.
    package var sql: String { "(" + map { $0.sql }.joined(separator: ", ") + ")" }
}

/// The order of rows of the journal, the training log, the activations and the reminders, in SQL.
///
/// Their numbers have it until rows of another machine are added: these may belong before rows with lower numbers. Then each row gets a
/// rank; rows without one were added later.
package enum RecordOrder {
    package static let sql = "coalesce(rank, number)"

    package static func of(_ table: String) -> String { "coalesce(\(table).rank, \(table).number)" }

    /// - Parameter batch: the number of an action, which is that of its first row in the journal.
    static func ofAction(_ batch: String) -> String {
        "(SELECT \(of("opening")) FROM journal AS opening WHERE opening.number = \(batch))"
    }
}

/// The numbers that SQLite gives to rows: one more than the highest ever given, which `sqlite_sequence` has.
///
/// After the largest possible number, SQLite gives no further ones and reports that the disk is full
/// (https://www.sqlite.org/autoinc.html).
package enum RowNumbers {
    /// The numbers that a ledger can reach: far fewer than SQLite allows.
    package static let range: ClosedRange<Int64> = 1...1_000_000_000_000_000
    static let expected = "a row number from 1 to \(range.upperBound)"

    /// The number that the next row of a table gets; one outside `range` if the ledger is damaged.
    package static func next(in table: LedgerTable, _ database: Database) throws -> Int64 {
        let query = """
            SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = ?
            """
        let statement = try database.cachedStatement(sql: query)
        let last = try Int64.fetchOne(statement, arguments: [table.rawValue]) ?? 0
        return last < .max ? last + 1 : last
    }

    /// Rejects an end of a sequence that is no possible number of a row.
    package static func check(_ database: Database) throws {
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT CAST(name AS TEXT), seq FROM sqlite_sequence ORDER BY name"
        )
        while let row = try rows.next() {
            let end = row[1] as DatabaseValue
            // SQLite writes zero for a table whose rows have no numbers yet.
            if let number = Int64.fromDatabaseValue(end), (0...range.upperBound).contains(number) { continue }
            throw LedgerValueError(
                table: "sqlite_sequence",
                row: "name '\(row[0] as String? ?? "?")'",
                column: "seq",
                value: end.description,
                expected: expected
            )
        }
    }
}
