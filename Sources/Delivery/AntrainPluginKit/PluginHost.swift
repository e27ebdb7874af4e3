internal import AntrainPluginABI

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
    public func print(_ text: String) { withText(text) { host.pointee.print?(host, $0) } }

    /// Adds a line to the log.
    public func log(_ text: String) { withText(text) { host.pointee.log?(host, Int32(ANTRAIN_LOG_INFO), $0) } }

    private var act: UnsafePointer<antrain_act>? {
        var pointer: UnsafeRawPointer?
        withText(ANTRAIN_EXTENSION_ACT) { pointer = host.pointee.get_extension?(host, $0) }
        return pointer?.assumingMemoryBound(to: antrain_act.self)
    }

    /// Whether the host keeps running to receive the user's answers through the plugin.
    public var canAct: Bool { act != nil }

    /// Reports the user's answer to the host; call it from `attend()`.
    ///
    /// - Parameters:
    ///   - action: the ID of one of the notification's actions.
    ///   - notification: the notification's ID.
    public func act(_ action: String, on notification: String) {
        guard let act else { return }
        withText(notification) { notification in withText(action) { act.pointee.act?(host, notification, $0) } }
    }

    private func withText(_ text: String, _ body: (antrain_string) -> Void) {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                body(antrain_string(data: $0.baseAddress, length: UInt64($0.count)))
            }
        }
    }
}
