import AntrainPluginABI
import Glibc
import RunnerWire

/// What the runner offers to its plugin.
enum HostServices {
    /// Makes the host's struct; it lives as long as the process.
    static func make(columns: UInt32, terminalFlags: UInt32) -> UnsafePointer<antrain_host> {
        let host = UnsafeMutablePointer<antrain_host>.allocate(capacity: 1)
        host.initialize(
            to: antrain_host(
                size: UInt32(MemoryLayout<antrain_host>.size),
                abi_minor: UInt32(ANTRAIN_PLUGIN_ABI_MINOR),
                terminal_columns: columns,
                terminal_flags: terminalFlags,
                context: nil,
                log: { HostServices.log(level: $1, $2) },
                print: { HostServices.print($1) },
                get_extension: { _, _ in nil }
            )
        )
        return UnsafePointer(host)
    }

    private static func log(level: Int32, _ text: antrain_string) {
        HostSocket.shared.send(.log(level: Int64(level), text: String(text, limit: 4096)))
    }

    private static func print(_ text: antrain_string) {
        HostSocket.shared.send(.print(String(text, limit: FrameLimit.payloadBytes / 2)))
    }
}

extension String {
    /// A plugin's text; what is not UTF-8 in it is replaced.
    init(_ text: antrain_string, limit: Int) {
        guard let data = text.data, text.length > 0 else {
            self = ""
            return
        }
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(Swift.min(text.length, UInt64(limit))))
        self = String(decoding: bytes, as: UTF8.self)
    }
}
