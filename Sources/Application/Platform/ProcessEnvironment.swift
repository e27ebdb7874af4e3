import CivilTime
import CLinux
import Glibc
package import SystemPackage

package enum ProcessEnvironment {
    package static var current: [String: String] {
        var result: [String: String] = [:]
        var place = environ
        while let entry = place.pointee {
            let text = String(cString: entry)
            // By scalars: an equals sign with a combining mark is a different Swift character.
            if let equals = text.unicodeScalars.firstIndex(of: "=") {
                result[String(text.unicodeScalars[..<equals])] = String(text.unicodeScalars[equals...].dropFirst())
            }
            place += 1
        }
        return result
    }

    /// The name of this machine in lower case; empty if it is unknown.
    package static var hostName: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "" }
        return withUnsafeBytes(of: name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            .lowercased()
    }

    static var userID: UInt32 { getuid() }
    static var processID: Int32 { getpid() }

    package static var workingDirectory: FilePath {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return FilePath(String(cString: path))
    }

    /// The arguments, including the program's name.
    ///
    /// Swift's `CommandLine` reads them from /proc and is empty without it.
    package static var arguments: [String] {
        (0..<antrain_argument_count()).compactMap { antrain_argument($0).map { String(cString: $0) } }
    }

    static var executable: FilePath {
        let started = antrain_executable().map { String(cString: $0) } ?? "antrain"
        guard let path = realpath("/proc/self/exe", nil) ?? realpath(started, nil) else { return FilePath(started) }
        defer { free(path) }
        return FilePath(String(cString: path))
    }

    /// Restores what the parent may have changed.
    ///
    /// With SIGCHLD ignored, waiting for a process fails and its exit status is lost. If a standard stream is closed, the next file that is opened
    /// gets its descriptor, so a reminder could be written to the ledger's file. Therefore /dev/null replaces a closed stream, opened so that
    /// reading standard input and writing to the others still fail.
    package static func restoreInheritance() {
        signal(SIGCHLD, SIG_DFL)
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

enum LiveClock {
    /// The time in `ANTRAIN_NOW`, or else that of the system clock.
    static func now(environment: [String: String], zone: Zone) throws(CommandError) -> Instant {
        guard let text = environment["ANTRAIN_NOW"], !text.isEmpty else {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Instant(secondsSinceEpoch: Int64(time.tv_sec))
        }
        do { return try Instant(parsing: text, in: zone) } catch { throw .badNow(error) }
    }
}

/// What antrain prints after Ctrl-C, before the process ends.
enum Interruption {
    /// The text for the signal handler, which must not allocate memory.
    nonisolated(unsafe) private static var notice = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    /// Makes Ctrl-C print a line on standard error; nil restores the default.
    static func says(_ text: String?) {
        signal(SIGINT, SIG_DFL)
        guard let text else { return }
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count + 2)
        _ = bytes.initialize(from: Array("\n\(text)\n".utf8))
        notice = UnsafeBufferPointer(bytes)
        signal(SIGINT) { _ in
            _ = write(2, Interruption.notice.baseAddress, Interruption.notice.count)
            // The shell must see that the signal ended the process.
            signal(SIGINT, SIG_DFL)
            raise(SIGINT)
        }
    }
}
