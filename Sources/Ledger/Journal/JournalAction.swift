public import CivilTime

/// A user action that can be undone.
public struct JournalAction: Sendable, Hashable {
    /// Its number.
    public let batch: Int64
    /// Its kind, such as `completed` or `snoozed`.
    public let kind: String
    /// The subjects: IDs of programs or notifications, or `*` for every program.
    public let subjects: [String]
    /// The date of each subject, in the same order.
    public let dates: [CivilDate?]

    /// The date that it refers to, if it is a single one.
    public var date: CivilDate? {
        guard let first = dates.first, dates.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}

extension Ledger {
    /// The last action that was not undone.
    public func lastAction() throws(LedgerError) -> JournalAction? {
        try read { try JournalStore($0).lastAction() }
    }

    /// The actions that repeated runs of `undo` would undo, the last action first.
    public func undoableActions(limit: Int) throws(LedgerError) -> [JournalAction] {
        try read { try JournalStore($0).undoableActions(limit: limit) }
    }
}
