import Glibc
import SystemPackage

/// The lock that allows each user one daemon; the kernel releases it when the process ends, even after a crash.
final class DaemonLock {
    private let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    static func take(_ path: FilePath) throws(CommandError) -> DaemonLock {
        FileAccess.live.makeFolder(path.removingLastComponent())
        let descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(path) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let isTaken = errno == EWOULDBLOCK
            let reason = problem(path)
            let owner = holder(descriptor)
            close(descriptor)
            throw isTaken ? .daemonRuns(process: owner, lock: path.string) : reason
        }
        return DaemonLock(descriptor)
    }

    /// The id of the process that holds the lock; nil if none does.
    static func holder(_ path: FilePath) -> Int? {
        let descriptor = open(path.string, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return holder(descriptor)
    }

    /// Asks the kernel: a process id stored in the file could have been reused by now.
    private static func holder(_ descriptor: Int32) -> Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, case .success(let bytes) = FileAccess.live.read("/proc/locks") else {
            return nil
        }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 5, words[1] == "FLOCK", words[5].hasSuffix(":\(status.st_ino)"),
                let process = Int(words[4]), process > 0
            else { continue }
            return process
        }
        return nil
    }

    private static func problem(_ path: FilePath) -> CommandError {
        .file(FileProblem(path: path, reason: String(cString: strerror(errno)), isMissing: false))
    }
}
