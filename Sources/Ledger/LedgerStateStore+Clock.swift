internal import CivilTime

/// The clock of the last planning.
extension LedgerStateStore {
    /// The difference between two clocks that is ignored.
    private static let tolerance = TimeSpan.minutes(1)

    /// The time of the last run that changed the queue, by its clock.
    func clock() throws -> Instant? {
        try fact("clock", as: "a time in seconds since 1970", LedgerRow.instant(parsing:))
    }

    func record(clock now: Instant) throws {
        guard try clock() != now else { return }
        try set("clock", Array("\(now.secondsSinceEpoch)".utf8))
    }

    /// Whether the clock was set back since the last planning.
    func isClockBehind(_ now: Instant) throws -> Bool {
        guard let clock = try clock() else { return false }
        return clock.span(until: now).seconds < -LedgerStateStore.tolerance.seconds
    }
}
