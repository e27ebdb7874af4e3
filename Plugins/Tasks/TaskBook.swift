import AntrainPluginKit
import Glibc

/// The tasks of a collection, and antrain's records of them.
///
/// Each change is recorded before the collection changes, so that the next run completes the work of a run that was
/// killed: no task is left behind, and none is written twice.
final class TaskBook {
    private let store: any TaskStore
    private let stored: TaskRecords
    /// Whether deleting a task is an answer.
    private let skipsDeleted: Bool
    private let now: () -> Int64
    /// The records by their UIDs.
    private(set) var records: [String: TaskRecord] = [:]
    /// The tasks by their UIDs.
    private(set) var tasks: [String: StoredTask] = [:]
    private var freshUntil: Deadline?

    /// - Parameters:
    ///   - skipsDeleted: whether deleting a task is an answer.
    ///   - now: the present, in seconds since 1970.
    init(_ store: any TaskStore, _ records: TaskRecords, skipsDeleted: Bool, now: @escaping () -> Int64) {
        (self.store, stored, self.skipsDeleted, self.now) = (store, records, skipsDeleted, now)
    }

    /// Reads the records and the tasks.
    ///
    /// - Parameter isRecentEnough: whether to use what was read in the last seconds, within the same run.
    func load(isRecentEnough: Bool = false) throws(PluginFailure) {
        if isRecentEnough, let freshUntil, !freshUntil.hasEnded { return }
        freshUntil = nil
        records = try stored.all()
        // Tasks that the user deleted, and removed ones, need not be in the collection.
        let expected = records.values.filter { ![.deleted, .dismissed, .removed].contains($0.state) }.map(\.uid)
        tasks = try store.tasks(Set(expected))
        freshUntil = Deadline(seconds: 5)
    }

    func unload() { (freshUntil, records, tasks) = (nil, [:], [:]) }

