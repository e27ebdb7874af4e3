internal import CSQLite
internal import Files
internal import Foundation
package import GRDB
internal import Synchronization
package import SystemPackage

/// Opens the ledger's database file with antrain's options.
package enum LedgerFile {
    /// The suffixes of the files that SQLite creates next to a database: two in its WAL mode, one in its other modes.
    package static let companions = ["-wal", "-shm", "-journal"]

    /// The size in bytes up to which SQLite takes a file for an empty database (`unixFileSize` in os_unix.c).
    static let emptySize = 1

    /// An opened ledger.
    package struct Opened {
        package let queue: DatabaseQueue
        /// Why it cannot be written, if so.
        var writeProblem: LedgerError?
    }

    /// Opens a ledger, or creates it: the file and its folder are only accessible to their owner.
    ///
    /// - Parameters:
    ///   - isKnown: whether there was a ledger before; then a missing or empty one is an error.
    ///   - keepsOld: whether a snapshot is made before its schema is updated.
    ///   - holdsLock: whether the caller holds the lock on its folder.
    package static func open(_ path: FilePath, isKnown: Bool, keepsOld: Bool = true, holdsLock: Bool = false)
        throws(LedgerError) -> Opened
    {
        try checkKind(path)
        do { return try openForWriting(path, isKnown, keepsOld, holdsLock) } catch {
            guard let queue = openForReading(path, error) else { throw error }
            return Opened(queue: queue, writeProblem: error)
        }
    }

    /// Opens a ledger on a full or read-only disk, where SQLite cannot create the files that it needs next to it.
    private static func openForReading(_ path: FilePath, _ error: LedgerError) -> DatabaseQueue? {
        var status = stat()
        switch error {
        case .file, .full, .inputOutput: break
        default: return nil
        }
        // The write-ahead log cannot be read in this case, and the ledger without it would be out of date.
        guard stat(path.string, &status) == 0, status.st_size > 0,
            stat(path.suffixed("-wal").string, &status) != 0 || status.st_size == 0
        else { return nil }
        return try? openImmutable(path)
    }

    /// Opens a ledger only for reading, without creating, changing or repairing anything.
    ///
    /// Where SQLite could not read the write-ahead log without creating a file, the ledger is read without it.
    static func openForReading(_ path: FilePath) throws(LedgerError) -> DatabaseQueue {
        try checkKind(path)
        var facts = stat()
        let hasLog = stat(path.suffixed("-wal").string, &facts) == 0 && facts.st_size > 0
        guard hasLog, stat(path.suffixed("-shm").string, &facts) == 0 else {
            return try worded(path, isDiagnosed: false) { try openImmutable(path) }
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(0.5)
        return try worded(path, isDiagnosed: false) {
            let queue = try DatabaseQueue(path: path.string, configuration: configuration)
            try check(queue, path: path)
            return queue
        }
    }

    /// SQLite would wait forever for data from a FIFO.
    package static func checkKind(_ path: FilePath) throws(LedgerError) {
        for end in [""] + companions {
            let file = path.suffixed(end)
            if let kind = FileKind.irregular(file) { throw .irregular(path: file, kind: kind) }
        }
    }

    private static func openImmutable(_ path: FilePath) throws -> DatabaseQueue {
        let queue = try immutable(path)
        try check(queue, path: path)
        return queue
    }

    /// Opens a database that no process changes; nothing is created next to it.
    package static func immutable(_ path: FilePath) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: immutableName(path), configuration: configuration)
    }

    /// The URI by which SQLite opens a database without creating anything next to it.
    package static func immutableName(_ path: FilePath) -> String {
        var components = URLComponents()
        components.scheme = "file"
        components.path = path.string
        components.queryItems = [URLQueryItem(name: "immutable", value: "1")]
        return components.string ?? path.string
    }

    /// Checks that a file is a ledger of this version.
    private static func check(_ queue: DatabaseQueue, path: FilePath) throws {
        let version = try queue.read { database in
            try LedgerIdentity.check(database, path: path, isKnown: true)
            try LedgerIdentity.checkVersion(database, path: path)
            return try LedgerIdentity.version(database)
        }
        guard version == Migrations.version else { throw LedgerError.older(path: path, version: version) }
    }

    private static func openForWriting(_ path: FilePath, _ isKnown: Bool, _ keepsOld: Bool, _ holdsLock: Bool)
        throws(LedgerError) -> Opened
    {
        if isKnown { try checkPresence(path) }
        try prepare(path, holdsLock: holdsLock)
        var configuration = Configuration()
        configuration.busyMode = .callback { waits(path, tries: $0) }
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { database in
            // Before anything is written: the file may belong to another program.
            let isMarked = try LedgerIdentity.check(database, path: path, isKnown: isKnown)
            try LedgerIdentity.checkVersion(database, path: path)
            // GRDB's own WAL mode creates and drops a table whenever a ledger is opened, for snapshots that are not used here.
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            // Confirmed changes must survive a power failure.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            if !isMarked, try LedgerIdentity.version(database) == Migrations.version {
                try database.execute(sql: "PRAGMA application_id = \(LedgerIdentity.applicationID)")
            }
        }
        // The file may belong to another program, so no lock is created next to it.
        let canLock = access(FileLock.path(of: .changes, in: SymbolicLink.file(at: path).folder).string, F_OK) == 0
        let queue = try unreplaced(path, isAlone: !keepsOld || holdsLock || !canLock) { () throws(LedgerError) in
            try worded(path) { try DatabaseQueue(path: path.string, configuration: configuration) }
        }
        return try worded(path) {
            try migrate(queue, path: path, keepsOld, holdsLock)
            return Opened(queue: queue)
        }
    }

    /// Saves most of the time that SQLite takes to prepare a query, on a connection that changes no schema and attaches no database.
    ///
    /// GRDB collects the tables and columns of each statement, which only its observation of changes and its cache of the schema use.
    static func simplifyPreparation(_ database: Database) {
        sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
        _ = antrain_keep_query_plans(database.sqliteConnection)
    }

    /// SQLite creates a new database in an empty file, and deletes an apparently old write-ahead log.
    package static func checkPresence(_ path: FilePath) throws(LedgerError) {
        var status = stat()
        guard stat(path.string, &status) == 0 else {
            throw errno == ENOENT ? .missing(at: path) : .file(path: path, reason: reason(errno))
        }
        guard status.st_size > emptySize else { throw .empty(at: path) }
    }

    /// Updates the schema, one transaction per step.
    ///
    /// If the old ledger is kept, its snapshot is made first.
    private static func migrate(_ queue: DatabaseQueue, path: FilePath, _ keepsOld: Bool, _ holdsLock: Bool) throws {
        guard try version(queue) != Migrations.version else { return }
        // Two processes that both find an old ledger, for example at the first start, take turns; the second then finds a new one.
        let lock = try holdsLock ? nil : lock(.ledger, path)
        defer { withExtendedLifetime(lock) {} }
        let version = try version(queue)
        guard version != Migrations.version else { return }
        if keepsOld, version > 0 { try LedgerSnapshots(ofLedgerAt: path).keep(queue, ofVersion: version) }
        try queue.writeWithoutTransaction { database in
            try database.inTransaction(.exclusive) {
                try FormerSchema.convert(database, path: path)
                return .commit
            }
        }
        try Migrations.all.migrate(queue)
        try queue.writeWithoutTransaction { database in
            if version == 0 {
                try LedgerOwner.set(database, path: path)
                try LedgerLineage.begin(database)
            }
            try database.execute(sql: "PRAGMA user_version = \(Migrations.version)")
        }
        // A new ledger survives a power failure only after its folder was synced; until then nothing may rely on it.
        if version == 0, !synchronize(path.folder) { throw LedgerError.file(path: path, reason: reason(errno)) }
    }

    /// Runs code while no repair replaces the ledger: SQLite's files next to it would belong to another one than those opened.
    ///
    /// - Parameter isAlone: whether no other process uses the file.
    static func unreplaced<Value>(_ path: FilePath, isAlone: Bool, _ body: () throws(LedgerError) -> Value)
        throws(LedgerError) -> Value
    {
        let lock = try isAlone ? nil : lock(.changes, path, isShared: true)
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }

    private static func version(_ queue: DatabaseQueue) throws -> Int {
        try queue.read { try LedgerIdentity.version($0) }
    }

    /// Runs code that uses the database, and converts its errors.
    ///
    /// - Parameter isDiagnosed: whether a damaged file is read once more, to tell damage from a failing disk.
    package static func worded<Value>(_ path: FilePath, isDiagnosed: Bool = true, _ body: () throws -> Value)
        throws(LedgerError) -> Value
    {
        do {
            return try body()
        } catch let error as LedgerError {
            throw error
        } catch let error as LedgerValueError {
            throw .badValue(path: path, error)
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
                throw lockProblem(path).map { .file(path: path, reason: $0) } ?? .busy(path: path)
            case .SQLITE_FULL: throw rowNumberProblem(at: path).map { .badValue(path: path, $0) } ?? .full(path: path)
            case let code
            where [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR].contains(code) && DiskSpace.isExhausted(at: path):
                throw .full(path: path)
            case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_NOMEM:
                throw .file(path: path, reason: message(error))
            case .SQLITE_IOERR: throw .inputOutput(path: path, reason: message(error))
            case .SQLITE_CORRUPT, .SQLITE_NOTADB:
                // After a read error of the disk, SQLite may have seen a partial page.
                guard isDiagnosed, let failure = failureToRead(path) else {
                    throw .damaged(path: path, reason: message(error))
                }
                throw .inputOutput(path: path, reason: failure)
            default: throw .damaged(path: path, reason: message(error))
            }
        } catch { throw .damaged(path: path, reason: String(describing: error)) }
    }

    /// The row number that keeps SQLite from assigning further ones; nil if there is none.
    private static func rowNumberProblem(at path: FilePath) -> LedgerValueError? {
        do throws(LedgerError) {
            try Ledger(reading: path).read { database in
                try RowNumbers.check(database)
                for table in LedgerTable.allCases where table.key.first == "number" {
                    let last = "SELECT number FROM \(table.rawValue) ORDER BY number DESC LIMIT 1"
                    _ = try database.firstRow(last, of: table) { try $0.number("number") }
                }
            }
            return nil
        } catch {
            guard case .badValue(_, let problem) = error else { return nil }
            return problem
        }
    }

    private static func message(_ error: DatabaseError) -> String {
        error.message ?? "SQLite error \(error.resultCode.rawValue)"
    }

    /// The reason if a file that SQLite reports as damaged is intact; nil if it is damaged.
    ///
    /// A second read finds no damage, or fails with a read error.
    static func failureToRead(_ path: FilePath) -> String? {
        // SQLite reports an unreadable disk block as damage, too (SQLITE_IOERR_CORRUPTFS).
        for file in [path, path.suffixed("-wal")] {
            if let failure = errorOfReading(file) { return reason(failure) }
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(1)
        do {
            let finding = try DatabaseQueue(path: path.string, configuration: configuration).read {
                try String.fetchOne($0, sql: "PRAGMA integrity_check(1)")
            }
            return finding == "ok" ? "a part of it was first read incorrectly, then correctly" : nil
        } catch let error as DatabaseError where error.resultCode == .SQLITE_IOERR {
            return message(error)
        } catch { return nil }
    }

    /// The descriptors through which ledgers were read; they stay open, because closing one would release SQLite's own locks.
    private static let readers = Mutex<[UInt64: Int32]>([:])

    /// The errno of reading a whole file; nil if it can be read or does not exist.
    private static func errorOfReading(_ path: FilePath) -> Int32? {
        var status = stat()
        guard stat(path.string, &status) == 0 else { return errno == ENOENT ? nil : errno }
        let inode = UInt64(status.st_ino)
        return readers.withLock { known in
            guard let descriptor = reader(of: inode, path, &known) else { return errno }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            var offset: off_t = 0
            while true {
                let count = pread(descriptor, &bytes, bytes.count, offset)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return count < 0 ? errno : nil }
                offset += off_t(count)
            }
        }
    }

    /// A descriptor that stays open; nil with `errno` if the file cannot be opened.
    private static func reader(of inode: UInt64, _ path: FilePath, _ known: inout [UInt64: Int32]) -> Int32? {
        let descriptor = known[inode] ?? Glibc.open(path.string, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        known[inode] = descriptor
        return descriptor
    }

    // MARK: Locks

    /// Waits for another process that uses the ledger, in total up to ten seconds.
    ///
    /// SQLite takes a file system without locks for a file that another process has locked.
    ///
    /// - Returns: whether to try again.
    private static func waits(_ path: FilePath, tries: Int) -> Bool {
        guard tries < 205, tries > 0 || lockProblem(path) == nil else { return false }
        poll(nil, 0, Int32(min(1 << min(tries, 6), 50)))
        return true
    }

    /// Why the file system cannot lock a ledger; nil if it can.
    private static func lockProblem(_ path: FilePath) -> String? {
        var status = stat()
        guard stat(path.string, &status) == 0 else { return nil }
        let inode = UInt64(status.st_ino)
        return readers.withLock { known in
            guard let descriptor = reader(of: inode, path, &known) else { return nil }
            var range = flock()
            range.l_type = Int16(F_RDLCK)
            return fcntl(descriptor, F_GETLK, &range) == 0 ? nil : FileLock.lockless(errno)
        }
    }

    package static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
