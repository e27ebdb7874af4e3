/// Codes in the text of SQL: SQLite uses a partial index only for a statement that contains the codes of its condition.
///
/// Only enums have these properties: their codes are known, and contain no quotation marks (`StoredCodeTests`).
extension RawRepresentable where RawValue == String, Self: CaseIterable {
    /// The stored code as a literal in SQL.
    package var sql: String { "'" + rawValue + "'" }
}

extension Sequence where Element: RawRepresentable & CaseIterable, Element.RawValue == String {
    /// The stored codes as a list in SQL: `('pending', 'retrying')`.
    package var sql: String { "(" + map(\.sql).joined(separator: ", ") + ")" }
}
