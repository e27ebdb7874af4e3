/// A key with a value.
public struct WirePair: Sendable, Hashable {
    /// The key.
    public var key: String
    /// The value.
    public var value: String

    /// Creates a pair.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

/// What a plugin says of itself.
public struct WireDescription: Sendable, Hashable {
    /// A key that the user may set.
    public struct Key: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// What it is for.
        public var help: String
        /// What holds where it is not set.
        public var defaultValue: String
        /// Its type, by the ABI's number.
        public var type: Int64
        /// Its flags, by the ABI's bits.
        public var flags: UInt32

        /// Creates a key.
        public init(name: String, help: String, defaultValue: String, type: Int64, flags: UInt32) {
            self.name = name
            self.help = help
            self.defaultValue = defaultValue
            self.type = type
            self.flags = flags
        }

        /// Whether the user must set it.
        public var isRequired: Bool { flags & 1 != 0 }
        /// Whether its value must never be shown.
        public var isSecret: Bool { flags & 2 != 0 }
        /// Whether it may be given several times.
        public var isList: Bool { flags & 4 != 0 }
    }

    /// The plugin's name.
    public var name = ""
    /// Its version.
    public var version = ""
    /// What it does, in a line.
    public var summary = ""
    /// Who made it.
    public var author = ""
    /// The capabilities of the ABI.
    public var capabilities: Int64 = 0
    /// The keys that it takes.
    public var keys: [Key] = []

    /// Creates an empty description.
    public init() {}
}

/// What came of a call to a plugin.
public struct WireResult: Sendable, Hashable {
    /// The status of the ABI: 0 done, 1 try again, 2 refused.
    public var status: UInt32
    /// When to try again at the earliest, in seconds from now; 0 leaves it open.
    public var retryAfter: UInt32
    /// Why it did not work.
    public var reason: String
    /// What the user can do about it.
    public var remedy: String

    /// Creates a result.
    public init(status: UInt32, retryAfter: UInt32 = 0, reason: String = "", remedy: String = "") {
        self.status = status
        self.retryAfter = retryAfter
        self.reason = reason
        self.remedy = remedy
    }
}

/// What the host asks of a runner.
public enum HostMessage: Sendable, Hashable {
    /// Load the library; with facts about the terminal.
    case load(path: String, columns: UInt32, terminalFlags: UInt32)
    /// Open the plugin with the user's values.
    case open([WirePair])
    /// Is it ready?
    case probe
    /// Deliver this.
    case deliver(WireNotification)
    /// Take this back.
    case cancel(id: String)
    /// Close the plugin and end.
    case close

    /// The message as a frame.
    public var frame: [UInt8] {
        var encoder: WireEncoder
        switch self {
        case .load(let path, let columns, let flags):
            encoder = WireEncoder(kind: 1)
            encoder.write(path)
            encoder.write(columns)
            encoder.write(flags)
        case .open(let pairs):
            encoder = WireEncoder(kind: 2)
            encoder.write(pairs) { encoder, pair in
                encoder.write(pair.key)
                encoder.write(pair.value)
            }
        case .probe: encoder = WireEncoder(kind: 3)
        case .deliver(let notification):
            encoder = WireEncoder(kind: 4)
            encoder.write(notification)
        case .cancel(let id):
            encoder = WireEncoder(kind: 5)
            encoder.write(id)
        case .close: encoder = WireEncoder(kind: 6)
        }
        return encoder.frame
    }

    /// Reads a message from a frame.
    public init(frame: ArraySlice<UInt8>) throws(WireError) {
        var decoder = WireDecoder(frame)
        switch try decoder.byte() {
        case 1:
            self = .load(path: try decoder.text(), columns: try decoder.uint32(), terminalFlags: try decoder.uint32())
        case 2:
            self = .open(
                try decoder.list { decoder throws(WireError) in
                    WirePair(key: try decoder.text(), value: try decoder.text())
                }
            )
        case 3: self = .probe
        case 4: self = .deliver(try decoder.notification())
        case 5: self = .cancel(id: try decoder.text())
        case 6: self = .close
        case let kind: throw .unknownKind(kind)
        }
        try decoder.end()
    }
}

/// What a runner tells its host.
public enum RunnerMessage: Sendable, Hashable {
    /// The library is loaded, and this is what it says of itself.
    case loaded(WireDescription)
    /// The library is no plugin, or cannot be loaded.
    case unusable(reason: String)
    /// What came of the last call.
    case result(WireResult)
    /// Text for the user.
    case print(String)
    /// A line for the log.
    case log(level: Int64, text: String)

    /// The message as a frame.
    public var frame: [UInt8] {
        var encoder: WireEncoder
        switch self {
        case .loaded(let description):
            encoder = WireEncoder(kind: 65)
            encoder.write(description)
        case .unusable(let reason):
            encoder = WireEncoder(kind: 66)
            encoder.write(reason)
        case .result(let result):
            encoder = WireEncoder(kind: 67)
            encoder.write(result.status)
            encoder.write(result.retryAfter)
            encoder.write(result.reason)
            encoder.write(result.remedy)
        case .print(let text):
            encoder = WireEncoder(kind: 68)
            encoder.write(text)
        case .log(let level, let text):
            encoder = WireEncoder(kind: 69)
            encoder.write(level)
            encoder.write(text)
        }
        return encoder.frame
    }

    /// Reads a message from a frame.
    public init(frame: ArraySlice<UInt8>) throws(WireError) {
        var decoder = WireDecoder(frame)
        switch try decoder.byte() {
        case 65: self = .loaded(try decoder.description())
        case 66: self = .unusable(reason: try decoder.text())
        case 67:
            self = .result(
                WireResult(
                    status: try decoder.uint32(),
                    retryAfter: try decoder.uint32(),
                    reason: try decoder.text(),
                    remedy: try decoder.text()
                )
            )
        case 68: self = .print(try decoder.text())
        case 69: self = .log(level: try decoder.int64(), text: try decoder.text())
        case let kind: throw .unknownKind(kind)
        }
        try decoder.end()
    }
}

extension WireEncoder {
    mutating func write(_ description: WireDescription) {
        for text in [description.name, description.version, description.summary, description.author] { write(text) }
        write(description.capabilities)
        write(description.keys) { encoder, key in
            encoder.write(key.name)
            encoder.write(key.help)
            encoder.write(key.defaultValue)
            encoder.write(key.type)
            encoder.write(key.flags)
        }
    }
}

extension WireDecoder {
    mutating func description() throws(WireError) -> WireDescription {
        var description = WireDescription()
        description.name = try text()
        description.version = try text()
        description.summary = try text()
        description.author = try text()
        description.capabilities = try int64()
        description.keys = try list { decoder throws(WireError) in
            WireDescription.Key(
                name: try decoder.text(),
                help: try decoder.text(),
                defaultValue: try decoder.text(),
                type: try decoder.int64(),
                flags: try decoder.uint32()
            )
        }
        return description
    }
}
