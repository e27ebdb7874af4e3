internal import GRDB
internal import Ledger
internal import Reminders

/// Determines what a repaired ledger lacks.
struct LossFinder {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Compares the references in pending reminders and the journal with the existing rows.
    func losses(in tables: [LedgerRepair.Table]) throws -> [LedgerLoss] {
        func isDamaged(_ table: LedgerTable) -> Bool {
            tables.contains { $0.name == table.rawValue && ($0.lost > 0 || $0.isIncomplete) }
        }
        // Rows that are still missing are found by the rows that refer to them.
        func isRestored(_ table: LedgerTable) -> Bool {
            tables.contains { $0.name == table.rawValue && $0.restored > 0 }
        }
        var losses: [LedgerLoss] = []
        let subjects = Set(try items().map(\.id))
        if isDamaged(.activation) {
            let named = try programs()
            let wereThere =
                isDamaged(.journal) || subjects.contains { OccurrenceSource(subject: $0).reminderNumber == nil }
            losses += named.isEmpty && wereThere && !isRestored(.activation) ? [.programs] : named
        }
        if isDamaged(.reminder) {
            let named = try reminders()
            let wereThere = subjects.contains { OccurrenceSource(subject: $0).reminderNumber != nil }
            losses += named.isEmpty && wereThere && !isRestored(.reminder) ? [.reminders] : named
        }
        return losses
    }

    /// The inactive programs that were activated last, or that a pending notification belongs to.
    private func programs() throws -> [LedgerLoss] {
        let active = Set(try ActivationStore(database).activations().map(\.programID))
        let known = try database.rows(
            """
            SELECT number, subject, kind FROM journal WHERE kind IN \([JournalKind.activated, .deactivated].sql) AND undone_at IS NULL ORDER BY number
            """,
            of: .journal
        ) { (try $0.text("subject"), try $0.word("kind", JournalKind.self)) }
        var isActive = Dictionary(known) { $1 }.mapValues { $0 == .activated }
        var names: [String: String] = [:]
        for (id, name, state) in try items() where OccurrenceSource(subject: id).reminderNumber == nil {
            names[id] = name
            if state == .pending, isActive[id] == nil { isActive[id] = true }
        }
        return isActive.filter { $0.value && !active.contains($0.key) }.keys.sorted().map {
            .program(id: $0, name: names[$0] ?? $0)
        }
    }

    /// The missing user reminders that a pending notification belongs to.
    private func reminders() throws -> [LedgerLoss] {
        let there = Set(try Int64.fetchAll(database, sql: "SELECT number FROM reminder"))
        var titles: [Int64: String] = [:]
        for (id, name, state) in try items() where state == .pending {
            if let number = OccurrenceSource(subject: id).reminderNumber, !there.contains(number) {
                titles[number] = name
            }
        }
        return titles.sorted { $0.key < $1.key }.map { .reminder(number: $0.key, title: $0.value) }
    }

    private func items() throws -> [(id: String, name: String, state: NotificationState)] {
        try database.rows(
            """
            SELECT DISTINCT i.program_id, i.program_name, n.state AS notification_state, i.notification, i.position
            FROM notification_item i JOIN notification n ON n.number = i.notification ORDER BY i.notification
            """,
            of: .item
        ) {
            (
                try $0.text("program_id"), try $0.text("program_name"),
                try $0.joined(.notification).word("state", NotificationState.self)
            )
        }
    }
}
