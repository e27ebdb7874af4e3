internal import CivilTime
internal import GRDB
internal import Planning
internal import Reminders

/// Records the outcome of an attempt.
struct AttemptStore {
    /// When a channel with a temporary failure is retried after all other channels failed permanently.
    private static let secondChance = TimeSpan.minutes(5)

    private let database: Database
    private let attempt: LeasedDelivery
    private let now: Instant
    private let uptime: Uptime

    init(_ database: Database, _ attempt: LeasedDelivery, now: Instant, uptime: Uptime) {
        self.database = database
        self.attempt = attempt
        self.now = now
        self.uptime = uptime
    }

    /// Records an outcome.
    ///
    /// - Returns: whether another channel took over.
    func record(_ outcome: DeliveryOutcome) throws -> Bool {
        switch outcome {
        case .delivered(let late): try deliver(late)
        case .retry(let at, let reason): try set(.retrying, due: at, reason: reason)
        case .failed(let reason):
            if try set(.failed, reason: reason) { try reviveOthers() }
        case .handedOver(let other, let failure):
            guard try isMine(), try handOver(to: other) else { return try record(failure) }
            let reason = (failure.reason.map { $0 + "; " } ?? "") + "handed over to \(other)"
            try set(.failed, reason: reason, handedTo: other, isPassing: failure.isPassing)
            try settle()
            return true
        }
        try settle()
        return false
    }

    /// A sent notification counts as delivered even if it was cancelled in the meantime: the user has seen it.
    private func deliver(_ late: Int64) throws {
        if ClockStep.isAhead(attempt.notification.instant, of: now), try repeatAtItsTime() { return }
        try database.run(
            """
            UPDATE delivery SET state = \(OutboxState.delivered.sql), due_at = :now, ended_at = :now, late_seconds = :late, reason = NULL,
                lease = NULL, wait_boot = NULL, wait_until = NULL
            WHERE notification = :number AND channel = :channel AND lease = :lease
            """,
            [
                "now": now.secondsSinceEpoch, "late": late, "number": attempt.number, "channel": attempt.channel,
                "lease": attempt.lease,
            ]
        )
        guard database.changesCount > 0 else { return }
        try database.run(
            """
            UPDATE notification SET state = \(NotificationState.delivered.sql)
            WHERE number = ? AND state IN \(([.cancelled] + NotificationState.unplanned).sql)
            """,
            [attempt.number]
        )
    }

    /// Makes a delivery pending again that was sent before its time, as the clock was set back while it was sent.
    ///
    /// - Returns: whether the notification is still wanted.
    private func repeatAtItsTime() throws -> Bool {
        try database.run(
            """
            UPDATE delivery SET early_at = :now, early_count = early_count + 1, attempts = 0, state = \(OutboxState.pending.sql), due_at = :due,
                ended_at = NULL, late_seconds = NULL, reason = NULL, lease = NULL, wait_boot = NULL, wait_until = NULL
            WHERE notification = :number AND channel = :channel AND lease = :lease
                AND (SELECT state FROM notification WHERE number = :number) = \(NotificationState.pending.sql)
            """,
            [
                "now": now.secondsSinceEpoch, "due": attempt.notification.instant.secondsSinceEpoch,
                "number": attempt.number, "channel": attempt.channel, "lease": attempt.lease,
            ]
        )
        return database.changesCount > 0
    }

    /// Gives up the attempt, as if it had not been made, until the reminder's time, which may be ahead again since the clock was
    /// set back.
    func postpone() throws {
        try database.run(
            """
            UPDATE delivery SET state = \(OutboxState.pending.sql), due_at = ?, attempts = max(0, attempts - 1), lease = NULL,
                wait_boot = NULL, wait_until = NULL
            WHERE notification = ? AND channel = ? AND lease = ? AND state = \(OutboxState.leased.sql)
            """,
            [
                attempt.notification.instant.secondsSinceEpoch, attempt.number, attempt.channel, attempt.lease,
            ]
        )
    }

    @discardableResult
    private func set(
        _ state: OutboxState,
        due: Instant? = nil,
        reason: String,
        handedTo: String? = nil,
        isPassing: Bool = false
    ) throws -> Bool {
        try database.run(
            """
            UPDATE delivery SET state = ?, due_at = ?, ended_at = ?, late_seconds = NULL, reason = ?, lease = NULL,
                wait_boot = ?, wait_until = ?, handed_to = ?, is_passing = ?
            WHERE notification = ? AND channel = ? AND lease = ? AND state = \(OutboxState.leased.sql)
            """,
            [
                state.rawValue, (due ?? now).secondsSinceEpoch, due == nil ? now.secondsSinceEpoch : nil, reason,
                due == nil ? nil : uptime.boot, due.map { wait(until: $0) }, handedTo, isPassing, attempt.number,
                attempt.channel, attempt.lease,
            ]
        )
        return database.changesCount > 0
    }

    private func wait(until due: Instant) -> Int64 {
        uptime.milliseconds + max(0, now.span(until: due).seconds) * 1000
    }

    private func isMine() throws -> Bool {
        let statement = try database.cachedStatement(
            sql:
                "SELECT 1 FROM delivery WHERE notification = ? AND channel = ? AND lease = ? AND state = \(OutboxState.leased.sql)"
        )
        return try Int.fetchOne(statement, arguments: [attempt.number, attempt.channel, attempt.lease]) != nil
    }

    /// Hands the notification over to another channel, unless that channel already has it.
    ///
    /// - Returns: false if that channel has already failed to deliver it, for example in a cycle of channels.
    private func handOver(to channel: String) throws -> Bool {
        guard channel != attempt.channel else { return false }
        try database.run(
            """
            INSERT INTO delivery (notification, channel, state, due_at, taken_over_from) VALUES (?, ?, \(OutboxState.pending.sql), ?, ?)
            ON CONFLICT (notification, channel) DO UPDATE SET state = \(OutboxState.pending.sql), due_at = excluded.due_at, ended_at = NULL,
                reason = NULL, lease = NULL, taken_over_from = excluded.taken_over_from WHERE state = \(OutboxState.cancelled.sql)
            """,
            [attempt.number, channel, now.secondsSinceEpoch, attempt.channel]
        )
        let state = try database.firstRow(
            "SELECT notification, channel, state FROM delivery WHERE notification = ? AND channel = ?",
            [attempt.number, channel],
            of: .delivery
        ) { try $0.word("state", OutboxState.self) }
        return state != .failed && state != .expired
    }

    /// If no channel is left that could deliver, retries those that handed over after a temporary failure.
    private func reviveOthers() throws {
        let due = now.adding(AttemptStore.secondChance)
        try database.run(
            """
            UPDATE delivery SET state = \(OutboxState.retrying.sql), due_at = :due, ended_at = NULL, handed_to = NULL,
                wait_boot = :boot, wait_until = :until
            WHERE notification = :number AND state = \(OutboxState.failed.sql) AND handed_to IS NOT NULL AND is_passing
                AND NOT EXISTS (SELECT 1 FROM delivery AS other WHERE other.notification = :number
                    AND (other.state = \(OutboxState.delivered.sql) OR other.state IN \(OutboxState.open.sql)))
            """,
            [
                "due": due.secondsSinceEpoch, "boot": uptime.boot, "until": wait(until: due), "number": attempt.number,
            ]
        )
    }

    /// A notification ends when all its deliveries have ended.
    private func settle() throws {
        try NotificationRows(database).settle(attempt.number)
    }
}
