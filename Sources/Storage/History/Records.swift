public import CivilTime
internal import GRDB
public import Ledger
internal import Planning
public import Reminders

/// A notification in the queue, with its channels.
public struct PendingRecord: Sendable, Hashable {
    /// The row number, which is not shown to users.
    public let number: Int64
    public let notification: PlannedNotification
    public let deliveries: [DeliveryRecord]
}

/// The state of a delivery.
public struct DeliveryRecord: Sendable, Hashable {
    public let channel: String
    public let state: OutboxState
    public let attempts: Int
    public let endedAt: Instant?
    public let lateSeconds: Int64?
    /// The last reason for a failure.
    public let reason: String?
    /// When it was delivered early by a clock that was ahead; nil if it was not, or if no other delivery followed.
    public let earlyAt: Instant?

    /// Whether its result is unknown because the ledger was repaired or restored from an earlier copy.
    public var isLost: Bool { reason?.contains(Missed.isUnknown) ?? false }
}

/// A notification whose time has come, with its result.
public struct HistoryRecord: Sendable, Hashable {
    /// The row number, which is not shown to users.
    public let number: Int64
    public let notification: PlannedNotification
    /// The result: `delivered`, `failed`, `missed`, `dropped` or `replaced`; `pending` while a channel still retries.
    public let state: String
    public let deliveries: [DeliveryRecord]
    /// Why it is no longer planned; nil if it was sent or missed, or is pending.
    public let drop: DroppedReminder?
    /// The answers to it that channels reported.
    public let answers: [ReportedAnswer]
}

extension Ledger {
    /// The pending notifications, soonest first.
    ///
    /// - Parameter limit: the maximum number.
    public func pending(limit: Int) throws(LedgerError) -> [PendingRecord] {
        try read { database in
            try self.pending(
                "WHERE state = \(NotificationState.pending.sql) ORDER BY instant, id LIMIT ?",
                [limit],
                in: database
            )
        }
    }

    /// The number of pending notifications, counted up to a limit.
    public func pendingCount(upTo limit: Int) throws(LedgerError) -> Int {
        try read { database in
            try Int.fetchOne(
                database,
                sql:
                    "SELECT count(*) FROM (SELECT 1 FROM notification WHERE state = \(NotificationState.pending.sql) LIMIT ?)",
                arguments: [limit]
            ) ?? 0
        }
    }

    /// The notifications whose time has come, latest first.
    ///
    /// - Parameters:
    ///   - limit: the maximum number.
    ///   - filter: which ones; all by default.
    ///   - last: the last one of the previous part, to continue after it; a long history is read in parts.
    ///   - now: the present; what a clock that was ahead recorded as missed is left out. nil for everything.
    public func history(
        limit: Int,
        _ filter: HistoryFilter = HistoryFilter(),
        after last: HistoryRecord? = nil,
        now: Instant? = nil
    ) throws(LedgerError) -> [HistoryRecord] {
        let (filtered, values) = filter.conditions
        return try read { database in
            let (after, place): (String, StatementArguments) =
                last.map {
                    (
                        "AND (instant, id) < (?, ?)",
                        [$0.notification.instant.secondsSinceEpoch, $0.notification.id.rawValue]
                    )
                } ?? ("", [])
            let arguments = place + values
            // A reminder that was dropped is of interest even before its time.
            let past = Ledger.isPast(now, lead: .days(1))
            // One channel may have delivered while another retries.
            let begun = """
                state = \(NotificationState.pending.sql) \(after)\(filtered) AND EXISTS (
                    SELECT 1 FROM delivery WHERE delivery.notification = notification.number
                        AND (attempts > 0 OR delivery.state IN \(OutboxState.attempted.sql) OR early_at IS NOT NULL))
                """
            let ended = "\(NotificationState.hasEnded()) AND \(past) \(after)\(filtered)"
            let records = try [ended, begun].flatMap { kind -> [HistoryRecord] in
                let condition = "WHERE \(kind) ORDER BY instant DESC, id DESC LIMIT ?"
                return try self.history(condition, arguments + [limit], in: database)
            }
            let latestFirst = records.sorted {
                ($0.notification.instant, $0.notification.id) > ($1.notification.instant, $1.notification.id)
            }
            return Array(latestFirst.prefix(limit))
        }
    }

