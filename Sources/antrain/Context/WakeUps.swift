import CLinux
import CivilTime
import Glibc

/// What wakes a process that stays: signals, the wall clock, and changes in folders.
///
/// Between them it sleeps in poll(2).
final class WakeUps {
    /// What woke it.
    struct Reasons: OptionSet {
        let rawValue: Int
        /// It is to end.
        static let end = Reasons(rawValue: 1)
        /// It is to read all anew.
        static let reload = Reasons(rawValue: 2)
        /// The clock was set, or the machine woke from suspend.
        static let clock = Reasons(rawValue: 4)
        /// Something happened in a watched folder.
        static let folders = Reasons(rawValue: 8)
    }

    private let signals: Int32
    private let alarm: Int32
    private let folders: Int32

    init() throws(CommandError) {
        signals = antrain_signals_open()
        alarm = antrain_alarm_open()
        folders = antrain_watch_open()
        guard signals >= 0, alarm >= 0, folders >= 0 else {
            throw .system("the daemon cannot watch signals, the clock and files: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        for descriptor in [signals, alarm, folders] where descriptor >= 0 { close(descriptor) }
    }

    /// Watches the folder that a path lies in, or the nearest one above it that is there.
    func watch(_ path: String) {
        var folder = path[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if antrain_watch_add(folders, folder.isEmpty ? "/" : String(folder)) >= 0 { return }
        }
    }

    /// Sleeps until something wakes it.
    ///
    /// - Parameters:
    ///   - moment: when to wake at the latest by the wall clock.
    ///   - seconds: how long to sleep at most; nil for as long as it takes.
    ///   - others: descriptors that wake it, too.
    func sleep(until moment: Instant?, atMost seconds: Double?, beside others: [pollfd]) -> Reasons {
        // Setting it also clears what it had to tell, so what it tells is taken first.
        var reasons: Reasons = antrain_alarm_quiet(alarm) == 1 ? .clock : []
        if reasons.isEmpty {
            antrain_alarm_set(alarm, max(-1, moment?.secondsSinceEpoch ?? -1))
            var watched = [signals, alarm, folders].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) } + others
            let milliseconds = seconds.map { Int32(min(86_400, $0) * 1000) + 1 } ?? -1
            poll(&watched, nfds_t(watched.count), milliseconds)
            if antrain_alarm_quiet(alarm) == 1 { reasons.insert(.clock) }
        }
        if antrain_watch_take(folders) == 1 { reasons.insert(.folders) }
        while case let signal = antrain_signals_next(signals), signal != 0 {
            reasons.insert(signal == SIGHUP ? .reload : .end)
        }
        return reasons
    }

    /// Tells the service manager something, where one asked to be told.
    static func notify(_ message: String, environment: [String: String]) {
        guard let address = environment["NOTIFY_SOCKET"] else { return }
        _ = antrain_notify(address, message)
    }
}
