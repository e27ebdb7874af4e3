package import GRDB

/// The numbers that SQLite gives to rows: one more than the highest ever given, which `sqlite_sequence` has.
///
/// After the largest possible number, SQLite gives no further ones and reports that the disk is full
/// (https://www.sqlite.org/autoinc.html).
package enum RowNumbers {
    /// The numbers that a ledger can reach: far fewer than SQLite allows.
    package static let range: ClosedRange<Int64> = 1...1_000_000_000_000_000
    static let expected = "a row number from 1 to \(range.upperBound)"

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
