internal import CivilTime
internal import GRDB
public import Reminders

/// Reads and writes the user's own reminders.
struct ReminderStore {
    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    /// The reminders that were not deleted, in order of creation.
    func all() throws -> [UserReminder] {
        try database.rows(
            "SELECT number, title, notes, at, rule FROM reminder WHERE deleted_at IS NULL ORDER BY number",
            of: .reminder
        ) { row in
            UserReminder(
                number: try row.integer("number"),
                title: try row.text("title"),
                notes: try row.optional("notes", row.text),
                at: try row.civilTime("at"),
                rule: try row.parsed("rule", as: "a repetition such as daily") { try? RepeatRule(parsing: $0) }
            )
        }
    }

    /// Adds a reminder.
    ///
    /// - Returns: its number.
    func add(_ reminder: UserReminder, at now: Instant) throws -> Int64 {
        try database.run(
            "INSERT INTO reminder (title, notes, at, rule, created_at) VALUES (?, ?, ?, ?, ?)",
            [
                reminder.title, reminder.notes, reminder.at.secondsSinceCivilEpoch, reminder.rule.description,
                now.secondsSinceEpoch,
            ]
        )
        return database.lastInsertedRowID
    }

    func replace(_ reminder: UserReminder) throws {
        try database.run(
            "UPDATE reminder SET title = ?, notes = ?, at = ?, rule = ? WHERE number = ?",
            [
                reminder.title, reminder.notes, reminder.at.secondsSinceCivilEpoch, reminder.rule.description,
                reminder.number,
            ]
        )
    }

    func delete(_ number: Int64, at now: Instant) throws {
        try database.run(
            "UPDATE reminder SET deleted_at = ? WHERE number = ? AND deleted_at IS NULL",
            [now.secondsSinceEpoch, number]
        )
    }

    func restore(_ number: Int64) throws {
        try database.execute(sql: "UPDATE reminder SET deleted_at = NULL WHERE number = ?", arguments: [number])
    }
}

extension Ledger {
    /// The title of one of the user's own reminders, even if it was deleted.
    public func reminderTitle(_ number: Int64) throws(LedgerError) -> String? {
        try read { database in
            try database.firstRow("SELECT number, title FROM reminder WHERE number = ?", [number], of: .reminder) {
                try $0.text("title")
            }
        }
    }

    /// The numbers of the existing reminders of each preset that was added and not undone.
    public func presets() throws(LedgerError) -> [String: [Int64]] {
        try read { database in
            let present = Set(try ReminderStore(database).all().map(\.number))
            return try JournalStore(database).presets().mapValues { $0.filter(present.contains) }
        }
    }

    /// The user's own reminders, in order of creation.
    public func reminders() throws(LedgerError) -> [UserReminder] {
        try read { try ReminderStore($0).all() }
    }

    /// The UIDs of the calendars' events that were imported as reminders, unless the import was undone.
    public func importedUIDs() throws(LedgerError) -> Set<String> {
        try read { database in
            let uids = try database.rows(
                "SELECT number, value FROM journal WHERE kind = ? AND undone_at IS NULL",
                [JournalStore.importedReminder],
                of: .journal
            ) { try $0.optional("value", $0.text) }
            return Set(uids.compactMap { $0 })
        }
    }
}
