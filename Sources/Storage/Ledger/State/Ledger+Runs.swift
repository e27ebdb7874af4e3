public import CivilTime
internal import GRDB

extension Ledger {
    /// The minimum interval between recorded runs, so that not every run writes.
    public static let runStep: Int64 = 600

    /// When antrain last ran to deliver, to the nearest ten minutes; nil if never.
    public func lastRun() throws(LedgerError) -> Instant? {
        try read { try LedgerStateStore($0).lastRun() }
    }

    /// Records a run.
    public func noteRun(at now: Instant) throws(LedgerError) {
        if let last = try lastRun(), (0..<Ledger.runStep).contains(last.span(until: now).seconds) { return }
        try write { try LedgerStateStore($0).note(run: now) }
    }

    /// When a trigger was installed last, by a command; nil if never.
    public func triggerInstalled() throws(LedgerError) -> Instant? {
        try read { try LedgerStateStore($0).triggerInstalled() }
    }

    /// Records that a trigger was installed.
    public func note(triggerInstalled now: Instant) throws(LedgerError) {
        try write { try LedgerStateStore($0).note(triggerInstalled: now) }
    }

    /// When the user did something for the first time; nil if never.
    public func firstAction() throws(LedgerError) -> Instant? {
        try read { database in
            let query = "SELECT at FROM journal ORDER BY number LIMIT 1"
            return try database.firstRow(query, [], of: .journal) { try $0.instant("at") }
        }
    }

    /// The channels that a reminder was sent through, or should have been.
    public func deliveryChannels() throws(LedgerError) -> [String] {
        try read { try String.fetchAll($0, sql: "SELECT DISTINCT channel FROM delivery ORDER BY channel") }
    }

    /// The last request of the heartbeat's URL; nil if there was none.
    public func lastHeartbeat() throws(LedgerError) -> HeartbeatAttempt? {
        try read { try LedgerStateStore($0).text(HeartbeatAttempt.name) }.flatMap(HeartbeatAttempt.init)
    }

    /// Records a request of the heartbeat's URL.
    public func note(_ attempt: HeartbeatAttempt) throws(LedgerError) {
        try write { try LedgerStateStore($0).set(HeartbeatAttempt.name, Array(attempt.line.utf8)) }
    }

    /// The failures of a channel since its last delivery, latest first: those of notifications due at or after a time, at most
    /// `limit`.
    ///
    /// A delivery that antrain did not attempt in time is not a failure of the channel, and neither is one before the user's last
    /// decision about it.
    ///
    /// - Parameter countsHandedOver: whether deliveries that another channel took over count.
    public func failures(
        on channel: String,
        since start: Instant,
        limit: Int = 20,
        countsHandedOver: Bool = true
    ) throws(LedgerError) -> [DeliveryRecord] {
        let latest = try read { database in
            try database.rows(
                """
                SELECT d.notification, d.channel, d.state, d.attempts, d.ended_at, d.late_seconds, d.reason, d.early_at
                FROM (
                    SELECT number, instant FROM notification WHERE state = \(NotificationState.pending.sql) AND instant >= :start
                    UNION ALL SELECT number, instant FROM notification
                        WHERE \(NotificationState.hasEnded()) AND instant >= :start
                ) n JOIN delivery d ON d.notification = n.number
                WHERE d.channel = :channel AND d.state <> \(OutboxState.cancelled.sql)
                    AND (d.attempts > 0 OR (d.state = \(OutboxState.expired.sql) AND d.reason = :unknown))
                    AND (:all OR d.handed_to IS NULL)
                    AND (d.ended_at IS NULL
                        OR d.ended_at > coalesce((SELECT decided_at FROM permission WHERE channel = :channel), -1))
                ORDER BY n.instant DESC LIMIT :limit
                """,
                [
                    "start": start.secondsSinceEpoch, "channel": channel, "unknown": Missed.unknownReason,
                    "limit": Int64(limit), "all": countsHandedOver ? 1 : 0,
                ],
                of: .delivery
            ) { try DeliveryRecord($0) }
        }
        return Array(latest.prefix { [.retrying, .failed, .expired].contains($0.state) })
    }
}
