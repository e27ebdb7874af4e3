internal import Files
package import GRDB
internal import Glibc
internal import Synchronization
public import SystemPackage

/// antrain's durable memory: the user's input, the pending notifications, and the results.
///
/// Several processes can use one ledger at the same time; writers take turns.
public final class Ledger: Sendable {
    public let path: FilePath
    package let queue: DatabaseQueue
    /// Why nothing can be written, for example on a full or read-only disk.
    private let writeProblem: LedgerError?
    /// Whether a damaged file is examined, which may create files next to it.
    private let isDiagnosed: Bool
    /// Whether no other process uses the file, because it is a copy.
    private let isAlone: Bool
    private let lastRead = Mutex<LastRead?>(nil)

    /// Opens the ledger at a path, and creates it if there is none.
    ///
    /// - Parameters:
    ///   - isKnown: whether there was a ledger at the path before; then a missing or empty one is an error, and none is created.
    ///   - holdsLock: whether the caller holds the lock on the ledger's folder, for which a creation would wait otherwise.
    /// - Throws: `LedgerError`.
    public convenience init(path: FilePath, isKnown: Bool = false, holdsLock: Bool = false) throws(LedgerError) {
        try self.init(path: path, isKnown: isKnown, keepsOld: true, holdsLock: holdsLock)
    }

    /// - Parameter keepsOld: whether a snapshot is made before the schema is updated; false for a copy that no other process uses.
    package init(path: FilePath, isKnown: Bool, keepsOld: Bool, holdsLock: Bool = false) throws(LedgerError) {
        self.path = path
        let opened = try LedgerFile.open(path, isKnown: isKnown, keepsOld: keepsOld, holdsLock: holdsLock)
        (queue, writeProblem) = (opened.queue, opened.writeProblem)
        if keepsOld { opened.queue.writeWithoutTransaction(LedgerFile.simplifyPreparation) }
        isDiagnosed = true
        isAlone = !keepsOld
    }

    /// Closes the file because the process is about to end; the queue stays in memory.
    ///
    /// The queue's deinitializer unregisters an observer, which takes a tenth of all instructions of a short command.
    public func closeAtExit() {
        guard (try? queue.close()) != nil else { return }
        _ = Unmanaged.passRetained(queue)
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

    /// Creates an empty, read-only ledger in memory, for use while there is no file.
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

    /// A value that is read again only if the ledger or the scope changed.
    func remembered<Scope: Hashable & Sendable, Value: Sendable>(
        _ scope: Scope,
        in database: Database,
        _ read: () throws -> Value
    ) throws -> Value {
        // The first changes with every commit of another connection, the second with every change of this one.
        let version = try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA data_version"))
        let changes = database.totalChangesCount
        if let last = lastRead.withLock({ $0 }), last.version == version, last.changes == changes,
            last.scope as? Scope == scope, let value = last.value as? Value
        {
            return value
        }
        let value = try read()
        lastRead.withLock { $0 = LastRead(scope: scope, version: version, changes: changes, value: value) }
        return value
    }

    package func read<Value>(_ body: (Database) throws -> Value) throws(LedgerError) -> Value {
        try LedgerFile.worded(path, isDiagnosed: isDiagnosed) {
            // GRDB's `read` also forbids changes, with pragmas after which SQLite prepares every statement again.
            try queue.unsafeRead { database in
                let changes = database.totalChangesCount
                defer { assert(database.totalChangesCount == changes, "a read has changed the ledger") }
                return try database.transaction("BEGIN DEFERRED", body)
            }
        }
    }

    package func write<Value>(_ body: (Database) throws -> Value) throws(LedgerError) -> Value {
        if let writeProblem { throw writeProblem }
        return try inPlace {
            try queue.writeWithoutTransaction { database in
                try LedgerFile.checkPlace(database, path: path)
                return try database.transaction("BEGIN IMMEDIATE", body)
            }
        }
    }

    /// Runs a change while no repair replaces the ledger.
    package func inPlace<Value>(_ body: () throws -> Value) throws(LedgerError) -> Value {
        try LedgerFile.unreplaced(path, isAlone: isAlone) { () throws(LedgerError) in try LedgerFile.worded(path, body)
        }
    }
}

/// A value that was read from the ledger, and the state that it was read from.
private struct LastRead: Sendable {
    let scope: any Sendable
    let version: Int64?
    let changes: Int
    let value: any Sendable
}

extension Ledger {
    /// Whether the files show that there was a ledger with data at a path, although it may be missing or empty now.
    ///
    /// An empty file shows this, because a new ledger gets its name only when it is complete; so do snapshots, and a write-ahead log
    /// with content.
    public static func hadData(at path: FilePath) -> Bool {
        isEmptyFile(at: path) || hasLog(at: path) || LedgerSnapshots(ofLedgerAt: path).canRebuild
    }

    /// Whether there is a write-ahead log with content; SQLite creates it next to the file behind a link.
    static func hasLog(at path: FilePath) -> Bool {
        var facts = stat()
        return stat(SymbolicLink.file(at: path).suffixed("-wal").string, &facts) == 0 && facts.st_size > 0
    }

    /// Whether there is a regular file at a path that SQLite takes for an empty database.
    public static func isEmptyFile(at path: FilePath) -> Bool {
        var facts = stat()
        return stat(path.string, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
            && facts.st_size <= LedgerFile.emptySize
    }

    /// Renames the write-ahead log of a lost or damaged ledger, so that it is neither deleted nor used for a new one.
    ///
    /// - Returns: the new path of the log; nil if there was none, or it was empty.
    @discardableResult
    public static func setLogAside(path: FilePath, suffix: String) -> FilePath? {
        let hadLog = hasLog(at: path)
        for end in LedgerFile.companions where access(path.suffixed(end).string, F_OK) == 0 {
            rename(path.suffixed(end).string, path.suffixed(".\(suffix)\(end)").string)
        }
        return hadLog ? path.suffixed(".\(suffix)-wal") : nil
    }
}
