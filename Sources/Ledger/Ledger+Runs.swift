public import CivilTime
internal import GRDB

extension Ledger {
    /// The minimum interval between recorded runs, so that not every run writes.
    private static let runStep: Int64 = 600

    /// When antrain last ran to deliver, to the nearest ten minutes; nil if never.
    public func lastRun() throws(LedgerError) -> Instant? {
        try read { try FactStore($0).lastRun() }
    }

    /// Records a run.
    public func noteRun(at now: Instant) throws(LedgerError) {
        if let last = try lastRun(), (0..<Ledger.runStep).contains(last.span(until: now).seconds) { return }
        try write { try FactStore($0).note(run: now) }
    }

    /// How a channel's latest delivery of a notification due at or after a time ended; nil if there was none.
    public func lastDelivery(on channel: String, since start: Instant) throws(LedgerError) -> DeliveryRecord? {
        try read { database in
            try database.firstRow(
                """
                SELECT d.notification, d.channel, d.state, d.attempts, d.ended_at, d.late_seconds, d.reason, d.early_at
                FROM (
                    SELECT number, instant FROM notification WHERE state = 'pending' AND instant >= ?
                    UNION ALL SELECT number, instant FROM notification
                        WHERE state <> 'pending' AND state <> 'cancelled' AND instant >= ?
                ) n JOIN delivery d ON d.notification = n.number
                WHERE d.channel = ? AND d.attempts > 0 AND d.state <> 'cancelled'
                ORDER BY n.instant DESC LIMIT 1
                """,
                [start.secondsSinceEpoch, start.secondsSinceEpoch, channel],
                of: .delivery
            ) { try DeliveryRecord($0) }
        }
    }
}
