import Files
import Glibc
package import SystemPackage

/// The lock that allows each ledger one daemon; the kernel releases it when the process ends, even after a crash.
package final class DaemonLock {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Takes the lock of the daemon, which a restore holds, too.
    package static func take(_ paths: Paths) throws(CommandError) -> DaemonLock {
        do throws(CommandError) { return try take(paths.lock) } catch {
            if case .daemonRuns = error, RestoreJournal.isRunning(paths) { throw .restoreRuns }
            throw error
        }
    }

    static func take(_ path: FilePath) throws(CommandError) -> DaemonLock {
        FileAccess.live.makeFolder(path.removingLastComponent())
        let descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(path) }
        FolderOwner.own(descriptor, in: LiveFiles.folder(of: path))
        var patience = 50
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let isTaken = errno == EWOULDBLOCK
            // A process that only asks whether a daemon runs holds the lock for a moment.
            if isTaken, patience > 0, holder(descriptor) == nil {
                patience -= 1
                poll(nil, 0, 10)
                continue
            }
            let reason = problem(path)
            let owner = holder(descriptor)
            close(descriptor)
            throw isTaken ? .daemonRuns(process: owner, lock: path.string) : reason
        }
        return DaemonLock(descriptor)
    }

    /// The id of the process that holds the lock; nil if none does.
    package static func holder(_ path: FilePath) -> Int? {
        let descriptor = open(path.string, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Closing the descriptor releases the lock.
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
        return holder(descriptor)
    }

    /// Asks the kernel: a process id stored in the file could have been reused by now.
    private static func holder(_ descriptor: Int32) -> Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, case .success(let bytes) = FileAccess.live.read("/proc/locks") else {
            return nil
        }
        return holder(of: status.st_ino, on: status.st_dev, in: String(decoding: bytes, as: UTF8.self))
    }

    /// The process that holds a file's lock according to /proc/locks (proc_locks(5)).
    ///
    /// On some file systems (btrfs, overlayfs), stat(2) reports another device than the kernel's list; then the inode decides.
    static func holder(of inode: UInt, on device: UInt, in list: String) -> Int? {
        let (major, minor) = (device >> 8 & 0xFFF | device >> 32 & ~0xFFF, device & 0xFF | device >> 12 & ~0xFF)
        var others: [Int] = []
        for line in list.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 5, words[1] == "FLOCK", words[3] == "WRITE", let process = Int(words[4]), process > 0
            else { continue }
            let parts = words[5].split(separator: ":")
            guard parts.count == 3, UInt(parts[2]) == inode else { continue }
            if UInt(parts[0], radix: 16) == major, UInt(parts[1], radix: 16) == minor { return process }
            others.append(process)
        }
        return others.first
    }

    private static func problem(_ path: FilePath) -> CommandError {
        .file(FileProblem(path: path, reason: String(cString: strerror(errno)), isMissing: false))
    }
}
