package import AntrainPluginKit

/// A time without requests to a server that failed: a run must not wait again for a server that is down.
package struct RequestPause {
    /// The shortest one, in seconds.
    package static let shortest: Int64 = 300
    /// The longest pause, and the time for which a server that cannot be reached is not reported, in seconds.
    package static let longest: Int64 = 86_400

    /// When the request failed, and when the next one may be sent, in seconds since 1970.
    package let since, until: Int64
    /// Whether the server could not be reached, which is usual for a machine without a network connection.
    package let isOutage: Bool
    package let failure: PluginFailure

    /// - Parameter longest: the longest pause that a server may demand, in seconds.
    package init(after failure: PluginFailure, isOutage: Bool, now: Int64, atMost longest: Int64 = RequestPause.longest)
    {
        let seconds = max(RequestPause.shortest, min(Int64(failure.retryAfter), longest))
        (since, until, self.isOutage, self.failure) = (now, now + seconds, isOutage, failure)
    }

    package func covers(_ now: Int64) -> Bool { (since..<until).contains(now) }

    /// Whether the failure is not reported yet.
    ///
    /// - Parameters:
    ///   - reached: when the server was last reached; 0 for never.
    ///   - patience: for how many seconds an outage does no harm.
    package func isTolerated(since reached: Int64, now: Int64, for patience: Int64 = RequestPause.longest) -> Bool {
        isOutage && reached > 0 && (reached..<reached + min(patience, RequestPause.longest)).contains(now)
    }

    // MARK: Storage

    /// A stored pause; nil if there is none.
    ///
    /// - Parameter value: a stored value by its name; empty if there is none.
    package init?(_ value: (String) -> String) {
        func instant(_ name: String) -> Int64? { Int64(value(name)).flatMap { (0...1 << 40).contains($0) ? $0 : nil } }
        guard let since = instant("PAUSED"), let until = instant("PAUSED-UNTIL"), until > since else { return nil }
        (self.since, self.until, isOutage) = (since, until, !value("OUTAGE").isEmpty)
        failure = .passing(value("REASON"), remedy: value("REMEDY"))
    }

    package var values: [(String, String)] {
        [
            ("PAUSED", "\(since)"), ("PAUSED-UNTIL", "\(until)"), ("REASON", failure.reason),
            ("REMEDY", failure.remedy),
        ] + (isOutage ? [("OUTAGE", "1")] : [])
    }
}
