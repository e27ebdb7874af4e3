package import CivilTime
internal import GRDB
internal import Planning
package import Reminders

/// A reminder that another machine of the same person sent.
package struct SentElsewhere: Sendable, Hashable {
    package let id: NotificationID
    /// The name of the machine.
    package let machine: String
    /// When it sent the reminder, by its own clock.
    package let at: Instant

    package init(id: NotificationID, machine: String, at: Instant) {
        (self.id, self.machine, self.at) = (id, machine, at)
    }

    /// For how long it is remembered: longer than any reminder can be late, whichever machine's clock is ahead.
    private static let memory = TimeSpan.days(4)

    fileprivate func isRecent(_ now: Instant) -> Bool {
        abs(at.span(until: now).seconds) < SentElsewhere.memory.seconds
    }
}

/// The channel of reminders that another machine sends: its deliveries are `scheduled`, like those of a plugin that schedules them itself.
package enum MachineChannel {
    private static let mark = "@"

    package static func name(of machine: String) -> String { mark + machine }

    /// The name of the machine; nil for a channel of this machine.
    package static func machine(of channel: String) -> String? {
        channel.hasPrefix(mark) ? String(channel.dropFirst(mark.count)) : nil
    }
}

/// Keeps what other machines sent from being sent again.
struct SentElsewhereStore {
    private let database: Database
    private let now: Instant

    init(_ database: Database, now: Instant) { (self.database, self.now) = (database, now) }

    /// What is remembered: a line with the time, the machine and the notification for each.
    func all() throws -> [SentElsewhere] {
        try FactStore(database).text(.sentElsewhere)?.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, let at = LedgerRow.instant(parsing: parts[0]) else { return nil }
            return SentElsewhere(id: NotificationID(rawValue: parts[2]), machine: parts[1], at: at)
        } ?? []
    }

    func note(_ sent: [SentElsewhere]) throws {
        let known = try all()
        var seen: Set<NotificationID> = []
        let present = (known + sent).filter { $0.isRecent(now) && seen.insert($0.id).inserted }
        guard present != known else { return }
        let lines = present.map { "\($0.at.secondsSinceEpoch)\t\($0.machine)\t\($0.id.rawValue)" }
        try FactStore(database).set(.sentElsewhere, Array(lines.joined(separator: "\n").utf8))
    }

    /// Records in the queue what was sent, whether it is pending, or it was unknown whether it was sent.
    ///
    /// A delivery that a process of this machine is attempting goes on.
    func apply() throws {
        for sent in try all() {
            // A delivery is not repeated because the other machine's clock was ahead.
            let values: StatementArguments = [
                "id": sent.id.rawValue, "channel": MachineChannel.name(of: sent.machine),
                "at": min(sent.at, now).secondsSinceEpoch,
            ]
            try database.run(
                """
                INSERT INTO delivery (notification, channel, state, due_at, ended_at)
                    SELECT number, :channel, \(OutboxState.delivered.sql), instant, :at FROM notification
                    WHERE id = :id AND state IN \([NotificationState.pending, .missed].sql)
                ON CONFLICT (notification, channel) DO UPDATE SET state = excluded.state, ended_at = excluded.ended_at, reason = NULL
                    WHERE delivery.state IN \([OutboxState.scheduled, .expired, .cancelled].sql)
                """,
                values
            )
            guard database.changesCount > 0 else { continue }
            try database.run(
                """
                UPDATE delivery SET state = \(OutboxState.cancelled.sql), ended_at = ?, reason = ?
                WHERE notification = (SELECT number FROM notification WHERE id = ?)
                    AND state IN \([OutboxState.pending, .retrying, .scheduled, .overflow].sql)
                """,
                [now.secondsSinceEpoch, "\(sent.machine) sent it", sent.id.rawValue]
            )
            try database.run(
                """
                UPDATE notification SET state = \(NotificationState.delivered.sql) WHERE id = ? AND NOT EXISTS
                    (SELECT 1 FROM delivery WHERE notification = number AND state IN \(OutboxState.open.sql))
                """,
                [sent.id.rawValue]
            )
        }
    }
}

extension Ledger {
    /// Records what other machines sent, and remembers it for reminders that are planned later.
    package func note(_ sent: [SentElsewhere], at now: Instant) throws(LedgerError) {
        let known = try read { try SentElsewhereStore($0, now: now).all() }
        guard !Set(sent.map(\.id)).isSubset(of: known.map(\.id)) else { return }
        try write { database in
            let store = SentElsewhereStore(database, now: now)
            try store.note(sent)
            try store.apply()
        }
    }
}
