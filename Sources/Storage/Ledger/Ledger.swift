public import CivilTime
internal import GRDB
internal import Glibc
public import Localization
public import Planning
public import Progress
internal import Reminders
internal import Synchronization
public import SystemPackage

/// antrain's durable memory: the user's input, the pending notifications, and the results.
///
/// Several processes can use one ledger at the same time; writers take turns.
public final class Ledger: Sendable {
    /// The path of the ledger.
    public let path: FilePath
    let queue: DatabaseQueue
    /// Why nothing can be written, for example on a full or read-only disk.
    private let writeProblem: LedgerError?
    /// Whether a damaged file is examined, which may create files next to it.
    private let isDiagnosed: Bool
    /// Whether no other process uses the file, because it is a copy.
    private let isAlone: Bool
    private let lastFacts = Mutex<KnownFacts?>(nil)

    /// Opens the ledger at a path, and creates it if there is none.
    ///
    /// - Parameters:
    ///   - path: the path of the ledger.
    ///   - isKnown: whether there was a ledger at the path before; then a missing or empty one is an error, and none is created.
    ///   - holdsLock: whether the caller holds the lock on the ledger's folder, for which a creation would wait otherwise.
    /// - Throws: `LedgerError`.
    public convenience init(path: FilePath, isKnown: Bool = false, holdsLock: Bool = false) throws(LedgerError) {
        try self.init(path: path, isKnown: isKnown, keepsOld: true, holdsLock: holdsLock)
    }

    /// - Parameter keepsOld: whether a snapshot is made before the schema is updated; false for a copy that no other process uses.
    init(path: FilePath, isKnown: Bool, keepsOld: Bool, holdsLock: Bool = false) throws(LedgerError) {
        self.path = path
        let opened = try LedgerFile.open(path, isKnown: isKnown, keepsOld: keepsOld, holdsLock: holdsLock)
        (queue, writeProblem) = (opened.queue, opened.writeProblem)
        if keepsOld { opened.queue.writeWithoutTransaction(LedgerFile.simplifyPreparation) }
        isDiagnosed = true
        isAlone = !keepsOld
    }

    /// Opens an existing ledger only for reading; nothing is created, changed or migrated.
    ///
    /// What another process has not yet moved into the file may be missing.
    ///
    /// - Throws: `LedgerError`, also for a ledger of another version.
    public init(reading path: FilePath) throws(LedgerError) {
        self.path = path
        queue = try LedgerFile.openForReading(path)
        writeProblem = .file(path: path, reason: "it was opened only for reading")
        (isDiagnosed, isAlone) = (false, true)
    }

    /// An empty ledger in memory, in place of one that was never created; it is only read.
    ///
    /// - Parameter path: where it would be.
    public init(insteadOf path: FilePath) throws(LedgerError) {
        self.path = path
        queue = try LedgerFile.worded(path, isDiagnosed: false) {
            let queue = try DatabaseQueue()
            try Migrations.all.migrate(queue)
            try queue.write { try LedgerOwner.set($0, path: path) }
            return queue
        }
        writeProblem = .file(path: path, reason: "there is no ledger")
        (isDiagnosed, isAlone) = (false, true)
    }

    /// A copy of a ledger in memory, which shows what would be recorded; nothing reaches the file.
    public init(copyOf other: Ledger) throws(LedgerError) {
        path = other.path
        queue = try LedgerFile.worded(other.path, isDiagnosed: false) {
            let copy = try DatabaseQueue()
            try other.queue.backup(to: copy)
            return copy
        }
        writeProblem = nil
        (isDiagnosed, isAlone) = (false, true)
    }

    /// Whether nothing is at a path, not even something that cannot be examined.
    public static func isAbsent(at path: FilePath) -> Bool {
        var status = stat()
        return lstat(path.string, &status) != 0 && errno == ENOENT
    }

    /// Moves the write-ahead log into the ledger's file, so that a copy of that file alone is complete.
    ///
    /// It does not wait: if other processes read or write, a part stays in the log until the next time. Call it when there is
    /// nothing else to do.
    public func checkpoint() {
        guard writeProblem == nil else { return }
        _ = try? queue.writeWithoutTransaction { database in
            try LedgerFile.checkPlace(database, path: path)
            _ = try database.checkpoint(.passive)
        }
    }

