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

    static var executable: String {
        guard let path = realpath("/proc/self/exe", nil) else { return CommandLine.arguments.first ?? "antrain" }
        defer { free(path) }
        return String(cString: path)
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
