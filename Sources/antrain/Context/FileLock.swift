import Glibc
import SystemPackage

/// Prevents other antrain processes from changing the files of a folder between reading them and writing the change.
///
/// The lock is an flock(2) on the folder itself, so that no lock file shows up in folders that people keep under version control.
/// File systems that cannot lock folders (NFS) get a lock file. The kernel releases the lock when the process ends.
final class FileLock {
    /// How long to wait for other processes, in milliseconds; they hold the lock for a few milliseconds.
    private static let patience: Int32 = 10_000
    private static let interval: Int32 = 20

    private let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Locks a file's folder; creates the folder if it does not exist.
    static func take(for path: FilePath) throws(FileProblem) -> FileLock {
        let folder = LiveFiles.folder(of: LiveFiles.target(of: path))
        try LiveFiles.makeFolder(folder)
        if let lock = try take(folder, O_RDONLY | O_DIRECTORY) { return lock }
        let file = folder.appending(".antrain.lock")
        if let lock = try take(file, O_RDWR | O_CREAT) { return lock }
        throw FileProblem(
            path: file,
            reason: "the file system does not support locks; choose another location",
            isMissing: false
        )
    }

    /// Locks an existing folder that no other process has locked.
    ///
    /// - Returns: nil if another process has locked or removed it, or if it cannot be locked.
    static func takeNow(_ folder: FilePath) -> FileLock? {
        let descriptor = open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let lock = FileLock(descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        var (locked, present) = (stat(), stat())
        guard fstat(descriptor, &locked) == 0, stat(folder.string, &present) == 0, locked.st_ino == present.st_ino
        else { return nil }
        return lock
    }

    /// - Returns: nil if the file system cannot lock the path.
    private static func take(_ path: FilePath, _ flags: Int32) throws(FileProblem) -> FileLock? {
        let descriptor = open(path.string, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw LiveFiles.unwritable(path) }
        let lock = FileLock(descriptor)
        var waited: Int32 = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK where waited < patience:
                poll(nil, 0, interval)
                waited += interval
            case EWOULDBLOCK:
                throw FileProblem(
                    path: path,
                    reason: "another process has held its lock for \(patience / 1000) s; try again",
                    isMissing: false
                )
            default: return nil
            }
        }
        return lock
    }
}
