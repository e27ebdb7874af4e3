import CLinux
package import CivilTime
package import Glibc
package import SystemPackage

/// Waits in poll(2) for events that wake the daemon: signals, the wall clock, and changes in folders.
package final class WakeUps {
    package struct Reasons: OptionSet {
        package let rawValue: Int
        /// A signal asked the process to end.
        package static let end = Reasons(rawValue: 1)
        /// SIGHUP: read everything again.
        package static let reload = Reasons(rawValue: 2)
        /// The clock was set, or the machine woke from suspend.
        package static let clock = Reasons(rawValue: 4)
        static let folders = Reasons(rawValue: 8)

        package init(rawValue: Int) { self.rawValue = rawValue }
    }

    private let signals: Int32
    private let alarm: Int32
    private let folders: Int32

    package init() throws(CommandError) {
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

    /// Watches a path's folder, or its nearest ancestor that exists.
    package func watch(_ path: FilePath) {
        var folder = path
        while folder.removeLastComponent() {
            if antrain_watch_add(folders, folder.string) >= 0 { return }
        }
    }

    /// - Parameters:
    ///   - moment: when to wake at the latest, by the wall clock.
    ///   - seconds: the maximum time to sleep; nil for no limit.
    ///   - others: more descriptors to wait for.
    package func sleep(until moment: Instant?, atMost seconds: Double?, alsoOn others: [pollfd]) -> Reasons {
        // Setting the alarm clears a clock change that it has noticed, so that is read first.
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

    /// Notifies the service manager, if there is one (sd_notify(3)).
    package static func notify(_ message: String, environment: [String: String]) {
        guard let address = environment["NOTIFY_SOCKET"] else { return }
        _ = antrain_notify(address, message)
    }
}
