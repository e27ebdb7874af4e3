internal import CivilTime
internal import GRDB
internal import Reminders

extension JournalStore {
    /// The maximum number of journal rows to read, which keeps the list short.
    private static let longest = 1000
    private var chosen: String { "chosen" }

    /// The condition for entries that are not the priority of an activation, which is a part of it and cannot be undone.
    static let isNoActivation = """
        NOT (kind = '\(prioritized)' AND EXISTS (
            SELECT 1 FROM journal AS activated
            WHERE activated.batch = journal.batch AND activated.kind = 'activated' AND activated.subject = journal.subject
        ))
        """

    /// The condition for entries of actions that can be undone.
    static let isUndoable =
        "kind IN (\(actions.map { "'\($0)'" }.joined(separator: ", "))) AND undone_at IS NULL AND \(isNoActivation)"

    /// The actions that can be undone, latest first.
    func undoableActions(limit: Int) throws -> [JournalAction] {
        let entries = try database.rows(
            """
            SELECT number, batch, kind, subject, date FROM journal
                WHERE \(JournalStore.isUndoable) ORDER BY number DESC LIMIT \(JournalStore.longest)
            """,
            of: .journal
        ) { row in
            (
                batch: try row.integer("batch"), kind: try row.text("kind"), subject: try row.text("subject"),
                date: try row.optional("date", row.date)
            )
        }
        var actions: [JournalAction] = []
        for entry in entries {
            if let last = actions.last, last.batch == entry.batch {
                // The choice of an alternative is a part of the action that logged it.
                let isPart = entry.kind == chosen && last.kind != chosen
                guard !isPart else { continue }
                let replaces = last.kind == chosen && entry.kind != chosen
                actions[actions.count - 1] = JournalAction(
                    batch: last.batch,
                    kind: entry.kind,
                    subjects: [entry.subject] + (replaces ? [] : last.subjects),
                    dates: [entry.date] + (replaces ? [] : last.dates)
                )
            } else if actions.count < limit {
                actions.append(
                    JournalAction(batch: entry.batch, kind: entry.kind, subjects: [entry.subject], dates: [entry.date])
                )
            } else {
                break
            }
        }
        return actions
    }

    /// Restores the user's own reminders that an action deleted.
    func restoreReminders(_ batch: Int64) throws {
        for number in try reminders(of: batch, kind: "deleted") { try ReminderStore(database).restore(number) }
    }

    /// Deletes the user's own reminders that an import added.
    func deleteImportedReminders(_ batch: Int64) throws {
        for number in try reminders(of: batch, kind: JournalStore.importedReminder) {
            try ReminderStore(database).delete(number, at: now)
        }
    }

    /// The numbers of the user's own reminders in the entries of an action.
    private func reminders(of batch: Int64, kind: String) throws -> [Int64] {
        let subjects = try database.rows(
            "SELECT number, subject FROM journal WHERE batch = ? AND kind = ? AND undone_at IS NULL",
            [batch, kind],
            of: .journal
        ) { try $0.text("subject") }
        return subjects.compactMap { OccurrenceSource(subject: $0).reminderNumber }
    }
}
