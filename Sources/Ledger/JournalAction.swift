public import CivilTime

/// Something that the user did and may take back.
public struct JournalAction: Sendable, Hashable {
    /// Its number.
    public let batch: Int64
    /// What it was, as in `completed` or `snoozed`.
    public let kind: String
    /// What it concerned: ids of programs or notifications, or `*` for every program.
    public let subjects: [String]
    /// The date that it concerned.
    public let date: CivilDate?
}

extension Ledger {
    /// The last thing that the user did and did not take back.
    public func lastAction() throws(LedgerError) -> JournalAction? {
        try read { try JournalStore($0).lastAction() }
    }
}
