import AntrainPluginABI
import Glibc
import RunnerProtocol
import Synchronization

/// The host's functions for the plugin.
enum HostServices {
    /// Creates the host's struct, which exists as long as the process.
    static func make(_ load: WireLoad) -> UnsafePointer<antrain_host> {
        listens.store(load.listens, ordering: .relaxed)
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
                get_extension: { _, name in
                    HostServices.noteThread()
                    return HostServices.extension(named: String(name, limit: 64))
                }
            )
        )
        return UnsafePointer(host)
    }

    private static let listens = Atomic(false)
    /// The thread that calls the plugin; only this thread may call the host.
    private static let thread = Atomic<UInt>(0)
    private static let foreign = Atomic<UInt32>(0)

    /// The number of calls from other threads of the plugin.
    static var foreignCalls: UInt32 { foreign.load(ordering: .relaxed) }

    private static func noteThread() {
        guard UInt(pthread_self()) != thread.load(ordering: .relaxed) else { return }
        foreign.wrappingAdd(1, ordering: .relaxed)
    }

    private static func `extension`(named name: String) -> UnsafeRawPointer? {
        name == ANTRAIN_EXTENSION_ACT && listens.load(ordering: .relaxed) ? UnsafeRawPointer(act) : nil
    }

    /// The extension through which a plugin reports the user's answers; it exists as long as the process.
    private nonisolated(unsafe) static let act: UnsafePointer<antrain_act> = {
        let act = UnsafeMutablePointer<antrain_act>.allocate(capacity: 1)
        act.initialize(
            to: antrain_act(
                size: UInt32(MemoryLayout<antrain_act>.size),
                reserved: 0,
                act: { _, notification, action in
                    noteThread()
                    let answer = RunnerMessage.act(
                        notification: String(notification, limit: 512),
                        action: String(action, limit: 64)
                    )
                    HostSocket.shared.send(answer)
                }
            )
        )
        return UnsafePointer(act)
    }()

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
