import Foundation

/// How long this thread computes in a closure: unlike the time that passes, it does not depend on what else the machine does.
public func processorTime(of body: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let began = now()
    try body()
    return now() - began
}
