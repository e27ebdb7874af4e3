package import Glibc
package import SystemPackage

extension LiveFiles {
    /// Writes a user's file: completely, or not at all.
    ///
    /// The contents go to a temporary file in the same folder, and to the disk before that file gets its name; so even after a
    /// crash, the path has either the old or the new contents. No other code writes a user's file (`FileWritingTests`).
    ///
    /// - Parameters:
    ///   - path: the file; a symbolic link stays, and the file behind it is written.
    ///   - isNew: whether it is an error if there is already something at the path, even a symbolic link.
    ///   - replaced: the file that the new one replaces later, whose permission bits and owner it gets; the path itself by default.
    ///   - mode: the permission bits of a new file, from which the umask removes some.
    ///   - keepsMode: whether a replaced file keeps its permission bits; it keeps its owner if that is permitted.
    ///   - isOurs: whether a new file is one of antrain's, which belongs to the owner of the folder even if root creates it.
    ///   - fill: writes the contents into the temporary file, of which it gets the path and a descriptor.
    /// - Throws: also if the path is not a regular file, or a file that its owner made read-only.
    package static func write(
        _ path: FilePath,
        isNew: Bool = false,
        for replaced: FilePath? = nil,
        mode: mode_t = 0o600,
        keepsMode: Bool = true,
        isOurs: Bool = false,
        _ fill: (FilePath, Int32) throws(FileProblem) -> Void
    ) throws(FileProblem) {
        if !isNew { try checkLink(path) }
        let target = isNew ? path : target(of: path)
        let folder = folder(of: target)
        if isNew { try checkAbsent(target) }
        let former = try replaceable(replaced ?? target)
        try makeFolder(folder, mode: mode & 0o077 == 0 ? 0o700 : 0o777)
        removeLeftovers(folder)
        let temporary = temporary(for: target)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = open(temporary.string, flags, former == nil ? mode : 0o600)
        guard descriptor >= 0 else { throw unwritable(replaced ?? target) }
        defer { close(descriptor) }
        // Until it has its name, no other process takes it for a leftover.
        flock(descriptor, LOCK_EX | LOCK_NB)
        do throws(FileProblem) {
            if let former {
                if former.st_uid != geteuid() || former.st_gid != getegid() {
                    _ = fchown(descriptor, former.st_uid, former.st_gid)
                }
                fchmod(descriptor, keepsMode ? former.st_mode & 0o777 : mode)
            } else if isOurs {
                FolderOwner.own(descriptor, in: folder)
            }
            try fill(temporary, descriptor)
            guard fsync(descriptor) == 0, name(temporary, target, isNew) else { throw unwritable(replaced ?? target) }
        } catch {
            unlink(temporary.string)
            throw error
        }
        try synchronize(folder)
    }

    package static func replace(_ path: FilePath, _ bytes: [UInt8], keepsMode: Bool = true) throws(FileProblem) {
        try write(path, keepsMode: keepsMode, isOurs: true) { (_, descriptor) throws(FileProblem) in
            guard writeAll(descriptor, bytes) else { throw unwritable(path) }
        }
    }

    static func create(_ path: FilePath, _ bytes: [UInt8], mode: mode_t) throws(FileProblem) {
        try write(path, isNew: true, mode: mode) { (_, descriptor) throws(FileProblem) in
            guard writeAll(descriptor, bytes) else { throw unwritable(path) }
        }
    }

    /// Gives a complete temporary file its name.
    private static func name(_ temporary: FilePath, _ target: FilePath, _ isNew: Bool) -> Bool {
        guard isNew else { return rename(temporary.string, target.string) == 0 }
        // Unlike a rename, a link does not replace a file that another process has just created. Not every file system has links.
        if link(temporary.string, target.string) == 0 { return unlink(temporary.string) == 0 }
        return errno != EEXIST && rename(temporary.string, target.string) == 0
    }

    /// Rejects a file behind a link to a disk that is not mounted: its folder would be created in the mount point.
    private static func checkLink(_ path: FilePath) throws(FileProblem) {
        var (facts, place) = (stat(), path)
        while lstat(place.string, &facts) != 0, place != "/" { place = folder(of: place) }
        guard let target = SymbolicLink.missingTarget(of: place),
            place != path || access(folder(of: target).string, F_OK) != 0
        else { return }
        let reason = "it is a link to \(target), whose folder does not exist; mount its disk, or remove the link"
        throw FileProblem(path: place, reason: reason, isMissing: false)
    }

    private static func checkAbsent(_ path: FilePath) throws(FileProblem) {
        var facts = stat()
        guard lstat(path.string, &facts) == 0 else { return }
        throw FileProblem(path: path, reason: "it already exists; choose another name, or remove it", isMissing: false)
    }

