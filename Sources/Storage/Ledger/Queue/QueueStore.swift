internal import CivilTime
internal import GRDB
internal import Planning
internal import Reminders

/// Reads the pending queue and updates it to match a plan.
struct QueueStore {
    let database: Database
    let now: Instant
    let early: EarlyDeliveries

    init(_ database: Database, now: Instant, early: EarlyDeliveries? = nil) {
        self.database = database
        self.now = now
        self.early = early ?? EarlyDeliveries(database)
    }

    /// The notifications that a plan adds to those already pending.
    ///
    /// A delivered notification is added again only if it was delivered early by a clock that was ahead and its time is in the
    /// future. A missed one is added again if it is in the future or within its grace period by the present clock: the earlier
    /// clock was wrong, or in another zone.
    ///
    /// - Parameter receivedSince: since when there have been changes of other machines that this one learns only now: what they plan is added
    ///   late.
    func difference(_ request: QueueRequest, _ facts: PlanningSnapshot, receivedSince: Instant? = nil) throws
        -> QueueDifference
    {
        let late = request.notifications.filter { one in receivedSince.map { $0 <= one.instant } ?? false }.map(\.id)
        var difference = try QueueDifference(
            desired: request.notifications,
            pending: planned(request, facts),
            now: now,
            unplannedFrom: FactStore(database).unplannedFrom(request.zone.civil(at: now).date),
            overdue: request.overdue.union(late),
            record: record
        )
        difference.added += try request.lapsed.filter(isUnrecorded)
        difference.lapsed = difference.cancelled.filter { lapses($0, request, facts) }
        let lapsed = Set(difference.lapsed.map(\.id))
        if !lapsed.isEmpty { difference.cancelled.removeAll { lapsed.contains($0.id) } }
        return difference
    }

    /// Whether a notification that could not be planned in time has no record.
    ///
    /// A cancelled reminder has none if it is wanted again: it was cancelled only because the horizon became shorter. A cancelled
    /// follow-up remains cancelled. A clock that was ahead could not know what was missed.
    private func isUnrecorded(_ notification: PlannedNotification) throws -> Bool {
        let record = try database.firstRow(
            """
            SELECT number, id, state, (SELECT max(ended_at) FROM delivery WHERE notification = number) AS ended_at
            FROM notification WHERE id = ?
            """,
            [notification.id.rawValue],
            of: .notification
        ) { (try $0.word("state", NotificationState.self), try $0.optional("ended_at", $0.instant)) }
        guard let (state, endedAt) = record else { return true }
        switch state {
        case .cancelled: return notification.category != .followUp
        case .dropped, .replaced: return false
        case .missed: return endedAt.map { $0.secondsSinceEpoch > ahead } ?? false
        case .pending, .delivered, .failed: return false
        }
    }

    /// Whether a pending notification is unwanted only because the zone changed and its time has passed in the new one.
    private func lapses(_ notification: PlannedNotification, _ request: QueueRequest, _ facts: PlanningSnapshot) -> Bool
    {
        notification.zone != request.zone.identifier && !facts.cancelled.contains(notification.id)
            && notification.leaving(request.answers(facts)) != nil
            && DeliveryWindow.hasEnded(
                notification,
                at: notification.instant(in: request.zone),
                now: now,
                grace: request.grace,
                in: request.zone
            )
    }

