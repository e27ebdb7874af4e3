public import CivilTime
internal import GRDB

extension Ledger {
    /// Replaces the oldest notifications before an instant, and their deliveries, with counts.
    ///
    /// One call takes a bounded number of notifications, in one transaction. The first call only records the clock: nothing is
    /// removed until calls have been made for three days without a jump of the clock.
    ///
    /// - Parameters:
    ///   - limit: the first instant whose notifications are kept. What was due in the last 90 days must be kept: plans refer to it.
    ///   - most: the largest number of notifications.
    /// - Returns: the number of notifications that were removed.
    @discardableResult
    public func compact(before limit: Instant, now: Instant, atMost most: Int? = nil) throws(LedgerError) -> Int {
        guard try read({ try Compaction($0).isDue(before: limit, now: now) }) else { return 0 }
        return try write { try Compaction($0).run(before: limit, now: now, atMost: most ?? Compaction.step) }
    }

    /// The instant before which the details of notifications were replaced by counts; nil if none were.
    public func compactedBefore() throws(LedgerError) -> Instant? {
        try read { try Compaction($0).detailsBegin() }
    }
}