    /// Whether a notification that ended is not one that a clock ahead of the present recorded as missed, in SQL.
    ///
    /// - Parameter lead: how long before its time a reminder that is no longer planned counts; nil for always.
    static func isPast(_ now: Instant?, lead: TimeSpan? = nil) -> String {
        guard let now else { return "TRUE" }
        let missed =
            "(state <> \(NotificationState.missed.sql) OR instant <= \(now.adding(ClockStep.tolerance).secondsSinceEpoch))"
        guard let lead else { return missed }
        let dropped =
            "(state NOT IN \(NotificationState.unplanned.sql) OR instant <= \(now.adding(lead).secondsSinceEpoch))"
        return "\(missed) AND \(dropped)"
    }

    public func pending(_ id: String) throws(LedgerError) -> PendingRecord? {
        try read { database in
            try self.pending("WHERE state = \(NotificationState.pending.sql) AND id = ? LIMIT 1", [id], in: database)
                .first
        }
    }

    public func notification(_ id: String) throws(LedgerError) -> PlannedNotification? {
        try read { database in
            try NotificationRows(database).fetch("WHERE id = ? LIMIT 1", [id]).first?.notification
        }
    }

    /// The failures of a channel since its last delivery, latest first: those of notifications due in a time span, at most `limit`.
    ///
    /// A delivery that antrain did not attempt in time is not a failure of the channel, and neither is one before the user's last
    /// decision about it.
    ///
    /// A pending notification counts before its time if its deliveries have begun, by a clock that was ahead or by a plugin that
    /// schedules them itself. The others, which can be thousands, are not read.
    ///
    /// - Parameters:
    ///   - now: the end of the span.
    ///   - countsHandedOver: whether deliveries that another channel took over count.
    public func failures(
        on channel: String,
        since start: Instant,
        until now: Instant,
        limit: Int = 20,
        countsHandedOver: Bool = true
    ) throws(LedgerError) -> [DeliveryRecord] {
        let latest = try read { database in
            try database.rows(
                """
                SELECT d.notification, d.channel, d.state, d.attempts, d.ended_at, d.late_seconds, d.reason, d.early_at
                FROM (
                    SELECT number, instant FROM notification
                        WHERE state = \(NotificationState.pending.sql) AND instant BETWEEN :start AND :now
                    UNION SELECT number, instant FROM notification
                        WHERE \(NotificationState.hasEnded()) AND instant >= :start
                    UNION SELECT number, instant FROM delivery JOIN notification ON notification = number
                        WHERE delivery.state IN \(OutboxState.waiting.sql) AND instant >= :start
                    UNION SELECT number, instant FROM delivery JOIN notification ON notification = number
                        WHERE delivery.state = \(OutboxState.scheduled.sql) AND channel = :channel AND instant >= :start
                ) n JOIN delivery d ON d.notification = n.number
                WHERE d.channel = :channel AND d.state <> \(OutboxState.cancelled.sql)
                    AND (d.attempts > 0 OR (d.state = \(OutboxState.expired.sql) AND d.reason = :unknown))
                    AND (:all OR d.handed_to IS NULL)
                    AND (d.ended_at IS NULL
                        OR d.ended_at > coalesce((SELECT decided_at FROM permission WHERE channel = :channel), -1))
                ORDER BY n.instant DESC LIMIT :limit
                """,
                [
                    "start": start.secondsSinceEpoch, "now": now.secondsSinceEpoch, "channel": channel,
                    "unknown": Missed.unknownReason,
                    "limit": Int64(limit), "all": countsHandedOver ? 1 : 0,
                ],
                of: .delivery
            ) { try DeliveryRecord($0) }
        }
        return Array(latest.prefix { [.retrying, .failed, .expired].contains($0.state) })
    }

