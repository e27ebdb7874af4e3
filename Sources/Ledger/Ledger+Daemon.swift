public import CivilTime
internal import GRDB
public import Reminders

extension Ledger {
    /// When the next delivery is due, be it in the past; nil where none waits.
    public func nextDue() throws(LedgerError) -> Instant? {
        try read { database in
            try database.firstRow(
                """
                SELECT notification, channel, due_at FROM delivery
                WHERE state IN ('pending', 'leased', 'retrying', 'overflow') ORDER BY due_at LIMIT 1
                """,
                of: .delivery
            ) { try $0.instant("due_at") }
        }
    }

    /// When the next of what plugins hold comes to its time; nil where they hold nothing.
    public func nextHeld() throws(LedgerError) -> Instant? {
        try read { database in
            try database.firstRow(
                "SELECT notification, channel, due_at FROM delivery WHERE state = 'scheduled' ORDER BY due_at LIMIT 1",
                of: .delivery
            ) { try $0.instant("due_at") }
        }
    }

    /// A number that is another as soon as anyone but this very ledger has changed the file.
    public func changesByOthers() throws(LedgerError) -> Int {
        try read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }

    /// The channels that delivered notifications, with the ids of what each delivered.
    public func deliveries(of ids: [NotificationID]) throws(LedgerError) -> [String: [NotificationID]] {
        try read { database in
            var result: [String: [NotificationID]] = [:]
            for id in ids {
                let channels = try database.rows(
                    """
                    SELECT d.notification, d.channel FROM delivery d JOIN notification n ON n.number = d.notification
                    WHERE n.id = ? AND d.state = 'delivered' ORDER BY d.channel
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
