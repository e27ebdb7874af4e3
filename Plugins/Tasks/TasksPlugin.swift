public import AntrainPluginABI
import AntrainPluginKit
import Glibc

/// Keeps upcoming reminders as tasks that phones synchronize, and reads the answers that users give in the tasks.
final class TasksPlugin: SchedulingPlugin, CancellingPlugin, AnsweringPlugin {
    static let manifest = PluginManifest(
        name: "tasks",
        version: "1.0.0",
        summary: "Keeps reminders as tasks for phones, which ring while this machine is off; ticking a task answers",
        author: "antrain",
        keys: [
            .init("folder", .path, isFolder: true, help: "the folder of .ics files (vdir)"),
            .init("url", isNetwork: true, help: "the address of a CalDAV collection or server, instead of a folder"),
            .init("user", help: "the user name on the CalDAV server"),
            .init("password", isSecret: true, help: "the password on the CalDAV server, preferably an app password"),
            .init("ca-file", .path, isOnlyRead: true, help: "PEM certificates to trust instead of the system's"),
            .init("insecure", .switch, default: "off", help: "allow unencrypted http to other machines"),
            .init("deleted", default: "ignore", help: "what deleting a task means: ignore (no answer) or skip"),
        ],
        needs: .network,
        paths: [TaskRecords.declared],
        canBeQuiet: true
    )

    static let pendingLimit = 0
    static let keepsAnswers = true

    private let host: PluginHost
    private let store: any TaskStore
    private let book: TaskBook

    init(values: PluginValues, host: PluginHost) throws(PluginFailure) {
        self.host = host
        let skipsDeleted: Bool
        switch values["deleted"] {
        case "ignore": skipsDeleted = false
        case "skip": skipsDeleted = true
        case let other: throw .final("invalid value '\(other)' for deleted", remedy: "set deleted to ignore or skip")
        }
        let records: TaskRecords
        switch (try values.path("folder"), values.isSet("url")) {
        case (let path?, false):
            let folder = TaskFolder(path)
            (store, records) = (folder, try TaskRecords(of: folder.name))
            for key in ["user", "password", "ca-file"] where values.isSet(key) {
                throw .final("'\(key)' cannot be used with folder, only with url", remedy: "remove it, or set url")
            }
        case (nil, true):
            // Several users of a server can set the same address.
            records = try TaskRecords(of: "\(values["user"]) \(values["url"])")
            store = try TaskCollection(values, records) { host.now }
        case (_?, true): throw .final("both folder and url are set", remedy: "remove one of them")
        case (nil, false): throw .final("neither folder nor url is set", remedy: "set one of them")
        }
        book = TaskBook(store, records, skipsDeleted: skipsDeleted) { host.now }
    }

    func probe() throws(PluginFailure) { try store.probe() }

    func deliver(_ notification: DeliveredNotification) throws(PluginFailure) {
        // The daemon keeps the process, and the tasks would be out of date at the next delivery.
        defer { book.unload() }
        let isTest = TaskRecord.isTest(notification.id)
        // A test asks the server even during a pause.
        if isTest { try store.probe() }
        try publish(notification)
        guard isTest, let place = store.place else { return }
        host.print(
            "antrain keeps upcoming reminders as tasks in \(place); look for the task '\(notification.title)' there\n"
        )
    }

    // MARK: Scheduling

    func schedule(_ notification: DeliveredNotification) throws(PluginFailure) { try publish(notification) }

    /// Writes a notification into the collection, or updates its task.
    private func publish(_ notification: DeliveredNotification) throws(PluginFailure) {
        try book.load(isRecentEnough: true)
        let known = book.records.values.filter { $0.key == notification.key }
        // Removes the tasks of earlier answers that were undone; called last.
        func end() throws(PluginFailure) {
            for old in known {
                switch old.state {
                case .answered: try book.retire(old)
                // If a phone brings back a removed task that takes answers, it is a second task of the reminder.
                case .removed where !old.actions.isEmpty: try book.remove(old)
                case .deleted, .dismissed, .removing: try book.remove(old)
                case .open, .writing, .removed: break
                }
            }
        }
        for record in known where record.isLive {
            if book.tasks[record.uid] != nil {
                try update(record, notification)
                return try end()
            }
            try book.forget(record)
        }
        let isClosed = { (record: TaskRecord) in record.state == .dismissed || record.state == .deleted }
        guard !known.contains(where: { isClosed($0) && $0.content.due == notification.instant }) else { return }
        // A task of antrain's without a record is used again.
        let stray = book.strays.first { $0.task.object?.key == notification.key }
        var record = TaskRecord(notification, uid: stray?.uid ?? TaskRecord.newUID())
        // A reminder that has rung does not ring again after an answer is undone.
        if notification.instant <= host.now, notification.lateSeconds == 0, !known.isEmpty {
            record.content.alarm = nil
        }
        try book.save(record)
        try book.finish(record)
        try end()
    }

