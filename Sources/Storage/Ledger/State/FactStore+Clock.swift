package import CivilTime
internal import Foundation

/// The clock of the last planning.
extension FactStore {
    /// The difference between two clocks that is ignored.
    private static let tolerance = TimeSpan.minutes(1)

    /// The time of the last run that changed the queue, by its clock.
    package func clock() throws -> Instant? {
        try fact(.clock, as: "a time in seconds since 1970", LedgerRow.instant(parsing:))
    }

    func record(clock now: Instant) throws {
        guard try clock() != now else { return }
        try set(.clock, Array("\(now.secondsSinceEpoch)".utf8))
    }

    /// Records that this ledger is a copy from the time of its last run: what happened later is unknown.
    package func recordCopy() throws {
        guard let clock = try clock() else { return }
        try set(.copied, Array("\(clock.secondsSinceEpoch)".utf8))
    }

    /// Records that the notifications since the beginning of the last run's date may be lost, so that they are planned again, or recorded
    /// as missed for an unknown reason.
    ///
    /// - Parameter now: the time of the last run, if that is unknown or was recorded by a clock that was ahead.
    package func planAgain(now: Instant) throws {
        let last = min([try clock(), try lastRun()].compactMap(\.self).max() ?? now, now)
        let zones = ZoneDatabase.system(environment: ProcessInfo.processInfo.environment)
        let zone = (try plannedZone()).flatMap { try? zones.zone(named: $0) } ?? .utc
        let date = zone.civil(at: last).date
        try recordPlanned(through: date)
        let start = zone.instant(of: CivilDateTime(date: date, time: .midnight))
        try set(.copied, Array("\(start.secondsSinceEpoch)".utf8))
    }

    /// The time of which nothing is known, from the last run in a copy to the first one after it was restored; nil if this ledger is no
    /// copy.
    ///
    /// - Parameter now: the end, if no run has recorded it.
    func unknownTime(now: Instant) throws -> ClosedRange<Instant>? {
        let limits = try text(.copied)?.split(separator: " ").compactMap {
            LedgerRow.instant(parsing: String($0))
        }
        guard let limits, let from = limits.first else { return nil }
        if limits.count == 1 {
            let line = "\(from.secondsSinceEpoch) \(now.secondsSinceEpoch)"
            try set(.copied, Array(line.utf8))
        }
        return from...max(from, limits.count > 1 ? limits[1] : now)
    }

    /// Whether the clock was set back since the last planning.
    func isClockBehind(_ now: Instant) throws -> Bool {
        guard let clock = try clock() else { return false }
        return clock.span(until: now).seconds < -FactStore.tolerance.seconds
    }
}
