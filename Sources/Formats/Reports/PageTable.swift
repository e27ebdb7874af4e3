/// The numbers behind a chart.
public struct PageTable: Sendable {
    public let caption: String
    /// What opens the table, such as `Volume by week: numbers`.
    public let summary: String
    /// The names of the columns.
    public let columns: [String]
    /// The rows; the first cell of each names it.
    public let rows: [[String]]

    public init(_ caption: String, summary: String, columns: [String], rows: [[String]]) {
        self.caption = caption
        self.summary = summary
        self.columns = columns
        self.rows = rows
    }
}
