internal import Glibc

/// A deadline: a plugin's call has a time limit, whatever it waits for.
public struct Deadline: Sendable {
    private let end: Double

    /// Starts the time.
    public init(seconds: Double) { end = Deadline.now + seconds }

    /// The remaining time for poll(2); at least a moment.
    public var milliseconds: Int32 { Int32(min(max(1, (end - Deadline.now) * 1000), 86_400_000)) }

    /// Whether the time is over.
    public var hasEnded: Bool { Deadline.now >= end }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
