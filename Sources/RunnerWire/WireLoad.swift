/// Which library a runner is to load, and what it may tell the plugin of the world.
public struct WireLoad: Sendable, Hashable {
    /// The library's path.
    public var path: String
    /// How wide the terminal is.
    public var columns: UInt32 = 80
    /// The flags of the ABI about the terminal.
    public var terminalFlags: UInt32 = 0
    /// Whether the host stays to hear what the user answers through the plugin.
    public var listens = false
    /// After how many seconds without a message the runner ends by itself, unless its plugin waits for something.
    public var idleSeconds: UInt32 = 900

    /// What the plugin may do beside computing, by the ABI's bits of needs.
    public var needs: UInt32 = 0
    /// The files and folders that the plugin may use.
    public var places: [WirePlace] = []
    /// Files and folders that no plugin gets by declaring them.
    public var protected: [String] = []
    /// The addresses of UNIX sockets that it may connect to; an address that begins with @ is abstract.
    public var sockets: [String] = []
    /// The Landlock ABI version to confine it with; 0 for none.
    public var landlock: UInt32 = 0

    /// Creates the message's content.
    public init(path: String) {
        self.path = path
    }
}

extension WireEncoder {
    mutating func write(_ load: WireLoad) {
        write(load.path)
        write(load.columns)
        write(load.terminalFlags)
        write(load.listens ? 1 : 0 as UInt32)
        write(load.needs)
        write(load.places) { $0.write($1) }
        write(load.protected) { $0.write($1) }
        write(load.sockets) { $0.write($1) }
        write(load.landlock)
        write(load.idleSeconds)
    }
}

extension WireDecoder {
    mutating func load() throws(WireError) -> WireLoad {
        var load = WireLoad(path: try text())
        load.columns = try uint32()
        load.terminalFlags = try uint32()
        load.listens = try uint32() != 0
        load.needs = try uint32()
        load.places = try list { decoder throws(WireError) in try decoder.place() }
        load.protected = try list { decoder throws(WireError) in try decoder.text() }
        load.sockets = try list { decoder throws(WireError) in try decoder.text() }
        load.landlock = try uint32()
        load.idleSeconds = try uint32()
        return load
    }
}