    /// Writes a complete copy of the ledger to a file that is missing or empty; others may use the ledger at the same time.
    ///
    /// SQLite creates a missing file so that others can read it.
    public func copy(to file: FilePath) throws(LedgerError) {
        do throws(LedgerError) { try LedgerFile.worded(path) { try queue.vacuum(into: file.string) } } catch {
            // Nothing is written to the ledger's disk.
            if case .full = error { throw .full(path: file) }
            throw error
        }
    }

    /// The ledger's state that a plan depends on.
    ///
    /// - Parameters:
    ///   - today: cancellations of dates more than a month before it are omitted.
    ///   - recent: the part of the training log that notifications about progress need; nil for none.
    ///   - first: a date since which the programs that are no longer active are needed, too; nil for the start of the active ones.
    public func planningFacts(today: CivilDate, recent: RecentScope? = nil, since first: CivilDate? = nil)
        throws(LedgerError) -> PlanningSnapshot
    {
        try read { try facts($0, PlanningScope(today: today, recent: recent, first: first)) }
    }

    /// The state for a plan, which is read again only if the ledger changed.
    private func facts(_ database: Database, _ scope: PlanningScope) throws -> PlanningSnapshot {
        // The first changes with every commit of another connection, the second with every change of this one.
        let version = try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA data_version"))
        let known = KnownFacts.Key(scope: scope, version: version, changes: database.totalChangesCount)
        if let last = lastFacts.withLock({ $0 }), last.key == known { return last.facts }
        let facts = try LedgerStateStore(database).planningFacts(
            today: scope.today,
            recent: scope.recent,
            since: scope.first
        )
        lastFacts.withLock { $0 = KnownFacts(key: known, facts: facts) }
        return facts
    }

    /// The active programs in order of activation.
    public func activations() throws(LedgerError) -> [Activation] {
        try read { try LedgerStateStore($0).activations() }
    }

    /// The texts of programs that answers refer to, by number.
    public func editions(of programs: [String]) throws(LedgerError) -> [Int64: Edition] {
        try read { try EditionStore(database: $0).all(of: programs) }
    }

    /// The text of a program that was active when the user did something; nil if it never was.
    public func programSource(_ programID: String, in action: JournalAction) throws(LedgerError) -> [UInt8]? {
        try read { try LedgerStateStore($0).programSource(programID, in: action.batch) }
    }

    /// The time zone of the last planning, if any.
    public func plannedZone() throws(LedgerError) -> String? {
        try read { try LedgerStateStore($0).plannedZone() }
    }

    /// The last known language of the locale.
    public func language() throws(LedgerError) -> Language? {
        try read { try LedgerStateStore($0).language() }
    }

    /// The last known territory of the locale.
    public func territory() throws(LedgerError) -> Territory? {
        try read { try LedgerStateStore($0).territory() }
    }

    /// The remembered state of the settings file.
    public func rememberedSettings() throws(LedgerError) -> RememberedSettings {
        try read { try LedgerStateStore($0).rememberedSettings() }
    }

