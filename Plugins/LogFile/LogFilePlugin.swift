public import AntrainPluginABI
import AntrainPluginKit
import Glibc

/// Adds a line to a file for each notification.
final class LogFilePlugin: DeliveryPlugin {
    static let manifest = PluginManifest(
        name: "log",
        version: "1.0.0",
        summary: "Adds a line to a log file for each reminder",
        author: "antrain",
        keys: [
            .init("file", .path, help: "the file (default: $XDG_STATE_HOME/antrain/notifications.log)"),
            .init("format", default: "plain", help: "plain, or json for one JSON object per line"),
        ],
        paths: ["$XDG_STATE_HOME/antrain/notifications.log"]
    )

    private static let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY

    private let path: String
    private let isJSON: Bool

    init(values: PluginValues, host: PluginHost) throws(PluginFailure) {
        switch values["format"] {
        case "plain": isJSON = false
        case "json": isJSON = true
        case let other: throw .final("invalid format '\(other)'", remedy: "set format to plain or json")
        }
        guard let path = try values.path("file") ?? LogFilePlugin.defaultPath else {
            throw .final("no home folder for the log", remedy: "set file to a path")
        }
        self.path = path
    }

    private static var defaultPath: String? {
        if let state = getenv("XDG_STATE_HOME").map({ String(cString: $0) }), state.utf8.first == 0x2F {
            return state + "/antrain/notifications.log"
        }
        return getenv("HOME").map { String(cString: $0) + "/.local/state/antrain/notifications.log" }
    }

    /// Only a delivery creates the file.
    func probe() throws(PluginFailure) {
        let descriptor = open(path, LogFilePlugin.flags)
        if descriptor >= 0 {
            close(descriptor)
            return
        }
        guard errno == ENOENT else { throw unusable() }
        var folder = path
        repeat { folder = LogFilePlugin.folder(of: folder) } while access(folder + "/", F_OK) != 0 && !folder.isEmpty
        guard access(folder + "/", W_OK | X_OK) == 0 else { throw unusable() }
    }

    func deliver(_ notification: DeliveredNotification) throws(PluginFailure) {
        // Opened each time, so that a rotated log is not written to.
        let descriptor = try openFile()
        defer { close(descriptor) }
        let line = isJSON ? NotificationJSON(notification).text : LogLine(notification).text
        try append(Array(line.utf8) + [0x0A], to: descriptor)
    }

    private func openFile() throws(PluginFailure) -> Int32 {
        let flags = LogFilePlugin.flags | O_CREAT
        var descriptor = open(path, flags, 0o600)
        if descriptor < 0, errno == ENOENT {
            makeFolder(LogFilePlugin.folder(of: path))
            descriptor = open(path, flags, 0o600)
        }
        guard descriptor >= 0 else { throw unusable() }
        return descriptor
    }

    /// The failure of the last system call.
    private func unusable() -> PluginFailure {
        .passing(
            "cannot open \(path): \(String(cString: strerror(errno)))",
            remedy: "make it writable, or set file to another path"
        )
    }

    /// The path up to its last slash, by bytes: a slash with a combining mark is a different Swift character.
    private static func folder(of path: String) -> String {
        String(path[..<(path.utf8.lastIndex(of: 0x2F) ?? path.startIndex)])
    }

    private func makeFolder(_ path: String) {
        guard !path.isEmpty, mkdir(path, 0o700) != 0, errno == ENOENT else { return }
        makeFolder(LogFilePlugin.folder(of: path))
        mkdir(path, 0o700)
    }

    /// - Returns: whether the file is locked.
    private func locksPrivate(_ descriptor: Int32) -> Bool {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & 0o077 == 0 else { return false }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    /// Writes a whole line or nothing: other writers wait, and a partial line on a full disk is removed.
    ///
    /// If other users can read the file, they can also lock it for any time; so it is not locked, and a partial line stays.
    private func append(_ line: [UInt8], to descriptor: Int32) throws(PluginFailure) {
        let isLocked = locksPrivate(descriptor)
        defer { if isLocked { flock(descriptor, LOCK_UN) } }
        let start = isLocked ? lseek(descriptor, 0, SEEK_END) : -1
        var written = 0
        while written < line.count {
            let count = line[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = String(cString: strerror(errno))
                if written > 0, start >= 0 { _ = ftruncate(descriptor, start) }
                throw .passing(
                    "cannot write to \(path): \(reason)",
                    remedy: "free some disk space, or set file to another path"
                )
            }
            written += count
        }
    }
}

@_cdecl("antrain_plugin_entry_v1")
public func antrainPluginEntry(_ host: UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>? {
    PluginExport.entry(LogFilePlugin.self, host: host)
}

/// A notification as one line for people.
struct LogLine {
    private let notification: DeliveredNotification

    init(_ notification: DeliveredNotification) { self.notification = notification }

    /// The line, such as `2026-11-23T07:30+01:00 workout/2026-11-23/0730 Workout Time! | Today: Push Day`.
    ///
    /// Programs search it, too: its date and lateness are the same in every locale.
    var text: String {
        let late = notification.lateSeconds >= 60 ? " (\(notification.lateSeconds / 60) min late)" : ""
        return
            "\(notification.fireAt)\(notification.offset) \(escaped(notification.id)) \(escaped(notification.title)) | \(escaped(notification.body))\(late)"
    }

    /// A text on one line.
    private func escaped(_ text: String) -> String { JSONText.escaped(text, quotes: false) }
}
