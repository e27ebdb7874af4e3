import AntrainPluginKit
import Glibc

/// The terminals of the user who runs antrain.
enum Terminals {
    /// Open terminals that accept messages: devices under /dev/pts that belong to the user and are writable by their group.
    static func ofUser() -> [String] {
        guard let folder = opendir("/dev/pts") else { return [] }
        defer { closedir(folder) }
        var paths: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.isEmpty, name.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { continue }
            let path = "/dev/pts/\(name)"
            if accepts(path) { paths.append(path) }
        }
        return paths.sorted()
    }

    /// Whether a device is one of the user's terminals and accepts messages (mesg(1)).
    static func accepts(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR && status.st_uid == getuid()
            && status.st_mode & S_IWGRP != 0 && withTerminal(path) { isatty($0) == 1 } == true
    }

    static func columns(of path: String) -> Int? {
        withTerminal(path) { descriptor in
            var size = winsize()
            return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
        }
    }

    /// Writes as much as the terminal accepts in its time.
    ///
    /// - Returns: whether it accepted anything: a partly visible reminder must not be repeated.
    static func write(_ text: String, to path: String, by deadline: Deadline) -> Bool {
        withTerminal(path) { descriptor -> Bool? in
            let bytes = Array(text.utf8)
            var written = 0
            while written < bytes.count {
                let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count > 0 {
                    written += count
                } else if errno == EAGAIN {
                    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    guard !deadline.hasEnded, poll(&watched, 1, deadline.milliseconds) >= 0 else { break }
                } else if errno != EINTR {
                    break
                }
            }
            return written > 0
        } ?? false
    }

    private static func withTerminal<Value>(_ path: String, _ body: (Int32) -> Value?) -> Value? {
        // Never as the controlling terminal, and never waiting for a stopped one.
        let descriptor = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return body(descriptor)
    }
}
