internal import Glibc
public import SystemPackage

/// Prevents other antrain processes from changing a file between reading it and writing the change.
///
/// The lock is an flock(2) on a file that only its owner can open: everyone who may read a folder or a file can lock it, for any
/// time. The kernel releases the lock when the process ends.
public final class FileLock {
    /// What is locked; each has a file of its own in antrain's folder, so that a command may lock several.
    public enum Subject: String, Sendable {
        /// The settings and other files that the user may edit.
        case files
        /// The creation, migration and repair of the ledger in the folder.
        case ledger
        /// The list of known ledgers.
        case ledgers
        /// The files that a restore replaces.
        case restore
        case crontab
        /// The content of the ledger in the folder: each change shares this lock, which a repair takes alone.
        case changes
        /// The exchange with other machines.
        case exchange
        /// The recording of reported answers: what an answer changes depends on the answers before.
        case answers
    }

    /// Why a lock was not taken.
    public struct Failure: Error, Sendable, Hashable {
        public let path: FilePath
        /// What went wrong and what to do.
        public let reason: String
        /// The command that gives access, if permissions are the cause.
        public var remedy: String?
    }

    /// How long to wait for other processes, in milliseconds; most hold a lock for a few milliseconds.
    private static let patience: Int32 = 10_000
    private static let interval: Int32 = 20

    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// What an error of flock(2) or fcntl(2) means.
    package static func lockless(_ code: Int32) -> String {
        "its file system cannot lock files (\(String(cString: strerror(code))))"
    }

    package static func path(of subject: Subject, in folder: FilePath) -> FilePath {
        folder.appending("\(subject.rawValue).lock")
    }

    /// Waits for a lock and takes it.
    ///
    /// - Parameters:
    ///   - folder: antrain's folder for the file of the lock, which must exist.
    ///   - isShared: whether other processes may share it.
    public static func take(_ subject: Subject, in folder: FilePath, isShared: Bool = false) throws(Failure) -> FileLock
    {
        let path = path(of: subject, in: folder)
        if let lock = try take(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, isShared ? LOCK_SH : LOCK_EX) {
            FolderOwner.own(lock.descriptor, in: folder)
            return lock
        }
        let reason = FileLock.lockless(errno) + "; choose another folder with --data-dir"
        throw Failure(path: path, reason: reason)
    }

    /// - Returns: nil, with the reason in `errno`, if the file system cannot lock the path.
    private static func take(_ path: FilePath, _ flags: Int32, _ kind: Int32) throws(Failure) -> FileLock? {
        let descriptor = open(path.string, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let code = errno
            let remedy = code == EACCES ? AccessRemedy.words(for: path, writes: true) : nil
            throw Failure(path: path, reason: String(cString: strerror(code)), remedy: remedy)
        }
        let lock = FileLock(descriptor)
        for _ in 0..<patience / interval {
            if flock(descriptor, kind | LOCK_NB) == 0 { return lock }
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: poll(nil, 0, interval)
            default: return nil
            }
        }
        throw Failure(
            path: path,
            reason:
                "another antrain process has held this lock for \(patience / 1000) s; wait until that process ends, then try again"
        )
    }

    /// Locks an existing private file that no other process has locked.
    ///
    /// - Returns: nil if another process has locked or removed it, or if it cannot be locked.
    public static func takeNow(_ path: FilePath) -> FileLock? {
        let descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        let lock = FileLock(descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        var (locked, present) = (stat(), stat())
        guard fstat(descriptor, &locked) == 0, stat(path.string, &present) == 0, locked.st_dev == present.st_dev,
            locked.st_ino == present.st_ino
        else { return nil }
        return lock
    }
}
