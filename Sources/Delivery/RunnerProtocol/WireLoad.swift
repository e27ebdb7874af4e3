/// The library that a runner should load, and the environment of the plugin.
public struct WireLoad: Sendable, Hashable {
    public var path: String
    /// The terminal's width in columns.
    public var columns: UInt32 = 80
    /// The terminal's flags (`ANTRAIN_TERMINAL_…`).
    public var terminalFlags: UInt32 = 0
    /// Whether the host keeps running to receive the user's answers through the plugin.
    public var listens = false
    /// The number of seconds without a message after which the runner ends by itself, unless its plugin waits for events.
    public var idleSeconds: UInt32 = 900

    /// The plugin's needs (`ANTRAIN_NEED_…`).
    public var needs: UInt32 = 0
    /// The files and folders that the plugin may use.
    public var places: [WirePlace] = []
    /// Files and folders that no plugin gets by declaring them.
    public var protected: [String] = []
    /// The UNIX sockets that it may connect to; abstract addresses start with @.
    public var sockets: [WirePlace] = []
    /// The Landlock ABI version to confine it with; 0 for none.
    public var landlock: UInt32 = 0
    /// Whether the plugin is checked: what it writes to standard output is kept apart.
    public var isChecked = false
    /// Whether the plugin is only asked something: files and folders that it may use are then not created if missing.
    public var isAsked = false

    public init(path: String) { self.path = path }
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
        write(load.isChecked ? 1 : 0 as UInt32)
        write(load.isAsked ? 1 : 0 as UInt32)
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
        load.sockets = try list { decoder throws(WireError) in try decoder.place() }
        load.landlock = try uint32()
        load.idleSeconds = try uint32()
        load.isChecked = try uint32() != 0
        load.isAsked = try uint32() != 0
        return load
    }
}

/// A key with a value.
public struct WirePair: Sendable, Hashable {
    public var key: String
    public var value: String

    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

/// A file, folder or socket that a plugin's process may use.
public struct WirePlace: Sendable, Hashable {
    /// The absolute path; a trailing slash means a folder with everything in it.
    public var path: String
    /// The number of bytes at the start of the path that the user chose; symbolic links are followed only there.
    public var chosen: UInt32
    /// Whether it is only read, and not created if missing.
    public var isOnlyRead: Bool
    /// Whether the plugin declares it; otherwise the user named it.
    public var isDeclared: Bool

    public init(path: String, chosen: UInt32, isOnlyRead: Bool = false, isDeclared: Bool = false) {
        self.path = path
        self.chosen = chosen
        self.isOnlyRead = isOnlyRead
        self.isDeclared = isDeclared
    }
}

extension WireEncoder {
    mutating func write(_ place: WirePlace) {
        write(place.path)
        write(place.chosen)
        write((place.isOnlyRead ? 1 : 0) | (place.isDeclared ? 2 : 0) as UInt32)
    }
}

extension WireDecoder {
    mutating func place() throws(WireError) -> WirePlace {
        var place = WirePlace(path: try text(), chosen: try uint32())
        let flags = try uint32()
        place.isOnlyRead = flags & 1 != 0
        place.isDeclared = flags & 2 != 0
        return place
    }
}
