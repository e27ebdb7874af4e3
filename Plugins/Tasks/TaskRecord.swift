import AntrainPluginKit
import CalendarSyntax
import CivilTime
import Quoting

/// What antrain remembers of a task that it published: the other side of each comparison with the collection.
///
/// It is stored before the collection changes, so that a run that was killed can be continued by the next one.
struct TaskRecord {
    /// What happens with the task.
    enum State: String {
        /// It is being written: the next run writes it again, unless it is in the collection as remembered.
        case writing
        case open
        /// The user answered it in the collection; it stays there for a day.
        case answered
        /// The user deleted it, which is an answer.
        case deleted
        /// The user deleted it after its time, or ticked a message that has no answer.
        case dismissed
        /// It is being removed.
        case removing
        /// antrain removed it unanswered; a phone that was offline may bring it back with an answer.
        case removed
    }

    let uid: String
    let key: String
    let notification: String
    /// The IDs of the answers that it takes.
    let actions: [String]
    /// The user's zone.
    let zone: String
    /// Until when an unanswered task stays, in seconds since 1970.
    var until: Int64
    var state: State
    /// Since when it has been answered.
    var since: Int64 = 0
    /// The IDs of the answers that antrain has recorded or refused.
    var settled: [String] = []
    /// How often the task was opened again because antrain refused what the user did: the same deed is then another answer.
    var refusals = 0
    var content: TaskContent

    /// How long an answered task stays.
    static let kept: Int64 = 86_400
    /// How long a phone may be offline.
    private static let absence: Int64 = 14 * 86_400
    /// An unanswered task stays until this time after midnight, because the training day ends then.
    private static let dayEnd: Int64 = 4 * 3600

    init(_ notification: DeliveredNotification, uid: String) {
        self.uid = uid
        key = notification.key
        self.notification = notification.id
        actions = notification.actions.map(\.id)
        zone = notification.zone
        let local = notification.instant + notification.utcOffsetSeconds
        let midnight = local - (local % 86_400 + 86_400) % 86_400 + 86_400 - notification.utcOffsetSeconds
        until = max(notification.expires, midnight + TaskRecord.dayEnd)
        state = .writing
        content = TaskContent(notification)
    }

    /// A UID that no other task has.
    static func newUID() -> String {
        TaskRecord.prefix
            + (0..<2).map { _ in
                let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
    }

    /// The start of each UID, and of the names of files.
    static let prefix = "antrain-"

    var isLive: Bool { state == .open || state == .writing }

    /// Whether the task is no longer needed.
    func isOver(_ now: Int64) -> Bool {
        switch state {
        case .removing: true
        case .answered: now > since + TaskRecord.kept
        case .removed: now > since + TaskRecord.absence
        case .writing, .open, .deleted, .dismissed: now > until
        }
    }

    // MARK: Storage

    /// Reads a stored record; nil if it is damaged.
    init?(_ bytes: [UInt8]) {
        guard let object = TaskObject(bytes), let content = TaskContent(object),
            let state = State(rawValue: object.text("X-ANTRAIN-STATE")),
            let until = Int64(object.text("X-ANTRAIN-UNTIL")),
            let since = Int64(object.text("X-ANTRAIN-SINCE"))
        else { return nil }
        uid = object.uid
        key = object.key
        notification = object.text("X-ANTRAIN-ID")
        actions = TaskRecord.words(object.text("X-ANTRAIN-ACTIONS"))
        zone = object.text("X-ANTRAIN-ZONE")
        refusals = Int(object.text("X-ANTRAIN-REFUSALS")) ?? 0
        settled = TaskRecord.words(object.text("X-ANTRAIN-SETTLED"))
        (self.until, self.state, self.since, self.content) = (until, state, since, content)
    }

    private static func words(_ text: String) -> [String] {
        text.utf8.split(separator: 0x20).map { String(Substring($0)) }
    }

    var bytes: [UInt8] {
        let values = [
            ("UID", uid), (TaskObject.key, key), ("X-ANTRAIN-ID", notification), ("X-ANTRAIN-ZONE", zone),
            ("X-ANTRAIN-ACTIONS", actions.joined(separator: " ")), ("X-ANTRAIN-UNTIL", "\(until)"),
            ("X-ANTRAIN-STATE", state.rawValue), ("X-ANTRAIN-SINCE", "\(since)"),
            ("X-ANTRAIN-REFUSALS", "\(refusals)"), ("X-ANTRAIN-SETTLED", settled.joined(separator: " ")),
        ]
        let lines = values.map { ContentLine($0.0, text: $0.1) } + content.remembered
        return TaskObject(lines, alarms: []).bytes
    }
}
