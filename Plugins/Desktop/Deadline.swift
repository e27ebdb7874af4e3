import Glibc

/// Until when something must be done: a plugin's call has its time, whatever it waits for in it.
struct Deadline {
    private let end: Double

    /// Begins to count.
    init(seconds: Double) {
        end = Deadline.now + seconds
    }

    /// What is left of it; never less than a moment.
    var milliseconds: Int32 { Int32(max(1, (end - Deadline.now) * 1000)) }

    var isOver: Bool { Deadline.now >= end }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
