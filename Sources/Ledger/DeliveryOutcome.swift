public import CivilTime

/// What came of an attempt.
public indirect enum DeliveryOutcome: Sendable, Hashable {
    /// The channel accepted it this many seconds after its time.
    case delivered(lateSeconds: Int64)
    /// A passing failure; the next attempt is at that moment.
    case retry(at: Instant, reason: String)
    /// A failure for good.
    case failed(reason: String)
    /// A failure after which another channel is to deliver; `orElse` is what came of it where that channel has failed at it already.
    case handedOver(to: String, orElse: DeliveryOutcome)

    /// Why it failed; nil where it was delivered.
    var reason: String? {
        switch self {
        case .delivered: nil
        case .retry(_, let reason), .failed(let reason): reason
        case .handedOver(_, let failure): failure.reason
        }
    }

    /// Whether another attempt makes sense.
    var isPassing: Bool {
        switch self {
        case .retry: true
        case .delivered, .failed: false
        case .handedOver(_, let failure): failure.isPassing
        }
    }
}
