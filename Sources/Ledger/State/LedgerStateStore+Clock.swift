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

    private static let copied = "copied"

    /// Records that this ledger is a copy from the time of its last run: what happened later is unknown.
    func recordCopy() throws {
        guard let clock = try clock() else { return }
        try set(LedgerStateStore.copied, Array("\(clock.secondsSinceEpoch)".utf8))
    }

    /// The time of which nothing is known, from the last run in a copy to the first one after it was restored; nil if this ledger is no
    /// copy.
    ///
    /// - Parameter now: the end, if no run has recorded it.
    func unknownTime(now: Instant) throws -> ClosedRange<Instant>? {
        let limits = try text(LedgerStateStore.copied)?.split(separator: " ").compactMap {
            LedgerRow.instant(parsing: String($0))
        }
        guard let limits, let from = limits.first else { return nil }
        if limits.count == 1 {
            let line = "\(from.secondsSinceEpoch) \(now.secondsSinceEpoch)"
            try set(LedgerStateStore.copied, Array(line.utf8))
        }
        return from...max(from, limits.count > 1 ? limits[1] : now)
    }

    /// Whether the clock was set back since the last planning.
    func isClockBehind(_ now: Instant) throws -> Bool {
        guard let clock = try clock() else { return false }
        return clock.span(until: now).seconds < -LedgerStateStore.tolerance.seconds
    }
}
