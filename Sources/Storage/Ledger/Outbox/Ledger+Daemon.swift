public import CivilTime
internal import GRDB
internal import Planning
public import Reminders

extension Ledger {
    /// When the next delivery is due, possibly in the past; nil if there is none.
    ///
    /// - Parameters:
    ///   - now: the present.
    ///   - uptime: the clock of leases and pauses.
    public func nextDue(now: Instant, uptime: Uptime = .current) throws(LedgerError) -> Instant? {
        try read { database in
            let due = try database.firstRow(
                """
                SELECT notification, channel, due_at FROM delivery
                WHERE state IN \(OutboxState.startable.sql) ORDER BY due_at LIMIT 1
                """,
                of: .delivery
            ) { try $0.instant("due_at") }
            let waits = try database.rows(
                """
                SELECT notification, channel, wait_boot, wait_until,
                    (SELECT instant FROM notification WHERE number = delivery.notification) AS due_at FROM delivery
                WHERE state IN \(OutboxState.waiting.sql) AND (state = \(OutboxState.leased.sql) OR wait_boot = ?)
                """,
                [uptime.boot],
                of: .delivery
            ) { row -> Instant in
                let due = try row.instant("due_at")
                // After a large step back, the clock has not reached the reminder's own time yet.
                let soonest = ClockStep.isAhead(due, of: now) ? due : now
                guard try row.optional("wait_boot", row.text) == uptime.boot else { return soonest }
                let remaining = try row.uptime("wait_until") - uptime.milliseconds
                return max(soonest, now.adding(.seconds((max(0, remaining) + 999) / 1000)))
            }
            return (waits + [due].compactMap { $0 }).min()
        }
    }

    /// Whether the queue must be planned again before delivering: the last plan does not cover the present date, the clock was set back
    /// since then, or the training log may have answered workouts.
    public func isPlanStale(now: Instant, in zone: Zone) throws(LedgerError) -> Bool {
        try read { database in
            let facts = FactStore(database)
            if try facts.isClockBehind(now) || LogStore(database).hasClosed(by: now, in: zone) { return true }
            return try facts.plannedThrough().map { $0 <= zone.civil(at: now).date } ?? false
        }
    }

    /// When the training log answers workouts of yesterday, possibly in the past, if no plan was made since; nil if it has none that the
    /// user did not answer.
    public func logClosing(now: Instant, in zone: Zone) throws(LedgerError) -> Instant? {
        try read { try LogStore($0).closing(by: now, in: zone) }
    }

    /// Whether it is too late for a pending notification, which the next plan records as missed and sums up.
    ///
    /// - Parameters:
    ///   - now: the present.
    ///   - grace: how late a notification may still be delivered.
    ///   - zone: the user's zone.
    public func hasMissed(now: Instant, grace: TimeSpan, zone: Zone) throws(LedgerError) -> Bool {
        try read { database in
            try NotificationRows(database).pending(before: now).contains {
                Missed.applies(to: $0.notification, now: now, grace: grace, zone: zone)
            }
        }
    }

    /// Whether there is no plan, or the last one was made before a date.
    ///
    /// - Parameters:
    ///   - date: the present date.
    ///   - horizon: the number of days that are planned ahead.
    public func isPlan(olderThan date: CivilDate, horizon: Int) throws(LedgerError) -> Bool {
        try read { try FactStore($0).plannedThrough().map { $0 < date.adding(days: horizon) } ?? true }
    }

    /// Whether the clock was set back since the last run or the last plan.
    public func isClockBehind(_ now: Instant) throws(LedgerError) -> Bool {
        try read { database in
            let facts = FactStore(database)
            let isBeforeRun = try facts.lastRun().map { ClockStep.isAhead($0, of: now) } ?? false
            return try isBeforeRun || facts.isClockBehind(now)
        }
    }

    /// When the next notification scheduled by plugins is due; nil if there is none.
    public func nextHeld() throws(LedgerError) -> Instant? {
        try read { database in
            try database.firstRow(
                "SELECT notification, channel, due_at FROM delivery WHERE state = \(OutboxState.scheduled.sql) ORDER BY due_at LIMIT 1",
                of: .delivery
            ) { try $0.instant("due_at") }
        }
    }

    /// A number that changes when another connection changes the file.
    public func changesByOthers() throws(LedgerError) -> Int {
        try read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }

    /// The channels that delivered notifications, with the IDs of these.
    public func deliveries(of ids: [NotificationID]) throws(LedgerError) -> [String: [NotificationID]] {
        try read { database in
            var result: [String: [NotificationID]] = [:]
            for id in ids {
                let channels = try database.rows(
                    """
                    SELECT d.notification, d.channel FROM delivery d JOIN notification n ON n.number = d.notification
                    WHERE n.id = ? AND d.state = \(OutboxState.delivered.sql) ORDER BY d.channel
                    """,
                    [id.rawValue],
                    of: .delivery
                ) { try $0.text("channel") }
                for channel in channels { result[channel, default: []].append(id) }
            }
            return result
        }
    }
}
