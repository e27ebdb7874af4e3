import CDBus
import Glibc
import Quoting

/// The notifications on the screen, in a file shared by all of the user's processes: a notification is usually replaced or
/// closed by another process.
///
/// If the file cannot be used, only the notifications of this process are known.
final class ShownNotifications {
    private let path: String
    /// The list for the case that the file cannot be used.
    private var own: [ShownNotification] = []

    /// More notifications than fit on a screen, so that those closed while nobody listened are dropped.
    private static let limit = 64

    init(path: String) { self.path = path }

    /// The notifications on the screen as far as known, oldest first.
    var all: [ShownNotification] { update { $0 } }

    /// Adds a shown notification; those of another server on the same bus are dropped.
    func remember(_ shown: ShownNotification) {
        update { known in
            known.removeAll { $0.bus == shown.bus && ($0.server != shown.server || $0.root == shown.root) }
            known.append(shown)
            known.removeFirst(max(0, known.count - ShownNotifications.limit))
        }
    }

    func forget(_ gone: [ShownNotification]) { update { known in known.removeAll(where: gone.contains) } }

    private func update<Value>(_ change: (inout [ShownNotification]) -> Value) -> Value {
        let descriptor = openFile()
        guard descriptor >= 0 else { return change(&own) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        let before = ShownNotifications.read(descriptor)
        var known = before
        let value = change(&known)
        if known != before { ShownNotifications.write(known, to: descriptor) }
        return value
    }

    private func openFile() -> Int32 {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path, flags, 0o600)
        guard descriptor < 0, errno == ENOENT, let slash = path.lastIndex(of: "/") else { return descriptor }
        mkdir(String(path[..<slash]), 0o700)
        return open(path, flags, 0o600)
    }

    private static func read(_ descriptor: Int32) -> [ShownNotification] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let text = String(decoding: bytes[..<max(0, count)], as: UTF8.self)
        return text.split(separator: "\n").compactMap { ShownNotification(line: $0) }
    }

    private static func write(_ known: [ShownNotification], to descriptor: Int32) {
        let bytes = Array(known.map { $0.line + "\n" }.joined().utf8)
        // A crash between these two only leaves notifications that are not replaced.
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }
}

/// A notification on the screen.
struct ShownNotification: Equatable {
    let bus: String
    /// The unique bus name of the server that shows it.
    let server: String
    /// The server's ID for it.
    let number: UInt32
    let id: String
    /// The action of a click on it.
    let click: String

    /// The part of an ID that snoozes and follow-ups share with their reminder.
    var root: String { ShownNotification.root(of: id) }

    static func root(of id: String) -> String {
        let marks = ["/snooze-", "/follow-up-"].compactMap { id.range(ofBytes: $0)?.lowerBound }
        return marks.min().map { String(id[..<$0]) } ?? id
    }
}

extension ShownNotification {
    var line: String { "\(bus) \(server) \(number) \(id) \(click)" }

    /// Parses a line; nil if it is invalid.
    init?(line: Substring) {
        let words = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
        // libdbus aborts the process for an invalid name.
        guard words.count >= 4, let number = UInt32(words[2]), number > 0, !words[3].isEmpty,
            dbus_validate_bus_name(words[1], nil) != 0
        else { return nil }
        let click = words.count == 5 ? words[4] : "start"
        self.init(bus: words[0], server: words[1], number: number, id: words[3], click: click)
    }
}