    /// The notifications queued by earlier plans; those past their time stay, to be marked as missed.
    ///
    /// If a killed process left a lease, another process would take over the delivery, so a reminder that the user has answered or
    /// cancelled is included and gets cancelled. Those whose program or reminder was lost in a repair are not included.
    private func planned(_ request: QueueRequest, _ facts: PlanningSnapshot) throws -> [PlannedNotification] {
        let wanted = Set(request.notifications.map(\.id))
        let answers = request.answers(facts)
        let losses = facts.settings.isEnabled == false ? [] : try LossStore(database).losses()
        return try NotificationRows(database).pending(origin: .plan).filter { notification in
            let isSettled = facts.cancelled.contains(notification.id) || notification.leaving(answers) == nil
            // What a repair did not find cannot be planned, but its reminders are still there; they are sent unless the user ended them.
            let isLost = notification.items.map(\.source).contains { source in losses.contains { $0.contains(source) } }
            guard !isLost || isSettled || isPaused(notification, facts) || wanted.contains(notification.id) else {
                return false
            }
            // After a change of the zone, the same local time may still be ahead, or within the grace period.
            let hasEnded = [notification.instant, notification.instant(in: request.zone)].allSatisfy {
                DeliveryWindow.hasEnded(notification, at: $0, now: now, grace: request.grace, in: request.zone)
            }
            guard hasEnded else { return true }
            // Another machine may have ended it before its time, while this one was off.
            if facts.takesPart, isSettled || isOver(notification, facts) { return true }
            return try wanted.contains(notification.id) || (isSettled && isLeased(notification.id))
        }
    }

    /// Whether the programs and reminders of a notification were all paused, deactivated or deleted.
    private func isOver(_ notification: PlannedNotification, _ facts: PlanningSnapshot) -> Bool {
        let sources = notification.items.map(\.source)
        return !sources.isEmpty
            && sources.allSatisfy { source in
                if let program = source.programID {
                    return facts.exceptions.pauses(program, on: notification.date)
                        || !facts.activations.contains { $0.programID == program }
                }
                return source.reminderNumber.map { number in !facts.reminders.contains { $0.number == number } }
                    ?? false
            }
    }

    /// Whether the user paused all programs of a notification on its date.
    private func isPaused(_ notification: PlannedNotification, _ facts: PlanningSnapshot) -> Bool {
        let programs = notification.items.compactMap(\.source.programID)
        return !programs.isEmpty && programs.allSatisfy { facts.exceptions.pauses($0, on: notification.date) }
    }

    private func isLeased(_ id: NotificationID) throws -> Bool {
        try database.firstRow(
            """
            SELECT notification, channel FROM delivery
            WHERE state = \(OutboxState.leased.sql) AND notification = (SELECT number FROM notification WHERE id = ?) LIMIT 1
            """,
            [id.rawValue],
            of: .delivery
        ) { try $0.text("channel") } != nil
    }

    /// Whether a clock that was ahead recorded a delivery although the reminder's time is in the future, in SQL: it is repeated.
    ///
    /// Takes `:ahead`, the instant after which a time counts as in the future.
    static func isPremature(_ table: String = "delivery", due: String = ":due") -> String {
        "(\(table).state = \(OutboxState.delivered.sql) AND \(due) > :ahead AND (\(table).ended_at > :ahead OR \(EarlyDeliveries.isRestored(table))))"
    }

    /// Whether an earlier run ended a delivery according to a wrong clock, in SQL; takes `:ahead`.
    ///
    /// A failure counts if it was recorded after the present and no other channel delivered.
    static func isDiscarded(due: String = ":due") -> String {
        """
        (delivery.state = \(OutboxState.expired.sql) OR \(isPremature(due: due))
            OR (delivery.state = \(OutboxState.failed.sql) AND delivery.ended_at > :ahead AND NOT EXISTS (SELECT 1 FROM delivery AS other
                WHERE other.notification = delivery.notification AND other.state = \(OutboxState.delivered.sql)
                    AND NOT \(isPremature("other", due: due)))))
        """
    }

    /// Whether a retry is scheduled although the reminder's time is in the future again, in SQL; takes `:ahead`.
    static func retriesEarly(due: String = ":due") -> String {
        "(delivery.state = \(OutboxState.retrying.sql) AND \(due) > :ahead)"
    }

    var ahead: Int64 { now.adding(ClockStep.tolerance).secondsSinceEpoch }

