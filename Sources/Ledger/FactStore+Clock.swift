internal import CivilTime

/// The clock with which the queue was last planned.
extension FactStore {
    /// The difference between two clocks that is ignored.
    private static let tolerance = TimeSpan.minutes(1)

    /// The present by the clock of the last run that changed the queue.
    func clock() throws -> Instant? {
        try fact("clock", as: "a time in seconds since 1970", LedgerRow.instant(parsing:))
    }

    func record(clock now: Instant) throws {
        guard try clock() != now else { return }
        try set("clock", Array("\(now.secondsSinceEpoch)".utf8))
    }

    /// Whether the clock was set back since the queue was planned last.
    func isClockBehind(_ now: Instant) throws -> Bool {
        guard let clock = try clock() else { return false }
        return clock.span(until: now).seconds < -FactStore.tolerance.seconds
    }
}
