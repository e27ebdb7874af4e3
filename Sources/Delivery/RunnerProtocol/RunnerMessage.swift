/// A message of a runner to its host.
public enum RunnerMessage: Sendable, Hashable {
    /// The process has confined itself; sent before any of the library's code runs.
    case confined
    /// The library was loaded; with the plugin's description.
    case loaded(WireDescription)
    /// The library is not a plugin, or cannot be loaded.
    case unusable(reason: String)
    case result(WireResult)
    case held([WireScheduled])
    /// The user's answers through the plugin that are not settled: the reply to `collect`, or unasked when there may be new ones.
    ///
    /// The number of seconds for which the plugin keeps them; 0 for no limit.
    case answers([WireAnswer], keptFor: Int64)
    case inspected(WireInspection)
    /// Text for the user.
    case print(String)
    /// A line for the log.
    case log(level: Int64, text: String)

    /// - Throws: `WireError.tooLarge` if the payload exceeds `FrameLimit.payloadBytes`.
    public var frame: [UInt8] {
        get throws(WireError) {
            switch self {
            case .confined: try WireEncoder.frame(64)
            case .loaded(let description): try WireEncoder.frame(65, description)
            case .unusable(let reason): try WireEncoder.frame(66, reason)
            case .result(let result): try WireEncoder.frame(67, result)
            case .print(let text): try WireEncoder.frame(68, text)
            case .log(let level, let text): try WireEncoder.frame(69, level, text)
            case .held(let entries): try WireEncoder.frame(70, entries)
            case .answers(let answers, let keptFor): try WireEncoder.frame(71, answers, keptFor)
            case .inspected(let inspection): try WireEncoder.frame(80, inspection)
            }
        }
    }

    public init(frame: ArraySlice<UInt8>) throws(WireError) {
        var decoder = WireDecoder(frame)
        switch try decoder.byte() {
        case 64: self = .confined
        case 65: self = .loaded(try decoder.value())
        case 66: self = .unusable(reason: try decoder.value())
        case 67: self = .result(try decoder.value())
        case 68: self = .print(try decoder.value())
        case 69: self = .log(level: try decoder.value(), text: try decoder.value())
        case 70: self = .held(try decoder.value())
        case 71: self = .answers(try decoder.value(), keptFor: try decoder.value())
        case 80: self = .inspected(try decoder.value())
        case let kind: throw .unknownKind(kind)
        }
        try decoder.end()
    }
}

/// The result of a call to a plugin.
public struct WireResult: Sendable, Hashable {
    /// The status: 0 success, 1 retry, 2 refused.
    public var status: UInt32 = 0
    /// The minimum delay before a retry, in seconds; 0 leaves it open.
    public var retryAfter: UInt32 = 0
    public var reason = ""
    public var remedy = ""

    init() {}

    public init(status: UInt32, retryAfter: UInt32 = 0, reason: String = "", remedy: String = "") {
        (self.status, self.retryAfter, self.reason, self.remedy) = (status, retryAfter, reason, remedy)
    }
}

extension WireResult: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.pass(&status)
        try coder.pass(&retryAfter)
        try coder.pass(&reason)
        try coder.pass(&remedy)
    }
}

/// A notification that a plugin has scheduled.
public struct WireScheduled: Sendable, Hashable {
    public var key = ""
    /// Its time, in seconds since 1970.
    public var instant: Int64 = 0

    /// The maximum number of entries in a plugin's list; the rest is ignored.
    public static let most = 4096

    init() {}

    public init(key: String, instant: Int64) {
        self.key = key
        self.instant = instant
    }
}

extension WireScheduled: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.pass(&key)
        try coder.pass(&instant)
    }
}
