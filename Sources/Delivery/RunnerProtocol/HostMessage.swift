/// A request of the host to a runner.
public enum HostMessage: Sendable, Hashable {
    case load(WireLoad)
    case open([WirePair])
    case probe
    case deliver(WireNotification)
    /// Remove a delivered notification.
    case cancel(id: String)
    case schedule(WireNotification)
    /// Cancel the notification scheduled under a key.
    case unschedule(key: String)
    case list
    case inspect(closing: Bool)
    case close

    /// - Throws: `WireError.tooLarge` if the payload exceeds `FrameLimit.payloadBytes`.
    public var frame: [UInt8] { get throws(WireError) { try encoder.frame() } }

    private var encoder: WireEncoder {
        var encoder: WireEncoder
        switch self {
        case .load(let load):
            encoder = WireEncoder(kind: 1)
            encoder.write(load)
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
        case .schedule(let notification):
            encoder = WireEncoder(kind: 7)
            encoder.write(notification)
        case .unschedule(let key):
            encoder = WireEncoder(kind: 8)
            encoder.write(key)
        case .list: encoder = WireEncoder(kind: 9)
        case .inspect(let closing):
            encoder = WireEncoder(kind: 16)
            encoder.write(closing ? 1 : 0 as UInt32)
        }
        return encoder
    }

    public init(frame: ArraySlice<UInt8>) throws(WireError) {
        var decoder = WireDecoder(frame)
        switch try decoder.byte() {
        case 1: self = .load(try decoder.load())
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
        case 7: self = .schedule(try decoder.notification())
        case 8: self = .unschedule(key: try decoder.text())
        case 9: self = .list
        case 16: self = .inspect(closing: try decoder.uint32() != 0)
        case let kind: throw .unknownKind(kind)
        }
        try decoder.end()
    }
}
