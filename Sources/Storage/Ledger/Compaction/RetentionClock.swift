internal import CivilTime

/// Decides whether the clock can be trusted to remove rows.
///
/// A clock that is years ahead for a moment must not remove what was delivered today: after the correction it would be sent again.
/// Rows are therefore removed only once the clock has run for three days without a jump. By then, nothing that was due before the
/// jump can be sent again.
struct RetentionClock: Equatable {
    /// How long the clock must have run without a jump.
    private static let patience = TimeSpan.days(3)
    /// A longer pause between two runs counts as a jump.
    private static let longestPause = TimeSpan.days(31)
    /// A step back that does not count as a jump.
    private static let tolerance = TimeSpan.minutes(1)
    /// How often the clock is recorded, so that not every run writes.
    private static let step = TimeSpan.days(1)

    /// The first time after the last jump.
    private let since: Instant
    /// The last recorded time.
    private let seen: Instant

    private init(since: Instant, seen: Instant) { (self.since, self.seen) = (since, seen) }

    /// Reads its stored form, two times in seconds since 1970.
    init?(parsing text: String) {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 2, let since = LedgerRow.instant(parsing: parts[0]),
            let seen = LedgerRow.instant(parsing: parts[1]), since <= seen
        else { return nil }
        self.init(since: since, seen: seen)
    }

    /// Its stored form.
    var text: String { "\(since.secondsSinceEpoch) \(seen.secondsSinceEpoch)" }

    /// - Parameter last: what the last run recorded, if any.
    init(_ last: RetentionClock?, at now: Instant) {
        guard let last, now >= last.seen.subtracting(RetentionClock.tolerance),
            last.seen.span(until: now) <= RetentionClock.longestPause
        else {
            self.init(since: now, seen: now)
            return
        }
        let isRecorded = last.seen.span(until: now) < RetentionClock.step
        self.init(since: last.since, seen: isRecorded ? last.seen : now)
    }

    /// Whether the clock has run long enough without a jump.
    func isTrusted(at now: Instant) -> Bool { since.span(until: now) >= RetentionClock.patience }
}
