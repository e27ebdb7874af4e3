public import CivilTime
internal import GRDB
public import Reminders

extension Ledger {
    /// The moves of the time of reminders that apply, in the order in which they were recorded, and the rule that they follow.
    ///
    /// - Returns: the moves, and the number of the entry that began the rule, for `record(_:under:at:)`.
    public func timeMoves() throws(LedgerError) -> (moves: [TimeMove], rule: Int64) {
        try read { (try JournalStore($0).timeMoves(), try JournalStore($0).timeRule()) }
    }

    /// Whether no other move is within seven days of a date.
    public func mayMoveTime(on date: CivilDate) throws(LedgerError) -> Bool {
        try read { try JournalStore($0).mayMoveTime(on: date) }
    }

    /// Records a move, unless another process recorded one, or changed the rule, in the meantime.
    /// - Returns: whether it was recorded.
    public func record(_ move: TimeMove, under rule: Int64, at now: Instant) throws(LedgerError) -> Bool {
        try write { try JournalStore($0, at: now).add(move, under: rule) }
    }
}
