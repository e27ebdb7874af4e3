/// The library that a runner should load, and the environment of the plugin.
public struct WireLoad: Sendable, Hashable {
    public var path = ""
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
    /// The present in seconds since 1970 if the user set it; 0 for the system's clock.
    public var now: Int64 = 0

    init() {}

    public init(path: String) { self.path = path }
}

extension WireLoad: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.pass(&path)
        try coder.pass(&columns)
        try coder.pass(&terminalFlags)
        try coder.pass(&listens)
        try coder.pass(&needs)
        try coder.pass(&places)
        try coder.pass(&protected)
        try coder.pass(&sockets)
        try coder.pass(&landlock)
        try coder.pass(&idleSeconds)
        try coder.pass(&isChecked)
        try coder.pass(&isAsked)
        try coder.pass(&now)
    }
}

/// A key with a value.
public struct WirePair: Sendable, Hashable {
    public var key = ""
    public var value = ""

    init() {}

    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

extension WirePair: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.pass(&key)
        try coder.pass(&value)
    }
}

/// A file, folder or socket that a plugin's process may use.
public struct WirePlace: Sendable, Hashable {
    /// The absolute path; a trailing slash means a folder with everything in it.
    public var path = ""
    /// The number of bytes at the start of the path that the user chose; symbolic links are followed only there.
    public var chosen: UInt32 = 0
    /// Whether it is only read, and not created if missing.
    public var isOnlyRead = false
    /// Whether the plugin declares it; otherwise the user named it.
    public var isDeclared = false

    init() {}

    public init(path: String, chosen: UInt32, isOnlyRead: Bool = false, isDeclared: Bool = false) {
        (self.path, self.chosen, self.isOnlyRead, self.isDeclared) = (path, chosen, isOnlyRead, isDeclared)
    }
}

extension WirePlace: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.pass(&path)
        try coder.pass(&chosen)
        var flags: UInt32 = (isOnlyRead ? 1 : 0) | (isDeclared ? 2 : 0)
        try coder.pass(&flags)
        isOnlyRead = flags & 1 != 0
        isDeclared = flags & 2 != 0
    }
}
