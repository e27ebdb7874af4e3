internal import GRDB

/// Entries about presets: the subject is the preset's name, and the value the numbers of its reminders.
extension JournalStore {
    /// The numbers of the reminders of each preset that was added and not undone.
    func presets() throws -> [String: [Int64]] {
        let rows = try database.rows(
            "SELECT number, subject, value FROM journal WHERE kind = ? AND undone_at IS NULL ORDER BY number",
            [JournalKind.preset.rawValue],
            of: .journal
        ) { (try $0.text("subject"), try $0.reminderNumbers("value")) }
        return Dictionary(rows, uniquingKeysWith: +)
    }
}

extension LedgerRow {
    /// Numbers of the user's own reminders, separated by commas.
    package func reminderNumbers(_ column: String) throws(LedgerValueError) -> [Int64] {
        try parsed(column, as: "numbers of reminders, such as 1,2") { text in
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) }
            return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
        }
    }
}
