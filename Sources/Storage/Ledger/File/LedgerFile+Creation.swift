package import Files
internal import Foundation
internal import GRDB
internal import GRDBSQLite
package import SystemPackage

/// The creation of a ledger's file and folder.
extension LedgerFile {
    /// Creates a ledger if there is none, and restricts access to it.
    static func prepare(_ path: FilePath, holdsLock: Bool) throws(LedgerError) {
        let folder = path.folder
        var status = stat()
        if stat(path.string, &status) != 0 || status.st_size <= emptySize { restrict(folder) }
        if stat(path.string, &status) == 0 {
            // An empty file becomes a new ledger, and may be accessible to other users.
            guard status.st_size <= emptySize, status.st_mode & 0o077 != 0, status.st_mode & S_IFMT == S_IFREG else {
                return
            }
            guard chmod(path.string, 0o600) == 0 else { throw .file(path: path, reason: reason(errno)) }
            return
        }
        let created = missingFolders(folder)
        do {
            try FileManager.default.createDirectory(
                atPath: folder.string,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch { throw .folder(path: folder, reason: reason(errno)) }
        for name in created.reversed() { FolderOwner.own(name, in: name.folder) }
        try create(path, holdsLock)
        // After a power failure, new folders are lost with their contents unless their parent folders were synced.
        for name in created.map(\.folder) where !synchronize(name) { throw .folder(path: name, reason: reason(errno)) }
    }

    /// Creates a complete ledger under a temporary name and renames it last, so that an empty file is always a ledger that lost its data.
    ///
    /// If the path is a symbolic link to a missing file, that file is created.
    private static func create(_ path: FilePath, _ holdsLock: Bool) throws(LedgerError) {
        let path = SymbolicLink.file(at: path)
        let lock = try holdsLock ? nil : lock(.ledger, path)
        defer { withExtendedLifetime(lock) {} }
        var status = stat()
        guard lstat(path.string, &status) != 0 else { return }
        // SQLite would add the changes in the log of a lost ledger to the new one.
        Ledger.setLogAside(path: path, suffix: "lost")
        removeLeftovers(path.folder)
        // If this process is killed, another run recognizes the file by this form of name and removes it.
        let new = path.folder.appending(".antrain-\(getpid()).tmp")
        func removeNew() { for end in [""] + companions { unlink(new.suffixed(end).string) } }
        removeNew()
        defer { removeNew() }
        try createEmpty(new, of: path)
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            // No other process uses the file, and it is removed if this one is interrupted.
            try database.execute(sql: "PRAGMA journal_mode = MEMORY")
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        do throws(LedgerError) {
            try worded(path, isDiagnosed: false) {
                let queue = try DatabaseQueue(path: new.string, configuration: configuration)
                try Migrations.all.migrate(queue)
                try queue.writeWithoutTransaction { database in
                    try LedgerOwner.set(database, path: path)
                    try LedgerLineage.begin(database)
                    try database.execute(sql: "PRAGMA user_version = \(Migrations.version)")
                    // Processes that start at the same time would wait for each other to change the mode.
                    try database.execute(sql: "PRAGMA journal_mode = WAL")
                }
                try queue.close()
            }
        } catch {
            // SQLite reports what the disk fails to read as damage; a new file has none.
            guard case .damaged = error else { throw error }
            throw .inputOutput(path: path, reason: reason(EIO))
        }
        // Unlike a rename, a link does not replace a ledger that a process without the lock created. Not every file system supports links.
        if link(new.string, path.string) != 0, errno != EEXIST, rename(new.string, path.string) != 0 {
            throw .file(path: path, reason: reason(errno))
        }
        // A new ledger survives a power failure only after its folder was synced; until then nothing may rely on it.
        guard synchronize(path.folder) else { throw .file(path: path, reason: reason(errno)) }
    }

    /// Removes the temporary files of processes that were killed; the caller holds the folder's lock.
    private static func removeLeftovers(_ folder: FilePath) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
        for name in names where name.hasPrefix(".antrain-") {
            var stem = name
            for end in companions where stem.hasSuffix(end) { stem = String(stem.dropLast(end.count)) }
            var facts = stat()
            guard stem.hasSuffix(".tmp"), let process = Int32(stem.dropFirst(".antrain-".count).dropLast(".tmp".count)),
                process > 0, kill(process, 0) != 0, errno == ESRCH,
                lstat(folder.appending(name).string, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
                facts.st_uid == geteuid()
            else { continue }
            unlink(folder.appending(name).string)
        }
    }

    private static func createEmpty(_ file: FilePath, of path: FilePath? = nil) throws(LedgerError) {
        let descriptor = Glibc.open(file.string, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(path: path ?? file, reason: reason(errno)) }
        fchmod(descriptor, 0o600)
        FolderOwner.own(descriptor, in: file.folder)
        close(descriptor)
    }

    /// Waits for a lock of the ledger at a path; the lock is in the folder of the file behind a link.
    package static func lock(_ subject: FileLock.Subject, _ path: FilePath, isShared: Bool = false) throws(LedgerError)
        -> FileLock
    {
        let folder = SymbolicLink.file(at: path).folder
        do throws(FileLock.Failure) { return try FileLock.take(subject, in: folder, isShared: isShared) } catch {
            throw [ENOSPC, EDQUOT].map(reason).contains(error.reason)
                ? .full(path: path) : .file(path: error.path, reason: error.reason)
        }
    }

    /// Rejects a change of a ledger that another process replaced after this one opened it: the change would be lost with the former file.
    static func checkPlace(_ database: Database, path: FilePath) throws {
        var hasMoved: Int32 = 0
        let answer = sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        // A database in memory has no place.
        guard answer == SQLITE_OK, hasMoved != 0 else { return }
        throw LedgerError.replaced(path: path)
    }

    /// Removes other users' access to antrain's own folder; a folder of another name may serve other purposes.
    private static func restrict(_ folder: FilePath) {
        var status = stat()
        guard folder.lastComponent == "antrain", lstat(folder.string, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_uid == geteuid(), status.st_mode & 0o077 != 0
        else { return }
        chmod(folder.string, 0o700)
    }

    /// The folder and its parents that do not exist yet, the innermost first.
    private static func missingFolders(_ folder: FilePath) -> [FilePath] {
        var missing: [FilePath] = []
        var folder = folder
        while access(folder.string, F_OK) != 0, folder.folder != folder {
            missing.append(folder)
            folder = folder.folder
        }
        return missing
    }

    /// Syncs a folder's entries to the disk; ignores file systems that do not support this (`EINVAL`).
    package static func synchronize(_ folder: FilePath) -> Bool {
        let descriptor = Glibc.open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0 || errno == EINVAL
    }
}