    /// The tasks that antrain wrote but has no record of.
    var strays: [(uid: String, task: StoredTask)] {
        tasks.filter { records[$0.key] == nil }.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    /// The answers in the collection that are not settled.
    var answers: [(record: TaskRecord, answer: TaskAnswer)] {
        records.values.sorted { $0.uid < $1.uid }.compactMap { record in answer(to: record).map { (record, $0) } }
    }

    private func answer(to record: TaskRecord) -> TaskAnswer? {
        let found: TaskAnswer? =
            switch record.state {
            case .deleted: TaskAnswer(deleting: record)
            case .open, .answered, .removed: tasks[record.uid]?.object.flatMap { TaskAnswer(record, $0) }
            case .writing, .dismissed, .removing: nil
            }
        guard let found, record.actions.contains(found.meaning.rawValue), !record.settled.contains(found.id) else {
            return nil
        }
        return found
    }

    // MARK: Changes

    func save(_ record: TaskRecord) throws(PluginFailure) {
        try stored.save(record)
        records[record.uid] = record
    }

    func forget(_ record: TaskRecord) throws(PluginFailure) {
        try stored.remove(record.uid)
        records[record.uid] = nil
    }

    /// Writes the task of a record into the collection.
    func finish(_ record: TaskRecord) throws(PluginFailure) {
        var record = record
        let old = tasks[record.uid]
        if let current = old?.object {
            var object = current
            var before = record
            before.refusals -= 1
            if object.isClosed, TaskAnswer(before, object).map({ record.settled.contains($0.id) }) ?? false {
                object.reopen()
            }
            record.content.write(to: &object, replacing: nil)
            if object.bytes != current.bytes { try write(object, record, replacing: old) }
        } else if let old, !old.isLost {
            // Another program is writing it; the next run continues.
            return
        } else {
            try write(record.content.object(uid: record.uid, key: record.key, now: now()), record, replacing: old)
        }
        record.state = .open
        try save(record)
    }

    /// Changes what antrain wrote into a task.
    func update(_ record: TaskRecord, to content: TaskContent) throws(PluginFailure) {
        var new = record
        new.content = content
        if record.isLive { new.state = .writing }
        try save(new)
        guard let old = tasks[record.uid], var object = old.object else {
            return record.isLive ? try finish(new) : ()
        }
        content.write(to: &object, replacing: record.content)
        try write(object, new, replacing: old)
        if record.isLive { new.state = .open }
        try save(new)
    }

    private func write(_ object: TaskObject, _ record: TaskRecord, replacing old: StoredTask?) throws(PluginFailure) {
        var object = object
        if old?.object != nil { object.touch(now()) }
        guard let task = try store.write(object, uid: record.uid, replacing: old) else { throw beingChanged() }
        tasks[record.uid] = task
    }

    /// Removes a task, and keeps its record for a phone that is offline and may answer it.
    func withdraw(_ record: TaskRecord) throws(PluginFailure) {
        guard record.state == .open || record.state == .removed else { return try remove(record) }
        var removed = record
        removed.state = .removed
        if record.state == .open { removed.since = now() }
        try save(removed)
        guard let task = tasks[record.uid] else { return }
        // If this fails, the next run repeats it. The task may be gone nevertheless, which is no deletion by the user.
        try remove(task)
        tasks[record.uid] = nil
    }

    /// Removes a task whose answer was undone; if a phone brings the task back, it is no answer.
    func retire(_ record: TaskRecord) throws(PluginFailure) {
        var retired = record
        (retired.state, retired.since, retired.actions) = (.removed, now(), [])
        try withdraw(retired)
    }

    /// Removes a task and its record.
    func remove(_ record: TaskRecord) throws(PluginFailure) {
        if let task = tasks[record.uid] {
            var ending = record
            ending.state = .removing
            try save(ending)
            do { try remove(task) } catch {
                try save(record)
                throw error
            }
            tasks[record.uid] = nil
        }
        try forget(record)
    }

    /// Removes a task and its copies.
    func remove(_ task: StoredTask) throws(PluginFailure) {
        for one in [task] + task.copies {
            guard try store.remove(one) else { throw beingChanged() }
        }
    }

    private func beingChanged() -> PluginFailure {
        freshUntil = nil
        return .passing("another program is changing \(store.name)", remedy: "wait for the next run")
    }

    // MARK: Tidying

    /// Completes the work of a killed run, removes tasks that are over, and records which tasks the user deleted.
    ///
    /// - Returns: the first failure to change a task; the other tasks were changed.
    /// - Throws: if several tasks are missing at once, which is probably a failure of a synchronizer.
    func tidy() throws(PluginFailure) -> PluginFailure? {
        stored.tidy()
        store.tidy()
        var failure: PluginFailure?
        // A second task of the same reminder, for example after a failure of the server, is removed, but its tick counts.
        for (uid, task) in strays {
            guard let twin = records.values.first(where: { $0.isLive && $0.key == task.object?.key }) else { continue }
            try save(twin.twin(uid, removedAt: now()))
        }
        for record in records.values.sorted(by: { $0.uid < $1.uid }) {
            do throws(PluginFailure) { try tidy(record) } catch { failure = failure ?? error }
        }
        try noteMissing()
        return failure
    }

    private func tidy(_ record: TaskRecord) throws(PluginFailure) {
        if let task = tasks[record.uid], !task.copies.isEmpty {
            for copy in task.copies { _ = try store.remove(copy) }
            tasks[record.uid]?.copies = []
        }
        if record.isOver(now()), answer(to: record) == nil {
            if record.state == .open { try withdraw(record) } else { try remove(record) }
        } else if record.state == .removed {
            if tasks[record.uid]?.object != nil, answer(to: record) == nil { try withdraw(record) }
        } else if record.state == .writing {
            try finish(record)
        } else if record.state == .open, tasks[record.uid]?.object?.isClosed ?? false, takesNoAnswer(record) {
            var ticked = record
            ticked.state = .dismissed
            try save(ticked)
        } else if record.state == .answered, tasks[record.uid] == nil {
            try forget(record)
        }
    }

    /// Whether the user closed the task in a way that its notification does not accept as an answer.
    private func takesNoAnswer(_ record: TaskRecord) -> Bool {
        guard let object = tasks[record.uid]?.object, let answer = TaskAnswer(record, object) else { return false }
        return !record.actions.contains(answer.meaning.rawValue)
    }

    /// The records of open tasks that are no longer in the collection.
    private var missing: [TaskRecord] { records.values.filter { $0.state == .open && tasks[$0.uid] == nil } }

    /// The new state of a record whose task is missing; nil if the reminder is still planned and gets a new task.
    private func state(ofMissing record: TaskRecord) -> TaskRecord.State? {
        if skipsDeleted, record.actions.contains(TaskAnswer.Meaning.skip.rawValue) { return .deleted }
        return record.content.due <= now() ? .dismissed : nil
    }

    /// Whether the user deleted the task of a record, and it does not come back.
    func isDeleted(_ record: TaskRecord) -> Bool {
        missing.map(\.uid) == [record.uid] && state(ofMissing: record) != nil
    }

    private func noteMissing() throws(PluginFailure) {
        let missing = missing
        guard missing.count < 2 else {
            // Without records, antrain publishes them again.
            for record in missing { try forget(record) }
            throw .passing(
                "\(missing.count) tasks were missing in \(store.name): no answers were read, and the tasks are written again",
                remedy: "check the programs and phones that synchronize it"
            )
        }
        for record in missing {
            guard let state = state(ofMissing: record) else {
                try forget(record)
                continue
            }
            var deleted = record
            deleted.state = state
            try save(deleted)
        }
    }
}
