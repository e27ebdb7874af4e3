import Glibc
import Logging
import PrintableText
import SystemPackage

/// Sends messages to the systemd journal in its native protocol (systemd, JOURNAL_NATIVE_PROTOCOL).
///
/// `journalctl -t antrain` shows them. Each fact of a message is a field, such as `ANTRAIN_CHANNEL`.
struct JournalLogHandler: LogHandler {
    private let socket: FilePath
    private let failures: LogFailures
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    init(_ socket: FilePath = "/run/systemd/journal/socket", level: Logger.Level, failures: LogFailures) {
        self.socket = socket
        self.failures = failures
        logLevel = level
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var facts = metadata.merging(event.metadata ?? [:]) { $1 }
        // The journal has its own clock.
        facts[LogLine.timeKey] = nil
        var fields = [("PRIORITY", "\(JournalLogHandler.priority(event.level))"), ("SYSLOG_IDENTIFIER", "antrain")]
        let words = facts.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        fields.append(("MESSAGE", event.message.description + words))
        fields += facts.sorted { $0.key < $1.key }.map { ("ANTRAIN_" + $0.key.uppercased(), $0.value.description) }
        send(fields.map { "\($0.0)=\($0.1.printable(upTo: 2000))\n" }.joined())
    }

    /// The priority of syslog(3).
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    private func send(_ text: String) {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return fail() }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(socket.string.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else {
            return failures.note("\(socket): path too long")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let bytes = Array(text.utf8)
        let sent = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(
                    descriptor,
                    bytes,
                    bytes.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT),
                    address,
                    socklen_t(MemoryLayout<sockaddr_un>.size)
                )
            }
        }
        if sent < 0 { fail() } else { failures.note(nil) }
    }

    private func fail() { failures.note("\(socket): \(String(cString: strerror(errno)))") }
}
