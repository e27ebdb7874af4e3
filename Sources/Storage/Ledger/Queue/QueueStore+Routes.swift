internal import CivilTime
internal import GRDB
internal import Reminders

/// The rows of pending notifications for their channels.
extension QueueStore {
    /// Whether each pending notification of a plan has exactly the rows of its channels.
    func routesAreSettled(_ request: QueueRequest) throws -> Bool {
        try unsettled(request) { !$0.isRouted }.isEmpty
    }

    /// The state of a pending notification's rows for its channels.
    struct Routing {
        /// Whether there is one for each of its channels, and none for another.
        let isRouted: Bool
        /// Whether an earlier run ended or delayed one according to a wrong clock.
        let isDiscarded: Bool
    }

    /// The pending notifications of a plan whose rows for their channels match a condition.
    func unsettled(_ request: QueueRequest, where condition: (Routing) -> Bool) throws -> Set<NotificationID> {
        var present: [String: (channels: Set<String>, isDiscarded: Bool)] = [:]
        _ = try database.rows(
            """
            SELECT n.number, n.id, delivery.notification AS delivery_notification, delivery.channel AS delivery_channel,
                delivery.state AS delivery_state,
                \(QueueStore.isDiscarded(due: "n.instant")) OR \(QueueStore.retriesEarly(due: "n.instant")) AS is_discarded
            FROM notification n LEFT JOIN delivery ON delivery.notification = n.number AND delivery.state <> \(OutboxState.cancelled.sql)
                AND delivery.taken_over_from IS NULL
            WHERE n.state = \(NotificationState.pending.sql) AND n.origin = \(NotificationOrigin.plan.sql)
            """,
            ["ahead": ahead],
            of: .notification
        ) { row in
            let delivery = row.joined(.delivery)
            let id = try row.text("id")
            guard let channel = try delivery.optional("channel", delivery.text) else {
                return present[id] = ([], false)
            }
            let isOverflow = try delivery.word("state", OutboxState.self) == .overflow
            present[id, default: ([], false)].channels.insert(isOverflow ? channel + "/" : channel)
            if try row.integer("is_discarded") == 1 { present[id]?.isDiscarded = true }
        }
        let unsettled = request.notifications.filter { one in
            guard let (channels, isDiscarded) = present[one.id.rawValue] else { return false }
            let wanted = request.channels(of: one).map { request.overflows(one, on: $0) ? $0 + "/" : $0 }
            return condition(Routing(isRouted: channels == Set(wanted), isDiscarded: isDiscarded))
        }
        return Set(unsettled.map(\.id))
    }

    /// Gives a notification a row for each channel, and cancels those of channels no longer in use.
    ///
    /// If it was cancelled while a process was sending it, that process may be sending it still: it gets its lease back, and no
    /// other process sends it again until the lease ends.
    func route(_ notification: PlannedNotification, _ number: Int64, _ request: QueueRequest) throws {
        let channels = request.channels(of: notification)
        let isCancelledLease = "delivery.state = \(OutboxState.cancelled.sql) AND delivery.lease IS NOT NULL"
        for channel in channels {
            if MachineChannel.machine(of: channel) != nil {
                try leave(number, notification, to: channel)
                continue
            }
            try database.run(
                """
                INSERT INTO delivery (notification, channel, state, due_at) VALUES (:number, :channel, \(OutboxState.pending.sql), :due)
                ON CONFLICT (notification, channel) DO UPDATE SET \(EarlyDeliveries.note(if: QueueStore.isPremature())),
                    state = CASE WHEN \(isCancelledLease) THEN \(OutboxState.leased.sql) ELSE \(OutboxState.pending.sql) END,
                    lease = CASE WHEN \(isCancelledLease) THEN lease END,
                    wait_boot = CASE WHEN \(isCancelledLease) THEN wait_boot END,
                    wait_until = CASE WHEN \(isCancelledLease) THEN wait_until END,
                    due_at = excluded.due_at, ended_at = NULL, reason = NULL, noticed_at = NULL, late_seconds = NULL,
                    handed_to = NULL, is_passing = NULL
                WHERE delivery.state = \(OutboxState.cancelled.sql) OR \(QueueStore.isDiscarded()) OR \(QueueStore.retriesEarly())
                """,
                ["number": number, "channel": channel, "due": notification.instant.secondsSinceEpoch, "ahead": ahead]
            )
        }
        for channel in channels {
            try flag(number, on: channel, overflows: request.overflows(notification, on: channel))
        }
        let present = try database.rows(
            """
            SELECT notification, channel FROM delivery
            WHERE notification = ? AND state IN \([OutboxState.pending, .retrying, .scheduled, .overflow].sql) AND taken_over_from IS NULL
            """,
            [number],
            of: .delivery
        ) { try $0.text("channel") }
        for channel in present where !channels.contains(channel) {
            try database.run(
                "UPDATE delivery SET state = \(OutboxState.cancelled.sql), ended_at = ?, reason = 'the channel is no longer in use' WHERE notification = ? AND channel = ?",
                [now.secondsSinceEpoch, number, channel]
            )
            try early.restore(number)
        }
    }

    /// Leaves a notification to another machine.
    private func leave(_ number: Int64, _ notification: PlannedNotification, to channel: String) throws {
        try database.run(
            """
            INSERT INTO delivery (notification, channel, state, due_at) VALUES (?, ?, \(OutboxState.scheduled.sql), ?)
            ON CONFLICT (notification, channel) DO UPDATE SET state = excluded.state, due_at = excluded.due_at, ended_at = NULL, reason = NULL
                WHERE state <> \(OutboxState.delivered.sql)
            """,
            [number, channel, notification.instant.secondsSinceEpoch]
        )
    }

    /// Records whether a notification exceeds a channel's limit.
    private func flag(_ number: Int64, on channel: String, overflows: Bool) throws {
        let (wanted, other): (OutboxState, OutboxState) = overflows ? (.overflow, .pending) : (.pending, .overflow)
        try database.run(
            """
            UPDATE delivery SET state = ?, reason = ? WHERE notification = ? AND channel = ?
                AND (state = ? OR (? AND state = \(OutboxState.scheduled.sql)))
            """,
            [
                wanted.rawValue, overflows ? "the channel has no place for it yet" : nil, number, channel,
                other.rawValue, overflows,
            ]
        )
    }
}

/// The key of a delivery on its channel, the same for every attempt: `4f3a09c1.8c1d2e3fa0b1c2d3.mail`.
enum DeliveryKey {
    /// The key of a notification, derived from its ID: it stays the same if a row is lost and added again.
    ///
    /// It is the 64-bit FNV-1a hash of the ID: short ASCII text whatever the ID contains, because plugins put it into headers and file
    /// names.
    static func notification(_ id: NotificationID) -> String {
        let hash = id.rawValue.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The key of a notification on a channel.
    ///
    /// It starts with the ledger's own name, so that a plugin that has entries of several ledgers can tell them apart.
    ///
    /// - Parameter earlyCount: how often it is known to have been delivered early because the clock was ahead; the delivery at its time has a
    ///   new key, which makes channels that drop duplicates deliver it.
    static func text(owner: String, notification: String, channel: String, earlyCount: Int) -> String {
        "\(owner).\(notification)\(earlyCount > 0 ? "-\(earlyCount + 1)" : "").\(channel)"
    }
}
