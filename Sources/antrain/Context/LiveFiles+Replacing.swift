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
        let temporary = temporary(in: folder)
        try prepare(temporary, bytes, for: target)
        guard rename(temporary.string, target.string) == 0 else {
            let reason = unwritable(target)
            unlink(temporary.string)
            throw reason
        }
        try synchronize(folder)
    }

    /// Writes a new file, which is to replace another one, completely to the disk.
    ///
    /// - Parameters:
    ///   - file: the path of the new file, in the folder of the other one.
    ///   - target: the other file, whose mode and, if permitted, owner it gets; there may be none.
    ///   - mode: its permission bits if there is no other file.
    static func prepare(_ file: FilePath, _ bytes: [UInt8], for target: FilePath, mode: UInt32 = 0o600)
        throws(FileProblem)
    {
        var facts = stat()
        let isThere = stat(target.string, &facts) == 0
        let descriptor = open(file.string, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(target) }
        if isThere, facts.st_uid != geteuid() || facts.st_gid != getegid() {
            _ = fchown(descriptor, facts.st_uid, facts.st_gid)
        }
        fchmod(descriptor, isThere ? facts.st_mode & 0o777 : mode)
        let isWritten = writeAll(descriptor, bytes) && fsync(descriptor) == 0
        let failure = isWritten ? nil : unwritable(target)
        close(descriptor)
        guard let failure else { return }
        unlink(file.string)
        throw failure
    }

    /// Why no file can be created or replaced at a path, whatever the space on its disk; nil if nothing prevents it.
    static func obstacle(_ path: FilePath) -> FileProblem? {
        var facts = stat()
        if stat(path.string, &facts) == 0, let kind = FileKind.irregular(mode: facts.st_mode) {
            return FileProblem(path: path, reason: "it is \(kind), not a regular file", isMissing: false)
        }
        // A loop of symbolic links, or a folder that cannot be entered.
        if stat(path.string, &facts) != 0, errno != ENOENT, errno != ENOTDIR { return unwritable(path) }
        var folder = folder(of: target(of: path))
        while lstat(folder.string, &facts) != 0, folder != "/" { folder = self.folder(of: folder) }
        guard stat(folder.string, &facts) == 0 else { return unwritable(folder) }
        guard facts.st_mode & S_IFMT == S_IFDIR else {
            return FileProblem(path: folder, reason: "it is a file, not a folder", isMissing: false)
        }
        return access(folder.string, W_OK | X_OK) == 0 ? nil : unwritable(folder)
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
