internal import GRDB
internal import Reminders

/// Data that a repair of the ledger did not find, and that only the user can add again.
public enum LedgerLoss: Sendable, Hashable {
    /// An active program, by its id.
    case program(id: String, name: String)
    /// One of the user's own reminders.
    case reminder(number: Int64, title: String)
    /// Active programs, if there were any: part of their table could not be read.
    case programs
    /// The user's own reminders, if there were any: part of their table could not be read.
    case reminders
}

extension LedgerLoss {
    /// Whether the lost data is, or may be, what a reminder comes from.
    func contains(_ source: OccurrenceSource) -> Bool {
        switch self {
        case .program(let id, _): source.programID == id
        case .programs: source.programID != nil
        case .reminder(let number, _): source.reminderNumber == number
        case .reminders: source.reminderNumber != nil
        }
    }
}

/// Determines what a repaired ledger lacks, and remembers it until the user has added it again.
struct LossStore {
    private static let name = "losses"

    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    /// Compares the references in pending reminders and the journal with the existing rows.
    ///
    /// - Parameter tables: the rows that the repair found.
    func record(_ tables: [LedgerRepair.Table]) throws -> [LedgerLoss] {
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
        // Data lost in an earlier repair may still be missing.
        losses += try self.losses().filter { !losses.contains($0) }
        try LedgerStateStore(database).set(LossStore.name, Array(losses.map(\.line).joined(separator: "\n").utf8))
        return try self.losses()
    }

    /// The data that is still missing.
    func losses() throws -> [LedgerLoss] {
        let all = try LedgerStateStore(database).text(LossStore.name)?.split(separator: "\n").compactMap {
            LedgerLoss(line: String($0))
        }
        guard let all, !all.isEmpty else { return [] }
        let active = Set(try LedgerStateStore(database).activations().map(\.programID))
        let titles = Set(try ReminderStore(database).all().map(\.title))
        return all.filter { loss in
            switch loss {
            case .program(let id, _): !active.contains(id)
            case .programs: active.isEmpty
            case .reminder(_, let title): !titles.contains(title)
            case .reminders: titles.isEmpty
            }
        }
    }

    /// The inactive programs that were activated last, or that a pending notification belongs to.
    private func programs() throws -> [LedgerLoss] {
        let active = Set(try LedgerStateStore(database).activations().map(\.programID))
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

extension LedgerLoss {
    /// The loss in its stored form.
    fileprivate var line: String {
        switch self {
        case .program(let id, let name): "program\t\(id)\t\(name)"
        case .reminder(let number, let title): "reminder\t\(number)\t\(title)"
        case .programs: "programs"
        case .reminders: "reminders"
        }
    }

    fileprivate init?(line: String) {
        let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count) {
        case ("program", 3): self = .program(id: parts[1], name: parts[2])
        case ("reminder", 3):
            guard let number = Int64(parts[1]) else { return nil }
            self = .reminder(number: number, title: parts[2])
        case ("programs", 1): self = .programs
        case ("reminders", 1): self = .reminders
        default: return nil
        }
    }
}

extension Ledger {
    /// The data that a repair lost and the user has not added again.
    public func losses() throws(LedgerError) -> [LedgerLoss] {
        try read { try LossStore($0).losses() }
    }
}
