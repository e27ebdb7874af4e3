internal import Glibc

/// Until when something must be done: a plugin's call has its time, whatever it waits for in it.
public struct Deadline: Sendable {
    private let end: Double

    /// Begins to count.
    public init(seconds: Double) {
        end = Deadline.now + seconds
    }

    /// What is left of it, as poll(2) takes it; never less than a moment.
    public var milliseconds: Int32 { Int32(min(max(1, (end - Deadline.now) * 1000), 86_400_000)) }

    /// Whether nothing is left of it.
    public var isOver: Bool { Deadline.now >= end }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
