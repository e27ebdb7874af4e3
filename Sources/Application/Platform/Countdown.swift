import Glibc

/// A countdown on the terminal: for rests and timed sets.
enum Countdown {
    /// Counts down on standard error, and rings the bell at the end.
    ///
    /// Suspended time counts (CLOCK_BOOTTIME), because the muscles rest meanwhile.
    ///
    /// - Parameter isPlain: whether the time is printed only once, and not counted down.
    /// - Returns: the seconds that passed, fewer if the user pressed Enter or the terminal was closed, and what was typed before Enter.
    static func run(_ seconds: Int, _ label: String, _ hint: String, isPlain: Bool) -> (passed: Int, typed: String) {
        let start = now()
        var shown = 0
        while true {
            let passed = now() - start
            let remaining = Int64(seconds) * 1000 - passed
            guard remaining > 0 else { break }
            let left = Int((remaining + 999) / 1000)
            let text = "\(label) \(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60)  (\(hint)) "
            if !isPlain {
                put("\r" + text + String(repeating: " ", count: max(0, shown - text.count)))
            } else if shown == 0 {
                put(text + "\n")
            }
            shown = text.count
            var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            let status = poll(&input, 1, Int32(clamping: (remaining - 1) % 1000 + 1))
            if status < 0, errno != EINTR { break }
            if status > 0 {
                let typed = readLine() ?? ""
                return (Int(clamping: (now() - start) / 1000), typed)
            }
        }
        put(isPlain ? "\u{07}" : "\u{07}\n")
        return (seconds, "")
    }

    /// The seconds since the system started.
    static func uptime() -> Int { Int(clamping: now() / 1000) }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    private static func put(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }
}
