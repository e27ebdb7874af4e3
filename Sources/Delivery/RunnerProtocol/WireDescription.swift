/// A plugin's description.
public struct WireDescription: Sendable, Hashable {
    /// A key that the user may set.
    public struct Key: Sendable, Hashable {
        public var name = ""
        public var help = ""
        public var defaultValue = ""
        /// Its type (`ANTRAIN_TYPE_…`).
        public var type: Int64 = 0
        /// Its flags (`ANTRAIN_KEY_…`).
        public var flags: UInt32 = 0

        init() {}

        public init(name: String, help: String, defaultValue: String, type: Int64, flags: UInt32) {
            (self.name, self.help, self.defaultValue, self.type, self.flags) = (name, help, defaultValue, type, flags)
        }

        /// Whether the user must set it.
        public var isRequired: Bool { flags & 1 != 0 }
        /// Whether its value must never be shown.
        public var isSecret: Bool { flags & 2 != 0 }
        /// Whether it is a path that is only read.
        public var isOnlyRead: Bool { flags & 8 != 0 }
        /// Whether it is the path of a UNIX socket that the plugin connects to.
        public var isSocket: Bool { flags & 16 != 0 }
        /// Whether it is the path of a folder.
        public var isFolder: Bool { flags & 32 != 0 }
        /// Whether the plugin needs network connections only if the user sets such a key.
        public var isNetwork: Bool { flags & 64 != 0 }
        /// Whether answers are collected, and tokens given, only if the user sets such a key.
        public var isForAnswers: Bool { flags & 128 != 0 }
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
    /// How it reports the user's answers; nil if it cannot.
    public var answers: Answers?

    /// How a plugin reports the user's answers.
    public struct Answers: Sendable, Hashable {
        /// Whether they are kept elsewhere, so that every planning run collects them.
        public let areKept: Bool
        /// Whether the plugin takes note of what became of them.
        public let areSettled: Bool

        public init(areKept: Bool, areSettled: Bool) {
            (self.areKept, self.areSettled) = (areKept, areSettled)
        }

        /// The code of a description: 0 for a plugin without answers.
        static func code(_ answers: Answers?) -> UInt32 {
            answers.map { 1 | ($0.areKept ? 2 : 0) | ($0.areSettled ? 4 : 0) } ?? 0
        }

        init?(code: UInt32) {
            guard code & 1 != 0 else { return nil }
            self.init(areKept: code & 2 != 0, areSettled: code & 4 != 0)
        }
    }

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

extension WireDescription.Key: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.pass(&name)
        try coder.pass(&help)
        try coder.pass(&defaultValue)
        try coder.pass(&type)
        try coder.pass(&flags)
    }
}

extension WireDescription: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.pass(&name)
        try coder.pass(&version)
        try coder.pass(&summary)
        try coder.pass(&author)
        try coder.pass(&capabilities)
        try coder.pass(&keys)
        try coder.pass(&needs)
        try coder.pass(&paths)
        try coder.pass(&canSchedule)
        try coder.pass(&scheduleLimit)
        try coder.pass(&confinement)
        try coder.pass(&canCancel)
        // The ledger contains descriptions stored before sockets existed.
        if !coder.isAtEnd { try coder.pass(&sockets) }
        // … and before answers did.
        guard !coder.isAtEnd else { return }
        var code = Answers.code(answers)
        try coder.pass(&code)
        answers = Answers(code: code)
    }
}
