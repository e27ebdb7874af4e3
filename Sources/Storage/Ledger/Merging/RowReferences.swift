internal import Reminders

/// Where rows of the ledger refer to other rows by their numbers, for which portable events have IDs.
package enum RowReferences {
    /// The columns with the number of one row, and the table of that row; `revises` refers to the same table.
    package static func table(of column: String, in table: LedgerTable) -> LedgerTable? {
        switch column {
        case "batch": .journal
        case "revises": table
        case "edition": .edition
        default: nil
        }
    }

    /// The name of the ledger in the ID of a row; nil for another text, such as a number.
    package static func machine(of id: String) -> String? {
        let parts = id.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 3 && LedgerLineage.isName(String(parts[0])) ? String(parts[0]) : nil
    }

    /// The text in a column of the journal with other references.
    ///
    /// - Parameter reference: maps a table and a reference to one of its rows to the new reference.
    package static func replaced<Failure: Error>(
        _ text: String,
        in column: String,
        of kind: JournalKind,
        _ reference: (LedgerTable, String) throws(Failure) -> String
    ) throws(Failure) -> String {
        switch (column, kind) {
        case ("subject", .undone), ("subject", .redone): return try reference(.journal, text)
        case ("value", .edited): return try reference(.edition, text)
        case ("value", .preset):
            var numbers: [String] = []
            for number in text.split(separator: ",") { numbers.append(try reference(.reminder, String(number))) }
            return numbers.joined(separator: ",")
        // The subject of a reported answer has its ID, and the third line of its value the notification.
        case ("subject", .reported): return text
        case ("value", .reported):
            var lines = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
            guard lines.count > 2 else { return text }
            lines[2] = try subject(lines[2], reference)
            return lines.joined(separator: "\n")
        case ("subject", _): return try subject(text, reference)
        default: return text
        }
    }

    /// The subject of one of the user's own reminders, or the ID of a notification about one: `reminder/7`, `reminder/7/2026-11-23/0700`.
    private static func subject<Failure: Error>(
        _ text: String,
        _ reference: (LedgerTable, String) throws(Failure) -> String
    ) throws(Failure) -> String {
        var parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1, parts[0] + "/" == OccurrenceSource.reminderMark else { return text }
        parts[1] = try reference(.reminder, parts[1])
        return parts.joined(separator: "/")
    }
}
