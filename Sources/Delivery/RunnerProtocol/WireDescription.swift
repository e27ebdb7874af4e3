/// A plugin's description.
public struct WireDescription: Sendable, Hashable {
    /// A key that the user may set.
    public struct Key: Sendable, Hashable {
        public var name: String
        public var help: String
        public var defaultValue: String
        /// Its type (`ANTRAIN_TYPE_…`).
        public var type: Int64
        /// Its flags (`ANTRAIN_KEY_…`).
        public var flags: UInt32

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
        /// Whether it is a path that is only read.
        public var isOnlyRead: Bool { flags & 8 != 0 }
        /// Whether it is the path of a UNIX socket that the plugin connects to.
        public var isSocket: Bool { flags & 16 != 0 }
        /// Whether it may be given several times.
        public var isList: Bool { flags & 4 != 0 }
    }

    public var name = ""
    public var version = ""
    /// What it does, in one line.
    public var summary = ""
    public var author = ""
    /// Its capabilities (`ANTRAIN_CAPABILITY_…`).
    public var capabilities: Int64 = 0
    public var keys: [Key] = []
    /// Its needs (`ANTRAIN_NEED_…`).
    public var needs: Int64 = 0
    /// The files and folders that it needs.
    public var paths: [String] = []
    /// The UNIX sockets that it connects to.
    public var sockets: [String] = []
    public var canSchedule = false
    /// A description of how its process is confined.
    public var confinement = ""
    /// The maximum number of scheduled notifications; 0 for no limit.
    public var scheduleLimit: UInt32 = 0
    /// Whether it can remove delivered notifications.
    public var canCancel = false
    /// Whether it reports the user's answers while the host keeps running.
    public var canAct: Bool { capabilities & 4 != 0 }

    public init() {}
}

extension WireDescription {
    /// The description as bytes, for storage.
    ///
    /// Empty if it is larger than a message, in which case it cannot come from a plugin.
    public var bytes: [UInt8] { (try? RunnerMessage.loaded(self).frame).map { Array($0.dropFirst(4)) } ?? [] }

    /// Decodes a stored description; nil if an antrain with a different format stored it.
    public init?(bytes: [UInt8]) {
        guard case .loaded(let description)? = try? RunnerMessage(frame: bytes[...]) else { return nil }
        self = description
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
        write(description.needs)
        write(description.paths) { $0.write($1) }
        write(description.canSchedule ? 1 : 0 as UInt32)
        write(description.scheduleLimit)
        write(description.confinement)
        write(description.canCancel ? 1 : 0 as UInt32)
        write(description.sockets) { $0.write($1) }
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
        description.needs = try int64()
        description.paths = try list { decoder throws(WireError) in try decoder.text() }
        description.canSchedule = try uint32() != 0
        description.scheduleLimit = try uint32()
        description.confinement = try text()
        description.canCancel = try uint32() != 0
        // The ledger contains descriptions stored before sockets existed.
        guard !isAtEnd else { return description }
        description.sockets = try list { decoder throws(WireError) in try decoder.text() }
        return description
    }
}
