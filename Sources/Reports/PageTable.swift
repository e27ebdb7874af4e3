/// The numbers behind a chart.
public struct PageTable: Sendable {
    /// What the table shows.
    public let caption: String
    /// The names of the columns.
    public let columns: [String]
    /// The rows; the first cell of each names it.
    public let rows: [[String]]

    /// Creates a table.
    public init(_ caption: String, columns: [String], rows: [[String]]) {
        self.caption = caption
        self.columns = columns
        self.rows = rows
    }
}
