package import GRDB
internal import Reminders

/// Data that a repair of the ledger did not find, and that only the user can add again.
public enum LedgerLoss: Sendable, Hashable {
    case program(id: String, name: String)
    case reminder(number: Int64, title: String)
    /// Active programs, if there were any: part of their table could not be read.
    case programs
    /// The user's own reminders, if there were any: part of their table could not be read.
    case reminders

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

/// Remembers what a repaired ledger lacks until the user has added it again.
package struct LossStore {
    private let database: Database

    package init(_ database: Database) { self.database = database }

    /// Adds losses to those of earlier repairs.
    ///
    /// - Returns: the data that is still missing.
    package func record(_ new: [LedgerLoss]) throws -> [LedgerLoss] {
        let losses = try new + self.losses().filter { !new.contains($0) }
        try FactStore(database).set(.losses, Array(losses.map(\.line).joined(separator: "\n").utf8))
        return try self.losses()
    }

    /// The data that is still missing.
    package func losses() throws -> [LedgerLoss] {
        let all = try FactStore(database).text(.losses)?.split(separator: "\n").compactMap {
            LedgerLoss(line: String($0))
        }
        guard let all, !all.isEmpty else { return [] }
        let active = Set(try ActivationStore(database).activations().map(\.programID))
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
    public func losses() throws(LedgerError) -> [LedgerLoss] { try read { try LossStore($0).losses() } }
}