    /// The file that is replaced; nil if there is none.
    private static func replaceable(_ path: FilePath) throws(FileProblem) -> stat? {
        var facts = stat()
        guard stat(path.string, &facts) == 0 else {
            // A loop of symbolic links, a folder that cannot be entered, or a failing disk, which may hide a file.
            guard errno == ENOENT || errno == ENOTDIR else { throw unwritable(path) }
            return nil
        }
        if let kind = FileKind.irregular(mode: facts.st_mode) {
            throw FileProblem(path: path, reason: "it is \(kind), not a regular file", isMissing: false)
        }
        guard access(path.string, W_OK) == 0 else { throw unwritable(path) }
        // The superuser may write to any file, but not against its owner's wish.
        guard facts.st_mode & S_IWUSR != 0 else {
            let reason = "it is read-only; make it writable, or choose another name"
            throw FileProblem(path: path, reason: reason, isMissing: false)
        }
        return facts
    }

    /// Why no file can be created or replaced at a path, whatever the space on its disk; nil if nothing prevents it.
    package static func obstacle(_ path: FilePath) -> FileProblem? {
        do throws(FileProblem) {
            try checkLink(path)
            _ = try replaceable(path)
        } catch { return error }
        var facts = stat()
        var folder = folder(of: target(of: path))
        while lstat(folder.string, &facts) != 0, folder != "/" { folder = self.folder(of: folder) }
        guard stat(folder.string, &facts) == 0 else { return unwritable(folder) }
        guard facts.st_mode & S_IFMT == S_IFDIR else {
            return FileProblem(path: folder, reason: "it is a file, not a folder", isMissing: false)
        }
        return access(folder.string, W_OK | X_OK) == 0 ? nil : unwritable(folder)
    }

    // MARK: Names and locks

    /// Waits for a lock; see `FileLock`.
    package static func lock(_ subject: FileLock.Subject, in folder: FilePath) throws(FileProblem) -> FileLock {
        do { return try FileLock.take(subject, in: folder) } catch { throw FileProblem(error) }
    }

    /// Resolves symbolic links, so that the file behind a link is replaced, not the link; that file need not exist yet.
    package static func target(of path: FilePath) -> FilePath { SymbolicLink.target(of: path) }

    package static func folder(of path: FilePath) -> FilePath {
        let folder = path.removingLastComponent()
        return folder.isEmpty ? "/" : folder
    }

    /// The temporary file of this process for a file, in the same folder; `writer(ofTemporary:)` recognizes it.
    private static func temporary(for target: FilePath) -> FilePath {
        // The name of the file may already be as long as the file system permits.
        let name = String((target.lastComponent?.string ?? "").unicodeScalars.prefix(40))
        return folder(of: target).appending(".antrain-\(getpid())-\(name).tmp")
    }

    /// Removes temporary files of processes that were killed.
    package static func removeLeftovers(_ folder: FilePath) {
        for name in list(folder) {
            guard let writer = writer(ofTemporary: name), writer == getpid() || kill(writer, 0) != 0 && errno == ESRCH,
                let lock = FileLock.takeNow(folder.appending(name))
            else { continue }
            unlink(folder.appending(name).string)
            withExtendedLifetime(lock) {}
        }
    }

    /// The id of the process that created a temporary file; nil for any other file name.
    package static func writer(ofTemporary name: String) -> Int32? {
        guard name.hasPrefix(".antrain-"), name.hasSuffix(".tmp") else { return nil }
        let id = name.dropFirst(".antrain-".count).dropLast(".tmp".count).prefix { $0 != "-" }
        return Int32(id).flatMap { $0 > 0 ? $0 : nil }
    }

    /// The copy of a file that a process lets the user edit, in the same folder; `process(ofEditedCopy:)` recognizes it.
    ///
    /// Its name has the file's extension, from which editors choose the syntax highlighting.
    package static func editedCopy(of path: FilePath, process: Int32) -> FilePath {
        folder(of: path).appending(".edit-\(process)-\(path.lastComponent?.string ?? path.string)")
    }

    /// The id of the process that made a copy to edit; nil for any other file name.
    package static func process(ofEditedCopy name: String) -> Int32? {
        guard name.hasPrefix(".edit-") else { return nil }
        return name.dropFirst(".edit-".count).split(separator: "-").first.flatMap { Int32($0) }
    }
}

extension FileProblem {
    init(_ failure: FileLock.Failure) {
        self.init(path: failure.path, reason: failure.reason, isMissing: false)
        remedy = failure.remedy
    }
}
