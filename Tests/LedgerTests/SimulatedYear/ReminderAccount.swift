import CivilTime
import Ledger
import Planning
import Reminders

/// The state of each reminder according to the model.
struct ReminderAccount {
    /// The reminders that were ever pending.
    var seen: Set<NotificationID> = []
    /// The reminders that failed permanently on a channel.
    var failed: Set<NotificationID> = []
    /// The first problem.
    private(set) var problem: String?
    /// Whether the last step planned; if not, the pending reminders may follow older settings.
    var isPlanCurrent = false
    /// The recorded deliveries by channel, each with the wall-clock time of its recording.
    private var deliveries: [NotificationID: [String: Instant]] = [:]
    private var sends: [NotificationID: [String: Int]] = [:]
    private var keys: [String: Set<String>] = [:]
    private var duplicates: [String: Int] = [:]
    /// How many deliveries were discarded because the clock was set back.
    private var repetitions: [String: Int] = [:]

    /// How each reminder was last removed from the queue.
    private var endings: [NotificationID: Ending] = [:]

    private enum Ending: String {
        case byUser = "the user answered it"
        case beyond = "it was beyond the end of the plan"
        case byChange = "a change removed it"
    }

    /// Records that reminders are pending.
    mutating func began(_ pending: Set<NotificationID>) {
        seen.formUnion(pending)
        for id in pending { endings[id] = nil }
    }

    /// Records that a plan removed a reminder from the queue.
    mutating func ended(_ notification: PlannedNotification, byUser: Bool, isBeyond: Bool) {
        endings[notification.id] = byUser ? .byUser : isBeyond ? .beyond : .byChange
    }

    /// Whether a reminder that is neither sent, missed nor pending belongs to the history.
    func mustBeRecorded(_ id: NotificationID) -> Bool { endings[id] == .byChange }

    func ending(of id: NotificationID) -> String { endings[id]?.rawValue ?? "no plan removed it" }

    mutating func complain(_ text: String) {
        problem = problem ?? text
    }

    func hasEnded(_ id: NotificationID) -> Bool { isDelivered(id) || failed.contains(id) }

    func isDelivered(_ id: NotificationID) -> Bool { !(deliveries[id] ?? [:]).isEmpty }

    func wasSent(_ id: NotificationID) -> Bool { sends[id] != nil }

    /// How many reminders were sent.
    var count: Int { sends.count }

    /// How many deliveries had to be repeated.
    var repeated: Int { repetitions.values.reduce(0, +) }

    /// Records a delivery.
    mutating func delivered(_ id: NotificationID, _ attempt: LeasedDelivery, at now: Instant) {
        deliveries[id, default: [:]][attempt.channel] = now
    }

    /// Discards deliveries made while the clock was ahead, if the reminder is in the future by the present clock.
    mutating func disown(_ notification: PlannedNotification, at now: Instant) {
        guard ClockStep.isAhead(notification.instant, of: now) else { return }
        let (first, last) = notification.id.rangeOfFollowUps
        let isPremature = deliveries[notification.id]?.values.contains { ClockStep.isAhead($0, of: now) } ?? false
        guard isPremature else { return }
        let followUps = deliveries.keys.filter { $0.rawValue > first && $0.rawValue < last }
        for id in [notification.id] + followUps {
            for (channel, at) in deliveries[id] ?? [:] where ClockStep.isAhead(at, of: now) {
                deliveries[id]?[channel] = nil
                repetitions["\(id) on \(channel)", default: 0] += 1
            }
        }
    }

    /// Counts a send: one for each reminder and channel, and one more for each process that died before it could record it.
    /// Repetitions after a wrong clock have a new key each time.
    mutating func sent(_ id: NotificationID, _ attempt: LeasedDelivery) {
        let place = "\(id) on \(attempt.channel)"
        sends[id, default: [:]][attempt.channel, default: 0] += 1
        keys[place, default: []].insert(attempt.key)
        let times = 1 + repetitions[place, default: 0]
        if keys[place]?.count ?? 0 > times { complain("\(place) was sent with \(times + 1) keys") }
        let allowed = times + duplicates[place, default: 0]
        if sends[id]?[attempt.channel] ?? 0 > allowed { complain("\(place) was sent \(allowed + 1) times") }
    }

    mutating func allowDuplicate(_ attempt: LeasedDelivery) {
        duplicates["\(attempt.notification.id) on \(attempt.channel)", default: 0] += 1
    }
}
