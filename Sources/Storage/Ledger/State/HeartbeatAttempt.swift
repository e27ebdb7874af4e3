public import CivilTime

/// A request of the heartbeat's URL.
public struct HeartbeatAttempt: Sendable, Hashable {
    public let instant: Instant
    /// Why it failed; nil if it did not.
    public let problem: String?

    public init(at instant: Instant, problem: String?) {
        self.instant = instant
        self.problem = problem
    }

    /// The attempt in its stored form; nil for any other text.
    init?(_ line: String) {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard let instant = LedgerRow.instant(parsing: String(parts[0])) else { return nil }
        self.init(at: instant, problem: parts.count > 1 ? String(parts[1]) : nil)
    }

    var line: String { "\(instant.secondsSinceEpoch)" + (problem.map { " " + $0 } ?? "") }
}
