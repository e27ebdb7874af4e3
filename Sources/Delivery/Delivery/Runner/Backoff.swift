internal import CivilTime

/// When to retry after a temporary failure.
enum Backoff {
    private static let longest: Int64 = 15 * 60

    /// One minute, then doubling up to a quarter of an hour, plus up to a fifth more so that channels spread out.
    ///
    /// - Parameters:
    ///   - attempt: the number of the failed attempt, from 1.
    ///   - key: the delivery's key; the same key always gives the same delay, however often antrain starts.
    ///   - requested: the delay that the plugin asked for, in seconds; used if it is longer.
    static func span(after attempt: Int, key: String, requested: UInt32) -> TimeSpan {
        let base = min(longest, 60 << Int64(min(max(attempt, 1) - 1, 10)))
        let hash = key.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        let jitter = Int64(hash % UInt64(base / 5 + 1))
        return TimeSpan(seconds: max(base + jitter, Int64(min(requested, 86_400))))
    }
}
