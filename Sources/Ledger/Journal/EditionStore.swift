internal import GRDB

/// A text that a program's file had when something about the program was recorded.
public struct Edition: Sendable, Hashable {
    /// The ID of the program.
    public let programID: String
    /// The text.
    public let source: [UInt8]
}

/// The texts of programs that answers and entries of the training log refer to, each stored once.
struct EditionStore {
    let database: Database

    /// The number of the text of an active program; nil if the program is not active.
    func current(_ programID: String) throws -> Int64? {
        let condition = "program_id = ? AND deactivated_at IS NULL"
        func known() throws -> Int64? {
            try database.firstRow(
                """
                SELECT number FROM edition
                WHERE program_id = ? AND source = (SELECT source FROM activation WHERE \(condition)) ORDER BY number LIMIT 1
                """,
                [programID, programID],
                of: .edition
            ) { try $0.edition("number") }
        }
        if let number = try known() { return number }
        try database.run(
            "INSERT INTO edition (program_id, source) SELECT program_id, source FROM activation WHERE \(condition)",
            [programID]
        )
        return try known()
    }

    /// The texts of programs by number.
    func all(of programs: [String]) throws -> [Int64: Edition] {
        guard !programs.isEmpty else { return [:] }
        let marks = programs.map { _ in "?" }.joined(separator: ", ")
        let rows = try database.rows(
            "SELECT number, program_id, source FROM edition WHERE program_id IN (\(marks)) ORDER BY number",
            StatementArguments(programs),
            of: .edition
        ) { (try $0.edition("number"), Edition(programID: try $0.text("program_id"), source: try $0.bytes("source"))) }
        return Dictionary(rows) { first, _ in first }
    }
}
