import AntrainPluginKit
import CalendarSyntax
import CivilTime
import Quoting

/// antrain's record of a task that it published, with which it compares the task in the collection.
///
/// It is stored before the collection changes, so that the next run can complete the work of a run that was killed.
struct TaskRecord {
    enum State: String {
        /// The task is being written; if a run ends in this state, the next run writes the task again.
        case writing
        case open
        /// The user answered the task in the collection; it stays there for a day.
        case answered
        /// The user deleted the task, which is an answer.
        case deleted
        /// The user deleted the task after its time, or ticked a task that accepts no such answer.
        case dismissed
        /// The task is being removed.
        case removing
        /// antrain removed the task unanswered; a phone that was offline may bring it back with an answer.
        case removed
    }

    let uid: String
    let key: String
    let notification: String
    /// The IDs of the answers that the notification accepts.
    var actions: [String]
    /// The user's zone.
    let zone: String
    /// Until when an unanswered task stays, in seconds since 1970.
    var until: Int64
    var state: State
    /// When the task was answered or removed, in seconds since 1970.
    var since: Int64 = 0
    /// The IDs of the answers that antrain has recorded or refused.
    var settled: [String] = []
    /// How often antrain refused an answer and reopened the task.
    ///
    /// It is part of an answer's ID, so that the same answer can be given again.
    var refusals = 0
    var content: TaskContent

    /// How long an answered task stays.
    static let kept: Int64 = 86_400
    /// How long a removed task can still be answered, by a phone that was offline.
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
        let isTest = TaskRecord.isTest(notification.id)
        until = isTest ? notification.instant + 600 : max(notification.expires, midnight + TaskRecord.dayEnd)
        state = .writing
        content = TaskContent(notification)
    }

    /// What antrain remembers of another task of the same reminder, which it removes.
    func twin(_ uid: String, removedAt now: Int64) -> TaskRecord {
        TaskRecord(uid, of: self, removedAt: now)
    }

    private init(_ uid: String, of other: TaskRecord, removedAt now: Int64) {
        (self.uid, key, notification, actions, zone) =
            (uid, other.key, other.notification, other.actions, other.zone)
        (until, state, since, content) = (other.until, .removed, now, other.content)
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

    /// Whether the ID of a notification is that of a test.
    static func isTest(_ id: String) -> Bool { id.hasPrefix("test/") }

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
