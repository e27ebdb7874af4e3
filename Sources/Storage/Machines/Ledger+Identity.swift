internal import CivilTime
internal import GRDB
internal import History
package import Ledger
internal import Reminders

extension Ledger {
    /// The name of this ledger in its events, which it gets if it has none.
    package func machineName() throws(LedgerError) -> String {
        if let known = try read({ try EventLog($0).machine() }) { return known }
        return try write { database in
            try LedgerLineage.begin(database)
            return try EventLog(database).machine() ?? ""
        }
    }

    /// Gives a ledger in a copied home another name, before it records anything: otherwise its events have the names of the original's.
    ///
    /// - Parameter host: identifies the place where the ledger is.
    package func recognize(host: String) throws(LedgerError) {
        var state = try exchangeState()
        guard !state.host.isEmpty, state.host != host else { return }
        try renameMachine(after: nil)
        state.host = host
        try set(state)
    }

    /// Gives the ledger another name in its events.
    ///
    /// - Parameter last: the number of the last event that keeps the old name; nil if all do.
    func renameMachine(after last: Int64?) throws(LedgerError) {
        try write { database in
            let log = EventLog(database)
            guard let old = try log.machine() else { return }
            let new = try log.takeNewName()
            guard let last else { return }
            try database.run(
                "UPDATE event SET machine = ? WHERE machine = ? AND origin IS NULL AND number > ?",
                [new, old, last]
            )
        }
    }

    func eventIDs() throws(LedgerError) -> Set<EventID> {
        try read { Set(try EventLog($0).recorded().map { EventID(machine: $0.machine, number: $0.id) }) }
    }

    /// The number of the last event that this ledger recorded itself; 0 if there is none.
    func lastEvent() throws(LedgerError) -> Int64 {
        try read { database in
            let query = "SELECT number FROM event WHERE origin IS NULL ORDER BY number DESC LIMIT 1"
            return try database.rows(query, of: .event) { try $0.integer("number") }.first ?? 0
        }
    }

    func ownEvents(after number: Int64) throws(LedgerError) -> [PortableEvent] {
        try read { try PortableEventReader($0).events(after: number, isOwn: true) }
    }

    /// The local IDs of notifications by their IDs on all machines, without those of unknown reminders.
    func localNotifications(_ ids: [String]) throws(LedgerError) -> [String: NotificationID] {
        struct Unknown: Error {}
        return try read { database in
            let rows = try RowIDs(database)
            let reminders = try database.rows("SELECT number FROM reminder", of: .reminder) { try $0.integer("number") }
            let numbers = Dictionary(
                reminders.compactMap { number in rows.id(of: number, in: .reminder).map { ($0, number) } }
            ) {
                first,
                _ in first
            }
            let known = ids.compactMap { id -> (String, NotificationID)? in
                let local = try? RowReferences.replaced(id, in: "subject", of: .snoozed) {
                    (_, reminder) throws(Unknown) in
                    guard let number = numbers[reminder] else { throw Unknown() }
                    return "\(number)"
                }
                return local.map { (id, NotificationID(rawValue: $0)) }
            }
            return Dictionary(known) { first, _ in first }
        }
    }

    /// When this machine sent reminders recently, by the IDs that they have on all machines.
    func recentlySent(by now: Instant) throws(LedgerError) -> [String: Int64] {
        try read { database in
            let ids = try RowIDs(database)
            let sent = try database.rows(
                """
                SELECT n.number, n.id, min(d.ended_at) AS ended_at FROM notification n JOIN delivery d ON d.notification = n.number
                WHERE \(NotificationState.hasEnded("n.")) AND n.instant BETWEEN ? AND ? AND d.state = \(OutboxState.delivered.sql)
                    AND d.channel NOT LIKE '@%'
                GROUP BY n.number
                """,
                [now.adding(.days(-2)).secondsSinceEpoch, now.adding(.days(2)).secondsSinceEpoch],
                of: .notification
            ) { (ids.portable(notification: try $0.text("id")), try $0.integer("ended_at")) }
            return Dictionary(sent) { min($0, $1) }
        }
    }
}
