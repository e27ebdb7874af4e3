/// A value in the ledger that its schema does not allow: the file was edited by another program, or is damaged.
public struct LedgerValueError: Error, Sendable, Hashable {
    /// The table.
    public let table: String
    /// The row's key, such as `number 3`; empty where the row has none.
    public let row: String
    /// The column.
    public let column: String
    /// The value, shortened, with no control characters.
    public let value: String
    /// What the column should hold.
    public let expected: String
}

extension LedgerValueError: CustomStringConvertible {
    /// Where the value is, and what should be there.
    public var description: String {
        "table \(table)\(row.isEmpty ? "" : ", row \(row)"), column \(column): \(value) is not \(expected)"
    }
}