    /// The record of earlier runs about a notification.
    private func record(_ notification: PlannedNotification) throws -> QueueDifference.Record {
        try database.firstRow(
            """
            SELECT number, id, state, EXISTS (SELECT 1 FROM delivery
                WHERE delivery.notification = notification.number AND \(QueueStore.isDiscarded())) AS is_discarded,
                EXISTS (SELECT 1 FROM delivery WHERE notification = number AND ended_at > :ahead) AS is_ahead
            FROM notification WHERE id = :id
            """,
            ["id": notification.id.rawValue, "ahead": ahead, "due": notification.instant.secondsSinceEpoch],
            of: .notification
        ) { row -> QueueDifference.Record in
            switch try row.word("state", NotificationState.self) {
            case .pending: .none
            case .cancelled, .dropped, .replaced: try wasTakenBack(row.integer("number")) ? .restored : .none
            // It is sent late only when the clock is set back: later, its time may have become wanted and passed for another reason.
            case .missed:
                try row.integer("is_ahead") == 0 || FactStore(database).isClockBehind(now) ? .discarded : .none
            case .delivered, .failed: try row.integer("is_discarded") == 1 ? .discarded : .final
            }
        } ?? .none
    }

    /// Whether the action that ended a notification was undone, or undone and redone since; `reminder undone` undoes an answer, too.
    private func wasTakenBack(_ number: Int64) throws -> Bool {
        try database.firstRow(
            """
            SELECT notification, channel FROM delivery WHERE notification = ? AND state = \(OutboxState.cancelled.sql) AND EXISTS (
                SELECT 1 FROM journal WHERE undone_at IS NOT NULL AND delivery.ended_at IN (at, undone_at) AND NOT EXISTS (
                    SELECT 1 FROM journal AS later WHERE later.batch = journal.ended_batch
                        AND later.kind <> \(JournalKind.unanswered.sql) AND later.undone_at IS NULL))
            LIMIT 1
            """,
            [number],
            of: .delivery
        ) { try $0.text("channel") } != nil
    }

    private func exists(_ id: NotificationID) throws -> Bool { try number(of: id) != 0 }

    /// Adds a row for the notification that an action refers to, if no plan ever had one.
    func note(_ notification: PlannedNotification) throws {
        guard try !exists(notification.id) else { return }
        try database.run(
            "UPDATE notification SET state = \(NotificationState.cancelled.sql) WHERE number = ?",
            [try upsert(notification)]
        )
    }

    func apply(_ difference: QueueDifference, _ request: QueueRequest) throws {
        let present = difference.added + difference.updated + difference.kept
        for notification in difference.cancelled {
            try cancel(notification.id, as: request.end(of: notification, present), because: request.changes)
        }
        let missed = MissedStore(database, now: now, early: early)
        for notification in difference.lapsed {
            let instant = request.zone.instant(of: notification.fireAt)
            try missed.markLapsed(
                notification.id,
                at: instant,
                in: request.zone,
                grace: request.grace,
                takesBack: request.changes == nil
            )
        }
        for notification in difference.revived { try disownFollowUps(of: notification.id) }
        if request.changes != nil {
            for notification in difference.added { try FormerEndStore(database).keep(of: notification.id, now: now) }
        }
        for notification in difference.added + difference.updated {
            try route(notification, try upsert(notification), request)
        }
        let unsettled = try unsettled(request) { !$0.isRouted || $0.isDiscarded }
        for notification in difference.kept where unsettled.contains(notification.id) {
            try route(notification, try number(of: notification.id), request)
        }
    }

