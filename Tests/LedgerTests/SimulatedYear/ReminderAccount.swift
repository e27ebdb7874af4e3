import Ledger
import Reminders

/// What became of each reminder, as the model saw it.
struct ReminderAccount {
    /// Those that were ever pending.
    var seen: Set<NotificationID> = []
    /// Those whose delivery was recorded, or failed for good on a channel.
    var delivered: Set<NotificationID> = []
    var failed: Set<NotificationID> = []
    /// The first thing that is wrong.
    private(set) var problem: String?
    /// Whether the last step planned; without that, what is pending may follow older settings.
    var isPlanCurrent = false
    private var sends: [NotificationID: [String: Int]] = [:]
    private var keys: [String: Set<String>] = [:]
    private var duplicates: [String: Int] = [:]

    mutating func complain(_ text: String) {
        problem = problem ?? text
    }

    func isOver(_ id: NotificationID) -> Bool { delivered.contains(id) || failed.contains(id) }

    func wasSent(_ id: NotificationID) -> Bool { sends[id] != nil }

    /// How many reminders were sent.
    var count: Int { sends.count }

    /// Counts a send: one a reminder and channel, and one more for each process that died before it could record it.
    mutating func sent(_ id: NotificationID, _ attempt: LeasedDelivery) {
        let place = "\(id) on \(attempt.channel)"
        sends[id, default: [:]][attempt.channel, default: 0] += 1
        keys[place, default: []].insert(attempt.key)
        if keys[place]?.count != 1 { complain("\(place) was sent with two keys") }
        let allowed = 1 + duplicates[place, default: 0]
        if sends[id]?[attempt.channel] ?? 0 > allowed { complain("\(place) was sent \(allowed + 1) times") }
    }

    mutating func allowDuplicate(_ attempt: LeasedDelivery) {
        duplicates["\(attempt.notification.id) on \(attempt.channel)", default: 0] += 1
    }
}
