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
    /// The user answered a notification through the plugin.
    case act(notification: String, action: String)
    case inspected(WireInspection)
    /// Text for the user.
    case print(String)
    /// A line for the log.
    case log(level: Int64, text: String)

    /// - Throws: `WireError.tooLarge` if the payload exceeds `FrameLimit.payloadBytes`.
    public var frame: [UInt8] { get throws(WireError) { try encoder.frame() } }

    private var encoder: WireEncoder {
        var encoder: WireEncoder
        switch self {
        case .confined: encoder = WireEncoder(kind: 64)
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
        case .held(let entries):
            encoder = WireEncoder(kind: 70)
            encoder.write(entries) { encoder, entry in
                encoder.write(entry.key)
                encoder.write(entry.instant)
            }
        case .inspected(let inspection):
            encoder = WireEncoder(kind: 80)
            encoder.write(inspection)
        case .act(let notification, let action):
            encoder = WireEncoder(kind: 71)
            encoder.write(notification)
            encoder.write(action)
        }
        return encoder
    }

    public init(frame: ArraySlice<UInt8>) throws(WireError) {
        var decoder = WireDecoder(frame)
        switch try decoder.byte() {
        case 64: self = .confined
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
        case 70:
            self = .held(
                try decoder.list { decoder throws(WireError) in
                    WireScheduled(key: try decoder.text(), instant: try decoder.int64())
                }
            )
        case 80: self = .inspected(try decoder.inspection())
        case 71: self = .act(notification: try decoder.text(), action: try decoder.text())
        case let kind: throw .unknownKind(kind)
        }
        try decoder.end()
    }
}

/// The result of a call to a plugin.
public struct WireResult: Sendable, Hashable {
    /// The status: 0 success, 1 retry, 2 refused.
    public var status: UInt32
    /// The minimum delay before a retry, in seconds; 0 leaves it open.
    public var retryAfter: UInt32
    public var reason: String
    public var remedy: String

    public init(status: UInt32, retryAfter: UInt32 = 0, reason: String = "", remedy: String = "") {
        self.status = status
        self.retryAfter = retryAfter
        self.reason = reason
        self.remedy = remedy
    }
}

/// A notification that a plugin has scheduled.
public struct WireScheduled: Sendable, Hashable {
    public var key: String
    /// Its time, in seconds since 1970.
    public var instant: Int64

    /// The maximum number of entries in a plugin's list; the rest is ignored.
    public static let most = 4096

    public init(key: String, instant: Int64) {
        self.key = key
        self.instant = instant
    }
}