    // Rows are read together, with a condition that selects notifications, instead of one by one.

    private func pending(_ condition: String, _ arguments: StatementArguments, in database: Database) throws
        -> [PendingRecord]
    {
        let deliveries = try deliveries(condition, arguments, in: database)
        return try NotificationRows(database).fetch(condition, arguments).map { number, notification in
            let open = (deliveries[number] ?? []).filter { $0.state != .cancelled }
            return PendingRecord(number: number, notification: notification, deliveries: open)
        }
    }

    /// The notifications that a condition selects, with their states and deliveries.
    func history(_ condition: String, _ arguments: StatementArguments, in database: Database) throws -> [HistoryRecord]
    {
        let states = try states(condition, arguments, in: database)
        let deliveries = try deliveries(condition, arguments, in: database)
        let notifications = try NotificationRows(database).fetch(condition, arguments)
        let answers = try answers(notifications.map(\.notification), in: database)
        return notifications.map { number, notification in
            HistoryRecord(
                number: number,
                notification: notification,
                state: states[number]?.rawValue ?? "",
                deliveries: (deliveries[number] ?? []).filter { $0.state != .cancelled },
                drop: states[number]?.isUnplanned == true
                    ? deliveries[number]?.lazy.compactMap(DroppedReminder.init).first : nil,
                answers: answers[notification.id] ?? []
            )
        }
    }

    private func answers(_ notifications: [PlannedNotification], in database: Database) throws
        -> [NotificationID: [ReportedAnswer]]
    {
        let dates = notifications.map(\.date)
        guard let first = dates.min(), let last = dates.max() else { return [:] }
        return Dictionary(grouping: try ReportedAnswer.about(first...last, in: database), by: \.notification)
    }

    private func states(_ condition: String, _ arguments: StatementArguments, in database: Database) throws
        -> [Int64: NotificationState]
    {
        let states = try database.rows(
            "SELECT number, id, state, instant FROM notification \(condition)",
            arguments,
            of: .notification
        ) { (try $0.integer("number"), try $0.word("state", NotificationState.self)) }
        return Dictionary(states) { first, _ in first }
    }

    private func deliveries(_ condition: String, _ arguments: StatementArguments, in database: Database) throws
        -> [Int64: [DeliveryRecord]]
    {
        let deliveries = try database.rows(
            """
            SELECT notification, channel, state, attempts, ended_at, late_seconds, reason, early_at FROM delivery
            WHERE notification IN (SELECT number FROM notification \(condition))
            ORDER BY notification, channel
            """,
            arguments,
            of: .delivery
        ) { (try $0.integer("notification"), try DeliveryRecord($0)) }
        return Dictionary(grouping: deliveries, by: \.0).mapValues { $0.map(\.1) }
    }
}

extension DeliveryRecord {
    init(_ row: LedgerRow) throws {
        let state = try row.word("state", OutboxState.self)
        let reason = try row.optional("reason", row.text)
        // An early delivery that counts again has a reason.
        let isRestored = state == .delivered && reason != nil
        self.init(
            channel: try row.text("channel"),
            state: state,
            attempts: try row.count("attempts"),
            endedAt: try row.optional("ended_at", row.instant),
            lateSeconds: try row.optional("late_seconds", row.seconds),
            reason: reason,
            earlyAt: isRestored ? nil : try row.optional("early_at", row.instant)
        )
    }
}

extension DroppedReminder {
    /// Reads the record of a delivery that was cancelled with its reminder.
    init?(_ delivery: DeliveryRecord) {
        guard delivery.state == .cancelled, let at = delivery.endedAt, let reason = delivery.reason else { return nil }
        self.init(reason: reason, at: at)
    }
}