    /// Records events and updates the pending queue to match the resulting plan, in one transaction.
    ///
    /// Writes nothing if there are no events and no differences.
    ///
    /// - Parameters:
    ///   - facts: the events, which are one action.
    ///   - batch: the number of an action that they continue; nil for a new one.
    ///   - now: the present.
    ///   - today: the present date.
    ///   - recent: the part of the training log that the plan needs; nil for none.
    ///   - recorded: gets the number of the action.
    ///   - plan: a pure function from the ledger's state to the queue request; it may be called several times.
    /// - Returns: the changes to the queue.
    public func commit(
        _ facts: [LedgerEvent] = [],
        continuing batch: Int64? = nil,
        now: Instant,
        today: CivilDate,
        recent: RecentScope? = nil,
        recorded: (Int64) -> Void = { _ in },
        plan: (PlanningSnapshot) -> QueueRequest
    ) throws(LedgerError) -> QueueDifference {
        if facts.isEmpty {
            let (difference, isSettled) = try read { database in
                let known = try self.facts(database, PlanningScope(today: today, recent: recent))
                let request = plan(known)
                let store = QueueStore(database, now: now)
                let difference = try store.difference(request, known)
                let isSettled =
                    try known.plannedZone == request.zone.identifier && difference.isEmpty
                    && !LedgerStateStore(database).isClockBehind(now)
                    && LedgerStateStore(database).plannedThrough() == request.end && store.routesAreSettled(request)
                return (difference, isSettled)
            }
            if isSettled { return difference }
        }
        return try write { database in
            let store = LedgerStateStore(database)
            let early = EarlyDeliveries(database)
            var before: QueueDifference?
            if !facts.isEmpty {
                // What was missed before the events is decided without them: a new program, for example, missed nothing.
                if let unplanned = try store.unplannedFrom(today), unplanned <= today {
                    before = try Ledger.update(database, now: now, today: today, early, recent, plan: plan).0
                }
                recorded(try store.record(facts, continuing: batch, at: now))
            }
            let (latest, missed) = try Ledger.update(database, now: now, today: today, early, recent, plan: plan)
            let difference = before?.followed(by: latest) ?? latest
            // The plan did not know these deliveries, the first of which decides when follow-ups are due, nor the missed reminders,
            // which the summary lists.
            guard early.areRestored || !missed.isEmpty else { return difference }
            let (next, _) = try Ledger.update(database, now: now, today: today, early, recent, plan: plan)
            return difference.followed(by: next)
        }
    }

    /// Plans, and makes the queue match the plan.
    ///
    /// - Returns: the changes, and the notifications that ended because it is too late for them.
    private static func update(
        _ database: Database,
        now: Instant,
        today: CivilDate,
        _ early: EarlyDeliveries,
        _ recent: RecentScope?,
        plan: (PlanningSnapshot) -> QueueRequest
    ) throws -> (QueueDifference, missed: [PlannedNotification]) {
        let store = LedgerStateStore(database)
        let known = try store.planningFacts(today: today, recent: recent)
        let request = plan(known)
        try store.recordZone(request.zone.identifier)
        let queue = QueueStore(database, now: now, early: early)
        let difference = try queue.difference(request, known)
        try queue.apply(difference, request)
        // Only in this case: in another zone the same local time may still be in the future.
        let missed = try MissedStore(database, now: now, early: early).mark(
            grace: request.grace,
            zone: request.zone,
            holding: request.holding
        )
        try store.recordPlanned(today, through: request.end)
        try store.record(clock: now)
        return (difference, missed)
    }

    /// The changes that a commit would make, without making them.
    public func preview(
        now: Instant,
        today: CivilDate,
        recent: RecentScope? = nil,
        plan: (PlanningSnapshot) -> QueueRequest
    ) throws(LedgerError) -> QueueDifference {
        try read { database in
            let known = try facts(database, PlanningScope(today: today, recent: recent))
            return try QueueStore(database, now: now).difference(plan(known), known)
        }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(LedgerError) -> Value {
        try LedgerFile.worded(path, isDiagnosed: isDiagnosed) { try queue.read(body) }
    }

    func write<Value>(_ body: (Database) throws -> Value) throws(LedgerError) -> Value {
        if let writeProblem { throw writeProblem }
        return try inPlace {
            try queue.writeWithoutTransaction { database in
                try LedgerFile.checkPlace(database, path: path)
                var result: Value?
                try database.inTransaction(.immediate) {
                    result = try body(database)
                    return .commit
                }
                guard let result else { throw LedgerError.busy(path: path) }
                return result
            }
        }
    }

    /// Runs a change while no repair replaces the ledger.
    func inPlace<Value>(_ body: () throws -> Value) throws(LedgerError) -> Value {
        try LedgerFile.unreplaced(path, isAlone: isAlone) { () throws(LedgerError) in
            try LedgerFile.worded(path, body)
        }
    }
}

/// Which part of the state a plan needs; see `Ledger.planningFacts`.
private struct PlanningScope: Hashable {
    let today: CivilDate
    var recent: RecentScope?
    var first: CivilDate?
}

/// A state for a plan, and what it was read from.
private struct KnownFacts {
    struct Key: Hashable {
        let scope: PlanningScope
        let version: Int64?
        let changes: Int
    }

    let key: Key
    let facts: PlanningSnapshot
}
