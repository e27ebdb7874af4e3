import Glibc
import Ledger
import SystemPackage

extension LiveFiles {
    /// Replaces a file; the new file gets the old one's mode and, if permitted, its owner.
    ///
    /// Call it while holding the file's `FileLock`: it removes temporary files of processes that were killed.
    static func replace(_ path: FilePath, _ bytes: [UInt8]) throws(FileProblem) {
        let target = target(of: path)
        let folder = folder(of: target)
        try makeFolder(folder)
        removeLeftovers(folder)
        var facts = stat()
        let isThere = stat(target.string, &facts) == 0
        let temporary = temporary(in: folder)
        let descriptor = open(temporary.string, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(target) }
        if isThere, facts.st_uid != geteuid() || facts.st_gid != getegid() {
            _ = fchown(descriptor, facts.st_uid, facts.st_gid)
        }
        fchmod(descriptor, isThere ? facts.st_mode & 0o777 : 0o600)
        let isWritten = writeAll(descriptor, bytes) && fsync(descriptor) == 0
        let failure = isWritten ? nil : unwritable(target)
        close(descriptor)
        guard isWritten, rename(temporary.string, target.string) == 0 else {
            let reason = failure ?? unwritable(target)
            unlink(temporary.string)
            throw reason
        }
        try synchronize(folder)
    }

    /// Resolves symbolic links, so that the file behind a link is replaced, not the link; that file need not exist yet.
    static func target(of path: FilePath) -> FilePath { SymbolicLink.target(of: path) }

    static func folder(of path: FilePath) -> FilePath {
        let folder = path.removingLastComponent()
        return folder.isEmpty ? "/" : folder
    }

    static func temporary(in folder: FilePath) -> FilePath { folder.appending(".antrain-\(getpid()).tmp") }

    /// Removes temporary files of processes that were killed; the caller holds the folder's lock, so none is in use.
    static func removeLeftovers(_ folder: FilePath) {
        for name in list(folder) where writer(ofTemporary: name) != nil {
            unlink(folder.appending(name).string)
        }
    }

    /// The id of the process that created a temporary file; nil for any other file name.
    static func writer(ofTemporary name: String) -> Int32? {
        guard name.hasPrefix(".antrain-"), name.hasSuffix(".tmp") else { return nil }
        return Int32(name.dropFirst(".antrain-".count).dropLast(".tmp".count)).flatMap { $0 > 0 ? $0 : nil }
    }
}
