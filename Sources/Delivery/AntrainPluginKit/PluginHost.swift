internal import AntrainPluginABI
internal import Glibc

/// The host's functions; call them only from the thread of the host's calls.
public struct PluginHost {
    private let host: UnsafePointer<antrain_host>

    init(_ host: UnsafePointer<antrain_host>) { self.host = host }

    /// The width for printed text, in columns.
    public var columns: Int { Int(host.pointee.terminal_columns) }

    /// Whether printed text is visible on a terminal.
    public var outputIsTerminal: Bool { host.pointee.terminal_flags & UInt32(ANTRAIN_TERMINAL_OUTPUT) != 0 }

    /// Whether colours may be used.
    public var allowsColor: Bool { host.pointee.terminal_flags & UInt32(ANTRAIN_TERMINAL_COLOR) != 0 }

    /// Whether a person started the host.
    public var hasControllingTerminal: Bool { host.pointee.terminal_flags & UInt32(ANTRAIN_TERMINAL_CONTROLLING) != 0 }

    /// Prints text on the host's output.
    public func print(_ text: String) { text.lent { host.pointee.print?(host, $0) } }

    /// Adds a line to the log.
    public func log(_ text: String) { text.lent { host.pointee.log?(host, Int32(ANTRAIN_LOG_INFO), $0) } }

    /// Whether the host keeps running and waits for the user's answers: without it, a plugin must not offer buttons.
    public var listens: Bool {
        let end = MemoryLayout<antrain_host>.offset(of: \.reserved) ?? MemoryLayout<antrain_host>.size
        return Int(host.pointee.size) >= end && host.pointee.flags & UInt32(ANTRAIN_HOST_LISTENS) != 0
    }

    /// The present in seconds since 1970-01-01T00:00:00Z: the system's, unless the user set the time (`ANTRAIN_NOW`).
    public var now: Int64 {
        let isKnown = Int(host.pointee.size) >= MemoryLayout<antrain_host>.size
        return isKnown && host.pointee.now != 0 ? host.pointee.now : Int64(time(nil))
    }
}

extension String {
    /// Lends the text to a call of the C interface.
    func lent(_ body: (antrain_string) -> Void) {
        var text = self
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                body(antrain_string(data: $0.baseAddress, length: UInt64($0.count)))
            }
        }
    }
}
