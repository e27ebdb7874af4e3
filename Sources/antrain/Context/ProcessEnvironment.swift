import CLinux
import CivilTime
import Glibc

/// What the system says of this process.
enum ProcessEnvironment {
    static var current: [String: String] {
        var result: [String: String] = [:]
        var place = environ
        while let entry = place.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                result[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            place += 1
        }
        return result
    }

    static var userID: UInt32 { getuid() }

    static var workingDirectory: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }

    /// The arguments, the program's name included.
    ///
    /// Swift's own `CommandLine` reads them from /proc, and has none without it.
    static var arguments: [String] {
        (0..<antrain_argument_count()).compactMap { antrain_argument($0).map { String(cString: $0) } }
    }

    static var executable: String {
        let started = antrain_executable().map { String(cString: $0) } ?? "antrain"
        guard let path = realpath("/proc/self/exe", nil) ?? realpath(started, nil) else { return started }
        defer { free(path) }
        return String(cString: path)
    }

    /// Sets what the parent may have left otherwise: where SIGCHLD is ignored, nobody can wait for a process, and each seems to succeed.
    static func restoreSignals() {
        signal(SIGCHLD, SIG_DFL)
    }
}

/// The present.
enum LiveClock {
    /// The system's clock, or what `ANTRAIN_NOW` says in its place.
    static func now(environment: [String: String], zone: Zone) throws(CommandError) -> Instant {
        guard let text = environment["ANTRAIN_NOW"], !text.isEmpty else {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Instant(secondsSinceEpoch: Int64(time.tv_sec))
        }
        do { return try Instant(parsing: text, in: zone) } catch { throw .badNow(error) }
    }
}
