import CivilTime
import History
import Ledger

/// A notification's delivery on a channel, as it appears in the JSON of `pending` and `history`.
struct ListedDelivery: Encodable {
    /// A delivery before the reminder's time.
    struct Early: Encodable {
        let endedAt: String
        let reason = "clock-set-back"
        let message: String

        private enum CodingKeys: String, CodingKey { case endedAt = "ended_at", reason, message }

        init(_ moment: Instant) {
            endedAt = moment.description
            message = "delivered at \(moment) while the clock was ahead; it was set back afterwards"
        }
    }

    let channel: String
    let state: String
    let attempts: Int
    let endedAt: String?
    let lateSeconds: Int64?
    /// Why it is delayed or failed.
    let message: String?
    /// An earlier delivery, made before the reminder's time while the clock was ahead.
    let early: Early?

    private enum CodingKeys: String, CodingKey {
        case channel, state, attempts, endedAt = "ended_at", lateSeconds = "late_seconds", message, early
    }

    /// A delivery that is not in the queue.
    init(planned channel: String) {
        self.channel = channel
        state = OutboxState.pending.rawValue
        attempts = 0
        (endedAt, lateSeconds, message, early) = (nil, nil, nil, nil)
    }

    init(_ delivery: DeliveryRecord) {
        channel = delivery.channel
        state = delivery.state.rawValue
        attempts = delivery.attempts
        endedAt = delivery.endedAt?.description
        lateSeconds = delivery.lateSeconds
        message = delivery.reason
        early = delivery.earlyAt.map(Early.init)
    }
}
