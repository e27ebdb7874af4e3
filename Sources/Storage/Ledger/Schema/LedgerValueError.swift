/// A value in the ledger that violates its schema: another program edited the file, or it is damaged.
public struct LedgerValueError: Error, Sendable, Hashable {
    /// The table.
    public let table: String
    /// The row's key, such as `number 3`; empty if the row has none.
    public let row: String
    /// The column.
    public let column: String
    /// The value, shortened and without control characters.
    public let value: String
    /// The expected content of the column.
    public let expected: String
}

extension LedgerValueError: CustomStringConvertible {
    /// The location of the value, and what was expected.
    public var description: String {
        "table \(table)\(row.isEmpty ? "" : ", row \(row)"), column \(column): \(value) is not \(expected)"
    }
}