    private func update(_ record: TaskRecord, _ notification: DeliveredNotification) throws(PluginFailure) {
        let new = TaskRecord(notification, uid: record.uid)
        var content = new.content
        content.note = record.content.note
        if content.due == record.content.due, content.alarm != nil { content.alarm = record.content.alarm }
        guard content == record.content, new.until == record.until, record.state == .open,
            book.tasks[record.uid]?.isLost == false
        else {
            var record = record
            record.until = new.until
            return try book.update(record, to: content)
        }
    }

    func unschedule(key: String) throws(PluginFailure) {
        try book.load(isRecentEnough: true)
        try withdraw { $0.key == key }
        for (_, task) in book.strays where task.object?.key == key {
            try book.remove(task)
        }
        // No later run removes the task of a test if the channel is being removed.
        for record in book.records.values.filter({ TaskRecord.isTest($0.notification) }) { try book.remove(record) }
    }

    func cancel(_ id: String) throws(PluginFailure) {
        try book.load(isRecentEnough: true)
        try withdraw { $0.notification == id }
    }

    /// Removes tasks that were answered elsewhere; a task that was also answered here stays for a day.
    private func withdraw(_ isMeant: (TaskRecord) -> Bool) throws(PluginFailure) {
        for record in book.records.values.filter(isMeant) where record.state != .answered {
            guard record.isLive, book.tasks[record.uid]?.object?.isClosed ?? false else {
                try book.withdraw(record)
                continue
            }
            var answered = record
            (answered.state, answered.since) = (.answered, host.now)
            try book.save(answered)
        }
    }

    func held() throws(PluginFailure) -> [HeldNotification] {
        try book.load()
        let held = book.records.values.filter { record in
            switch record.state {
            case .open, .writing: book.tasks[record.uid].map { !$0.isLost } ?? book.isDeleted(record)
            // A task that the user deleted is not published again.
            case .deleted, .dismissed: true
            case .answered, .removing, .removed: false
            }
        }
        // A task without a record is listed with time 0, so that antrain schedules it again or cancels it.
        return held.map { HeldNotification(key: $0.key, instant: $0.content.due) }
            + book.strays.compactMap { $0.task.object?.key }.map { HeldNotification(key: $0, instant: 0) }
    }

    // MARK: Answers

    func answers() throws(PluginFailure) -> [PluginAnswer] {
        try book.load()
        let failure = try book.tidy()
        let answers = book.answers.map { $1.reported(on: $0) }
        // A collection that cannot be written, for example because it is full, may still have answers.
        if answers.isEmpty, let failure { throw failure }
        return answers
    }

    func settle(_ answer: String, recorded: Bool, text: String) throws(PluginFailure) {
        try book.load(isRecentEnough: true)
        guard let (record, found) = book.answers.first(where: { $1.id == answer }) else { return }
        var settled = record
        settled.settled = record.settled.suffix(15) + [answer]
        if record.state == .deleted { return try book.remove(record) }
        // The snoozed reminder gets a new task; a phone that has not synchronized may still answer this one.
        if recorded, found.meaning == .snooze { return try book.withdraw(settled) }
        if recorded { (settled.state, settled.since) = (.answered, host.now) }
        var content = settled.content
        content.note = text.isEmpty ? "" : "antrain: " + PlainText.oneLine(text)
        if settled.state == .removed {
            try book.save(settled)
            return try book.withdraw(settled)
        }
        guard settled.state == .answered else {
            // antrain refused the answer: it reopens the task, and the task's text states the reason.
            settled.content = content
            settled.state = .writing
            settled.refusals += 1
            try book.save(settled)
            return try book.finish(settled)
        }
        try book.save(settled)
        if content != settled.content { try book.update(settled, to: content) }
    }
}

@_cdecl("antrain_plugin_entry_v1")
public func antrainPluginEntry(_ host: UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>? {
    PluginExport.entry(TasksPlugin.self, host: host)
}
