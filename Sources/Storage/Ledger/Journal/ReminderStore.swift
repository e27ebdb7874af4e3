internal import CivilTime
internal import GRDB
public import Reminders

/// Reads and writes the user's own reminders.
///
/// Rows are only added: a change ends the present row and adds another one, which revises the first.
struct ReminderStore {
    private static let inForce = "deleted_at IS NULL AND undone_at IS NULL"

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// The reminders that were not deleted, in order of creation.
    func all() throws -> [UserReminder] {
        try database.rows(
            """
            SELECT number, coalesce(revises, number) AS root, title, notes, at, rule FROM reminder
            WHERE \(ReminderStore.inForce) ORDER BY root
            """,
            of: .reminder
        ) { row in
            UserReminder(
                number: try row.integer("root"),
                title: try row.text("title"),
                notes: try row.optional("notes", row.text),
                at: try row.civilTime("at"),
                rule: try row.parsed("rule", as: "a repetition such as daily") { try? RepeatRule(parsing: $0) }
            )
        }
    }

    /// - Parameters:
    ///   - reminder: the reminder; its number is not used.
    ///   - number: the number of the reminder that it replaces; nil for a new one.
    ///   - journal: the journal, whose action it belongs to.
    /// - Returns: the number of its row; for a new reminder, this is also its number.
    func add(_ reminder: UserReminder, revising number: Int64? = nil, in journal: JournalStore) throws -> Int64 {
        try database.run(
            "INSERT INTO reminder (title, notes, at, rule, created_at, revises, batch) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                reminder.title, reminder.notes, reminder.at.secondsSinceCivilEpoch, reminder.rule.description,
                journal.now.secondsSinceEpoch, number, journal.batch,
            ]
        )
        return database.lastInsertedRowID
    }

    func replace(_ reminder: UserReminder, in journal: JournalStore) throws {
        try delete(reminder.number, in: journal)
        _ = try add(reminder, revising: reminder.number, in: journal)
    }

    func delete(_ number: Int64, in journal: JournalStore) throws {
        try database.run(
            """
            UPDATE reminder SET deleted_at = ?, ended_batch = ?
            WHERE coalesce(revises, number) = ? AND \(ReminderStore.inForce)
            """,
            [journal.now.secondsSinceEpoch, journal.batch, number]
        )
    }

    /// Marks the addition of a reminder as undone, as if it had never been added.
    func withdraw(_ number: Int64, in journal: JournalStore) throws {
        let values: StatementArguments = [journal.now.secondsSinceEpoch, number]
        try database.run("UPDATE reminder SET undone_at = ? WHERE number = ?", values)
        try database.run(
            """
            UPDATE journal SET undone_at = ?
            WHERE kind = \(JournalKind.reminderAdded.sql) AND subject = 'reminder/' || ? AND undone_at IS NULL
            """,
            values
        )
        try journal.add(.withdrawn, OccurrenceSource.reminder(number).subject)
    }
}

extension Ledger {
    /// The title of one of the user's own reminders, even if it was deleted.
    public func reminderTitle(_ number: Int64) throws(LedgerError) -> String? {
        try read { database in
            try database.firstRow(
                """
                SELECT number, title FROM reminder WHERE number = :number OR revises = :number
                ORDER BY undone_at IS NULL DESC, \(RecordOrder.sql) DESC LIMIT 1
                """,
                ["number": number],
                of: .reminder
            ) { try $0.text("title") }
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
    public func reminders() throws(LedgerError) -> [UserReminder] { try read { try ReminderStore($0).all() } }

    /// The UIDs of the calendars' events that were imported as reminders, unless the import was undone.
    public func importedUIDs() throws(LedgerError) -> Set<String> {
        try read { database in
            let uids = try database.rows(
                "SELECT number, value FROM journal WHERE kind = ? AND undone_at IS NULL",
                [JournalKind.reminderImported.rawValue],
                of: .journal
            ) { try $0.optional("value", $0.text) }
            return Set(uids.compactMap { $0 })
        }
    }
}

/// Entries about presets: the subject is the preset's name, and the value the numbers of its reminders.
extension JournalStore {
    /// The numbers of the reminders of each preset that was added and not undone.
    func presets() throws -> [String: [Int64]] {
        let rows = try database.rows(
            "SELECT number, subject, value FROM journal WHERE kind = ? AND undone_at IS NULL ORDER BY \(RecordOrder.sql)",
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
