import Foundation

/// The processor time of this thread in a closure: unlike elapsed time, it does not depend on the load of the machine.
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
