import CivilTime
import History
import Ledger
import Reminders

/// A notification as it appears in the JSON of every command.
struct ListedNotification: Encodable {
    let id: String
    /// The number of the user's own reminder; nil for workouts.
    let number: Int64?
    let category: String
    let date: String
    let weekday: String
    let fireAt: String
    let zone: String
    let instant: String
    let title: String
    let body: String

    private enum CodingKeys: String, CodingKey {
        case id, number, category, date, weekday, fireAt = "fire_at", zone, instant, title, body
    }

    init(_ notification: PlannedNotification) {
        id = notification.id.rawValue
        number = notification.reminderNumber
        category = notification.category.rawValue
        date = notification.date.description
        weekday = notification.date.weekday.name
        fireAt = notification.fireAt.description
        zone = notification.zone
        instant = notification.instant.description
        title = notification.title
        body = notification.body
    }
}

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