    /// Ends a notification that a plan lacks.
    ///
    /// - Parameter changes: nil if the plan takes back an action: the notification ends as it had ended before, if it had.
    private func cancel(_ id: NotificationID, as end: NotificationState, because changes: [PlanChange]?) throws {
        let number = try number(of: id)
        let former = changes == nil ? try FormerEndStore(database).restore(number) : nil
        let end = changes == nil ? former ?? .cancelled : end
        let reason = end == .cancelled ? DroppedReminder.unchanged : DroppedReminder.reason(changes ?? [])
        try database.run(
            """
            UPDATE delivery SET state = \(OutboxState.cancelled.sql), ended_at = ?, reason = ?
            WHERE state IN \(OutboxState.open.sql) AND notification = ?
            """,
            [now.secondsSinceEpoch, reason, number]
        )
        try early.restore(number)
        try database.run(
            """
            UPDATE notification SET state = CASE WHEN \(NotificationRows.wasDelivered) THEN \(NotificationState.delivered.sql) ELSE ? END
            WHERE number = ? AND state = \(NotificationState.pending.sql)
            """,
            [end.rawValue, number]
        )
    }

    /// Updates a notification and makes it pending.
    ///
    /// - Returns: its row id.
    private func upsert(_ notification: PlannedNotification) throws -> Int64 {
        try database.run(
            """
            INSERT INTO notification (id, category, origin, date, fire_at, zone, instant, title, body, state, key, created_at)
            VALUES (?, ?, \(NotificationOrigin.plan.sql), ?, ?, ?, ?, ?, ?, \(NotificationState.pending.sql), ?, ?)
            ON CONFLICT (id) DO UPDATE SET date = excluded.date, fire_at = excluded.fire_at, zone = excluded.zone, instant = excluded.instant,
                title = excluded.title, body = excluded.body, state = \(NotificationState.pending.sql)
            """,
            [
                notification.id.rawValue, notification.category.rawValue, notification.date.description,
                notification.fireAt.secondsSinceCivilEpoch, notification.zone, notification.instant.secondsSinceEpoch,
                notification.title, notification.body, DeliveryKey.notification(notification.id), now.secondsSinceEpoch,
            ]
        )
        let number = try number(of: notification.id)
        try database.run("DELETE FROM notification_item WHERE notification = ?", [number])
        for (position, item) in notification.items.enumerated() {
            try database.run(
                """
                INSERT INTO notification_item (notification, position, program_id, program_name, day_id, day_name, week)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                StatementArguments([number, position] + item.rowValues)
            )
        }
        try database.run(
            // The plugin scheduled an outdated version: it must be rescheduled.
            """
            UPDATE delivery SET due_at = ?, state = CASE state WHEN \(OutboxState.scheduled.sql) THEN \(OutboxState.pending.sql) ELSE state END
            WHERE notification = ? AND state IN \([OutboxState.pending, .scheduled, .overflow].sql)
            """,
            [notification.instant.secondsSinceEpoch, number]
        )
        return number
    }

    /// Cancels follow-ups that were delivered early by a clock that was ahead: they are sent again after the reminder that they
    /// follow.
    private func disownFollowUps(of id: NotificationID) throws {
        let (first, last) = id.rangeOfFollowUps
        let numbers = try database.rows(
            "SELECT number, id FROM notification WHERE id > ? AND id < ?",
            [first, last],
            of: .notification
        ) { try $0.integer("number") }
        for number in numbers {
            try database.run(
                """
                UPDATE delivery SET \(EarlyDeliveries.note(if: "1")), state = \(OutboxState.cancelled.sql), reason = 'its reminder is sent again'
                WHERE notification = ? AND state = \(OutboxState.delivered.sql) AND ended_at > ?
                """,
                [number, ahead]
            )
            guard database.changesCount > 0 else { continue }
            try database.run(
                "UPDATE notification SET state = \(NotificationState.cancelled.sql) WHERE number = ? AND NOT \(NotificationRows.wasDelivered)",
                [number]
            )
        }
    }

    private func number(of id: NotificationID) throws -> Int64 {
        try database.firstRow("SELECT number, id FROM notification WHERE id = ?", [id.rawValue], of: .notification) {
            try $0.integer("number")
        } ?? 0
    }
}
