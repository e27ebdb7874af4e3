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
