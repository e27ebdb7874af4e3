public import CivilTime
internal import GRDB

extension Ledger {
    /// The minimum interval between recorded runs, so that not every run writes.
    public static let runStep: Int64 = 600

    /// When antrain last ran to deliver, to the nearest ten minutes; nil if never.
    public func lastRun() throws(LedgerError) -> Instant? { try read { try FactStore($0).lastRun() } }

    public func noteRun(at now: Instant) throws(LedgerError) {
        if let last = try lastRun(), (0..<Ledger.runStep).contains(last.span(until: now).seconds) { return }
        try write { try FactStore($0).note(run: now) }
    }

    /// When a trigger was installed last, by a command; nil if never.
    public func triggerInstalled() throws(LedgerError) -> Instant? {
        try read { try FactStore($0).triggerInstalled() }
    }

    public func note(triggerInstalled now: Instant) throws(LedgerError) {
        try write { try FactStore($0).note(triggerInstalled: now) }
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
        try read { try FactStore($0).text(.heartbeat) }.flatMap(HeartbeatAttempt.init)
    }

    /// Records a request of the heartbeat's URL.
    public func note(_ attempt: HeartbeatAttempt) throws(LedgerError) {
        try write { try FactStore($0).set(.heartbeat, Array(attempt.line.utf8)) }
    }
}
