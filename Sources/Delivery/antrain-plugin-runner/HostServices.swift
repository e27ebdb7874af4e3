import AntrainPluginABI
import Glibc
import RunnerProtocol
import Synchronization

/// The host's functions for the plugin.
enum HostServices {
    /// Creates the host's struct, which exists as long as the process.
    static func make(_ load: WireLoad) -> UnsafePointer<antrain_host> {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        let host = UnsafeMutablePointer<antrain_host>.allocate(capacity: 1)
        host.initialize(
            to: antrain_host(
                size: UInt32(MemoryLayout<antrain_host>.size),
                abi_minor: UInt32(ANTRAIN_PLUGIN_ABI_MINOR),
                terminal_columns: load.columns,
                terminal_flags: load.terminalFlags,
                context: nil,
                log: { HostServices.log(level: $1, $2) },
                print: { HostServices.print($1) },
                get_extension: { _, _ in
                    HostServices.noteThread()
                    return nil
                },
                flags: load.listens ? UInt32(ANTRAIN_HOST_LISTENS) : 0,
                reserved: 0,
                now: load.now
            )
        )
        return UnsafePointer(host)
    }

    /// The thread that calls the plugin; only this thread may call the host.
    private static let thread = Atomic<UInt>(0)
    private static let foreign = Atomic<UInt32>(0)

    /// The number of calls from other threads of the plugin.
    static var foreignCalls: UInt32 { foreign.load(ordering: .relaxed) }

    private static func noteThread() {
        guard UInt(pthread_self()) != thread.load(ordering: .relaxed) else { return }
        foreign.wrappingAdd(1, ordering: .relaxed)
    }

    private static func log(level: Int32, _ text: antrain_string) {
        noteThread()
        HostSocket.shared.send(.log(level: Int64(level), text: String(text, limit: 4096)))
    }

    private static func print(_ text: antrain_string) {
        noteThread()
        HostSocket.shared.send(.print(String(text, limit: FrameLimit.payloadBytes / 2)))
    }
}

extension String {
    /// A plugin's text, with invalid UTF-8 replaced.
    init(_ text: antrain_string, limit: Int) {
        guard let data = text.data, text.length > 0 else {
            self = ""
            return
        }
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(Swift.min(text.length, UInt64(limit))))
        self = String(decoding: bytes, as: UTF8.self)
    }
}
