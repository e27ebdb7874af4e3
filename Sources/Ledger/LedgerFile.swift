internal import Foundation
internal import GRDB

/// Opens the ledger's database file as antrain needs it.
enum LedgerFile {
    /// Opens a ledger, and makes it where there is none: the file readable by its owner alone, in a folder of the same kind.
    ///
    /// - Parameter isKnown: whether there was a ledger before; then one that is missing or empty is an error.
    /// - Returns: the database, and why nothing can be written to it, if so.
    static func open(_ path: String, isKnown: Bool) throws(LedgerError) -> (DatabaseQueue, LedgerError?) {
        do { return (try openForWriting(path, isKnown), nil) } catch {
            guard let queue = openForReading(path, error) else { throw error }
            return (queue, error)
        }
    }

    /// Opens a ledger on a disk that is full or cannot be written, where SQLite cannot make the files that it needs beside it.
    private static func openForReading(_ path: String, _ error: LedgerError) -> DatabaseQueue? {
        var facts = stat()
        switch error {
        case .file, .full: break
        default: return nil
        }
        // The write-ahead log cannot be read then, and the ledger without it would be out of date.
        guard stat(path, &facts) == 0, facts.st_size > 0, stat(path + "-wal", &facts) != 0 || facts.st_size == 0 else {
            return nil
        }
        var configuration = Configuration()
        configuration.readonly = true
        var components = URLComponents()
        components.scheme = "file"
        components.path = path
        components.queryItems = [URLQueryItem(name: "immutable", value: "1")]
        guard let address = components.string,
            let queue = try? DatabaseQueue(path: address, configuration: configuration),
            let version = try? queue.read({ database in
                try LedgerIdentity.check(database, path: path, isKnown: true)
                return try LedgerIdentity.version(database)
            }), version == Migrations.version
        else { return nil }
        return queue
    }

    private static func openForWriting(_ path: String, _ isKnown: Bool) throws(LedgerError) -> DatabaseQueue {
        if isKnown { try checkPresence(path) }
        try prepare(path)
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { database in
            // Before anything is written: the file may be another program's.
            try LedgerIdentity.check(database, path: path, isKnown: isKnown)
            // GRDB's own WAL mode writes a table and drops it whenever a ledger is opened, for snapshots that nothing here takes.
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            // What was told to the user as done must survive a power cut.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        return try worded(path) {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try migrate(queue, path: path)
            return queue
        }
    }

    /// SQLite makes a new database of a file without bytes, and deletes what it takes for an old write-ahead log.
    private static func checkPresence(_ path: String) throws(LedgerError) {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            throw errno == ENOENT ? .missing(path: path) : .file(path: path, reason: reason(errno))
        }
        guard facts.st_size > 0 else { throw .empty(path: path) }
    }

    private static func prepare(_ path: String) throws(LedgerError) {
        let folder = parent(path)
        if access(path, F_OK) == 0 { return }
        let created = missingFolders(folder)
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .folder(path: folder, reason: reason(errno))
        }
        let descriptor = Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(path: path, reason: reason(errno)) }
        fchmod(descriptor, 0o600)
        close(descriptor)
        // A power cut takes new folders with all that is in them, unless the folders around them were written.
        for name in created.map(parent) where !synchronize(name) { throw .folder(path: name, reason: reason(errno)) }
    }

    private static func parent(_ path: String) -> String {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        return folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
    }

    /// The folder and those around it that do not exist yet, the innermost first.
    private static func missingFolders(_ folder: String) -> [String] {
        var missing: [String] = []
        var folder = folder
        while access(folder, F_OK) != 0, parent(folder) != folder {
            missing.append(folder)
            folder = parent(folder)
        }
        return missing
    }

    /// Writes a folder's names to the disk; file systems that cannot do that (`EINVAL`) do not count.
    private static func synchronize(_ folder: String) -> Bool {
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0 || errno == EINVAL
    }

    private static func migrate(_ queue: DatabaseQueue, path: String) throws {
        guard try version(queue) != Migrations.version else { return }
        // Two processes that both find an old ledger, as at the first start, take turns; the second then finds a new one. The lock is
        // on the folder: closing a descriptor of the file would let go of SQLite's own locks.
        let folder = Glibc.open(parent(path), O_RDONLY | O_CLOEXEC)
        defer { close(folder) }
        while flock(folder, LOCK_EX) != 0, errno == EINTR {}
        let version = try version(queue)
        guard version != Migrations.version else { return }
        guard version < Migrations.version else { throw LedgerError.newer(path: path, version: version) }
        try Migrations.all.migrate(queue)
        try queue.writeWithoutTransaction { database in
            if version == 0 { try LedgerOwner.set(database, path: path) }
            try database.execute(sql: "PRAGMA user_version = \(Migrations.version)")
        }
        // A new ledger survives a power cut only once its folder has been written; until then nothing may rely on it.
        if version == 0, !synchronize(parent(path)) { throw LedgerError.file(path: path, reason: reason(errno)) }
    }

    private static func version(_ queue: DatabaseQueue) throws -> Int {
        try queue.read { try LedgerIdentity.version($0) }
    }

    /// Runs what talks to the database, and words what goes wrong.
    static func worded<Value>(_ path: String, _ body: () throws -> Value) throws(LedgerError) -> Value {
        do {
            return try body()
        } catch let error as LedgerError {
            throw error
        } catch let error as LedgerValueError {
            throw .badValue(path: path, error)
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: throw .busy(path: path)
            case .SQLITE_FULL: throw .full(path: path)
            case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_IOERR, .SQLITE_NOMEM:
                throw .file(path: path, reason: error.message ?? "SQLite error \(error.resultCode.rawValue)")
            default: throw .damaged(path: path, reason: error.message ?? "SQLite error \(error.resultCode.rawValue)")
            }
        } catch {
            throw .damaged(path: path, reason: String(describing: error))
        }
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
