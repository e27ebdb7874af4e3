internal import CivilTime
internal import GRDB
internal import Planning
internal import Reminders

/// Marks notifications that can no longer be delivered.
///
/// The mark is a record with a reason, not final: if the clock later shows that the notification is in the future, or within its
/// grace period, the next planning makes it pending again.
struct MissedStore {
    /// How long after an expired lease another attempt is made, so that a crashed process does not lose the reminder.
    private static let patience = TimeSpan.minutes(5)

    private let database: Database
    private let now: Instant
    private let uptime: Uptime
    private let early: EarlyDeliveries

    init(_ database: Database, now: Instant, uptime: Uptime = .current, early: EarlyDeliveries? = nil) {
        self.database = database
        self.now = now
        self.uptime = uptime
        self.early = early ?? EarlyDeliveries(database)
    }

    /// Marks notifications whose delivery window is over.
    ///
    /// Notifications that a process is delivering are left alone until its lease ends, plus some minutes for another process to
    /// take over. Only a plugin knows what became of what it scheduled: it is queried before each planning.
    ///
    /// - Parameters:
    ///   - grace: how late a notification may still be delivered.
    ///   - holding: the channels whose plugins can still be queried; nil if unknown.
    ///   - takesBack: whether the plan follows an undo: notifications that had ended before end as they did.
    /// - Returns: the notifications that ended.
    @discardableResult
    func mark(grace: TimeSpan, zone: Zone, holding: Set<String>? = nil, takesBack: Bool = false) throws
        -> [PlannedNotification]
    {
        var ended: [PlannedNotification] = []
        let unknown = try FactStore(database).unknownTime(now: now)
        for (number, notification) in try NotificationRows(database).pending(before: now)
        where Missed.applies(to: notification, now: now, grace: grace, zone: zone) {
            if takesBack, try endAsBefore(number) { continue }
            let unheld = """
                (state IN \(OutboxState.startable.sql)
                OR (state = \(OutboxState.leased.sql) AND NOT \(DueDeliveries.isHeld) AND due_at + \(MissedStore.patience.seconds) < :now))
                """
            try expire(
                number,
                Missed.failedReason(notification, grace: grace, zone: zone),
                "\(unheld) AND attempts > 0"
            )
            let isLost = unknown?.contains(notification.instant) ?? false
            try expire(
                number,
                isLost ? Missed.lostReason : Missed.reason(notification, grace: grace, zone: zone),
                unheld
            )
            if let holding {
                let asked = Missed.isForgotten(notification, now: now) ? [] : holding
                for channel in try channelsThatHold(number) where !asked.contains(channel) {
                    try expire(
                        number,
                        MachineChannel.machine(of: channel).map(Missed.unknownReason) ?? Missed.unknownReason,
                        "state = \(OutboxState.scheduled.sql) AND channel = :channel",
                        channel
                    )
                }
            }
            if try end(number) { ended.append(notification) }
        }
        return ended
    }

    /// Marks a notification that was in the future in its time zone and is in the past in another.
    ///
    /// - Parameters:
    ///   - instant: when it was due in the other zone.
    ///   - zone: the other zone.
    ///   - grace: how late a notification may still be delivered.
    ///   - takesBack: whether the plan follows an undo: notifications that had ended before end as they did.
    func markLapsed(_ id: NotificationID, at instant: Instant, in zone: Zone, grace: TimeSpan, takesBack: Bool) throws {
        guard
            let number = try database.firstRow(
                "SELECT number, id FROM notification WHERE id = ? AND state = \(NotificationState.pending.sql)",
                [id.rawValue],
                of: .notification,
                { try $0.integer("number") }
            )
        else { return }
        try database.run(
            "UPDATE notification SET instant = ?, zone = ? WHERE number = ?",
            [instant.secondsSinceEpoch, zone.identifier, number]
        )
        if takesBack, try endAsBefore(number) { return }
        try expire(
            number,
            Missed.reason(in: zone, grace: grace),
            "state IN \(OutboxState.open.sql) AND NOT \(DueDeliveries.isHeld)"
        )
        _ = try end(number)
    }

    /// Ends a notification as it had ended before it was planned again, if it had.
    private func endAsBefore(_ number: Int64) throws -> Bool {
        guard let state = try FormerEndStore(database).restore(number) else { return false }
        try early.restore(number)
        try database.run(
            """
            UPDATE notification SET state = CASE WHEN \(NotificationRows.wasDelivered) THEN \(NotificationState.delivered.sql) ELSE ? END
            WHERE number = ? AND NOT EXISTS
                (SELECT 1 FROM delivery WHERE notification = number AND state IN \(OutboxState.open.sql))
            """,
            [state.rawValue, number]
        )
        return database.changesCount > 0
    }

    /// Ends a notification none of whose deliveries can still happen.
    private func end(_ number: Int64) throws -> Bool {
        try early.restore(number)
        try database.run(
            """
            UPDATE notification SET state = CASE WHEN \(NotificationRows.wasDelivered) THEN \(NotificationState.delivered.sql) ELSE \(NotificationState.missed.sql) END
            WHERE number = ? AND NOT EXISTS
                (SELECT 1 FROM delivery WHERE notification = number AND state IN \(OutboxState.open.sql))
            """,
            [number]
        )
        return database.changesCount > 0
    }

    private func channelsThatHold(_ number: Int64) throws -> [String] {
        try database.rows(
            "SELECT notification, channel FROM delivery WHERE notification = ? AND state = \(OutboxState.scheduled.sql)",
            [number],
            of: .delivery
        ) { try $0.text("channel") }
    }

    /// Ends the deliveries of a notification that meet a condition.
    private func expire(_ number: Int64, _ reason: String, _ condition: String, _ channel: String? = nil) throws {
        let sql = """
            UPDATE delivery SET state = \(OutboxState.expired.sql), ended_at = :now, lease = NULL, wait_boot = NULL, wait_until = NULL,
                reason = CASE WHEN reason IS NULL THEN :reason ELSE :reason || '; last: ' || reason END
            WHERE notification = :number AND \(condition)
            """
        var values = DueDeliveries.values(now: now, uptime)
        values["number"] = number
        values["reason"] = reason
        values["channel"] = channel
        // A statement rejects arguments that it does not name.
        values = values.filter { sql.contains(":\($0.key)") }
        try database.run(sql, StatementArguments(values))
    }
}
