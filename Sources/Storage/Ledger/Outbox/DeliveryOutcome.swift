public import CivilTime

/// The outcome of an attempt.
public indirect enum DeliveryOutcome: Sendable, Hashable {
    /// Delivered, this many seconds late.
    case delivered(lateSeconds: Int64)
    /// A temporary failure, with the time of the next attempt.
    case retry(at: Instant, reason: String)
    /// A permanent failure.
    case failed(reason: String)
    /// A failure after which another channel takes over; `orElse` is the outcome if that channel has already failed.
    case handedOver(to: String, orElse: DeliveryOutcome)

    /// Why it failed; nil if delivered.
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
