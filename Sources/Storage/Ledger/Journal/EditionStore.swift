public import CivilTime
internal import GRDB

/// A text that a program's file had when something about the program was recorded.
public struct Edition: Sendable, Hashable {
    public let programID: String
    /// The text.
    public let source: [UInt8]
}

/// The first reading of a program's file after the user edited it.
public struct ProgramEdit: Sendable, Hashable {
    public let programID: String
    /// The number of the text before the edit.
    public let edition: Int64
    /// When the new text was read.
    public let at: Instant
}

/// The texts of programs that answers and entries of the training log refer to, each stored once.
struct EditionStore {
    let database: Database

    /// The number of the text of an active program; nil if the program is not active.
    func current(_ programID: String) throws -> Int64? {
        try number(of: programID, ActivationStore.current, [])
    }

    /// The number of the text that a program had for a date: that of its last activation that had begun by then, or else of the last one;
    /// nil if it was never active.
    func number(of programID: String, on date: CivilDate) throws -> Int64? {
        let last = """
            number = (
                SELECT number FROM activation WHERE program_id = ? AND undone_at IS NULL
                ORDER BY start_date <= ? DESC, \(RecordOrder.sql) DESC LIMIT 1
            )
            """
        return try number(of: programID, last, [programID, date.description])
    }

    /// The number of the text of a program's activation, which is added unless it is known.
    private func number(of programID: String, _ condition: String, _ values: StatementArguments) throws -> Int64? {
        let condition = "program_id = ? AND \(condition)"
        let arguments: StatementArguments = [programID] + values
        func known() throws -> Int64? {
            try database.firstRow(
                """
                SELECT number FROM edition
                WHERE program_id = ? AND source = (SELECT source FROM activation WHERE \(condition)) ORDER BY number LIMIT 1
                """,
                [programID] + arguments,
                of: .edition
            ) { try $0.edition("number") }
        }
        if let number = try known() { return number }
        try database.run(
            "INSERT INTO edition (program_id, source) SELECT program_id, source FROM activation WHERE \(condition)",
            arguments
        )
        return try known()
    }

    /// Records that the text of an active program's file is another one now, unless another process has recorded it.
    ///
    /// The entry names both texts, and belongs to no action: undoing what a command did does not change the file.
    func replaceCurrent(_ programID: String, with source: [UInt8], at now: Instant) throws {
        guard let former = try current(programID) else { return }
        try database.run(
            "UPDATE activation SET source = :source WHERE program_id = :program AND \(ActivationStore.current) AND source <> :source",
            ["source": source.databaseData, "program": programID]
        )
        guard database.changesCount > 0, let present = try current(programID) else { return }
        try database.run(
            "INSERT INTO journal (at, kind, subject, edition, value) VALUES (?, ?, ?, ?, ?)",
            [now.secondsSinceEpoch, JournalKind.edited.rawValue, programID, former, "\(present)"]
        )
    }

    /// The edits of programs, in their order.
    func edits() throws -> [ProgramEdit] {
        try database.rows(
            "SELECT number, at, subject, edition FROM journal WHERE kind = \(JournalKind.edited.sql) ORDER BY \(RecordOrder.sql)",
            of: .journal
        ) { row in
            ProgramEdit(
                programID: try row.text("subject"),
                edition: try row.edition("edition"),
                at: try row.instant("at")
            )
        }
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

extension Ledger {
    /// The texts of programs that answers refer to, by number.
    public func editions(of programs: [String]) throws(LedgerError) -> [Int64: Edition] {
        try read { try EditionStore(database: $0).all(of: programs) }
    }
}
