internal import Glibc

/// A clock that never goes back.
enum MonotonicTime {
    /// The seconds since an arbitrary starting point.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
