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
    /// Report the user's answers that are not settled.
    case collect
    case settle(WireSettlement)
    /// Report whether answers may be lost.
    case checkAnswers
    case inspect(closing: Bool)
    case close

    /// - Throws: `WireError.tooLarge` if the payload exceeds `FrameLimit.payloadBytes`.
    public var frame: [UInt8] {
        get throws(WireError) {
            switch self {
            case .load(let load): try WireEncoder.frame(1, load)
            case .open(let pairs): try WireEncoder.frame(2, pairs)
            case .probe: try WireEncoder.frame(3)
            case .deliver(let notification): try WireEncoder.frame(4, notification)
            case .cancel(let id): try WireEncoder.frame(5, id)
            case .close: try WireEncoder.frame(6)
            case .schedule(let notification): try WireEncoder.frame(7, notification)
            case .unschedule(let key): try WireEncoder.frame(8, key)
            case .list: try WireEncoder.frame(9)
            case .collect: try WireEncoder.frame(10)
            case .settle(let settlement): try WireEncoder.frame(11, settlement)
            case .checkAnswers: try WireEncoder.frame(12)
            case .inspect(let closing): try WireEncoder.frame(16, closing)
            }
        }
    }

    public init(frame: ArraySlice<UInt8>) throws(WireError) {
        var decoder = WireDecoder(frame)
        switch try decoder.byte() {
        case 1: self = .load(try decoder.value())
        case 2: self = .open(try decoder.value())
        case 3: self = .probe
        case 4: self = .deliver(try decoder.value())
        case 5: self = .cancel(id: try decoder.value())
        case 6: self = .close
        case 7: self = .schedule(try decoder.value())
        case 8: self = .unschedule(key: try decoder.value())
        case 9: self = .list
        case 10: self = .collect
        case 11: self = .settle(try decoder.value())
        case 12: self = .checkAnswers
        case 16: self = .inspect(closing: try decoder.value())
        case let kind: throw .unknownKind(kind)
        }
        try decoder.end()
    }
}
