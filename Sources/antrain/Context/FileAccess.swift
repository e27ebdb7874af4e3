import Glibc

/// Why a file could not be used.
struct FileProblem: Error, Hashable {
    let path: String
    let reason: String
    let isMissing: Bool
}

/// The files that a command reads and replaces.
struct FileAccess {
    /// The whole of a file.
    var read: (String) -> Result<[UInt8], FileProblem>
    /// The whole of a file that should have at least so many bytes.
    ///
    /// One that is shorter and was written just now is read again until
    /// it no longer changes: an editor may have truncated it and not yet written it.
    var readAtRest: (String, Int) -> Result<[UInt8], FileProblem>
    /// Locks the folder of a file that is read, changed and replaced, until the lock is released.
    var lock: (String) throws(FileProblem) -> FileLock
    /// Replaces a file so that it is the old or the new one at every moment, whatever happens.
    var replace: (String, [UInt8]) throws(FileProblem) -> Void
    /// Makes a file that anyone may read, with the folders on the way to it; fails where there is one.
    var create: (String, [UInt8]) throws(FileProblem) -> Void
    /// The names in a folder; none where it cannot be read.
    var list: (String) -> [String]
    /// Whether there is a file.
    var exists: (String) -> Bool
    /// What tells a file from any that takes its place; nil where there is none.
    var stamp: (String) -> String?
    /// The permission bits of a file; nil where there is none.
    var mode: (String) -> UInt32?
    /// Why a library must not be loaded, as someone else could change it; nil where all is well.
    var danger: (String) -> String?
    /// Copies a library, whole or not at all.
    var copy: (String, String) throws(FileProblem) -> Void
    /// Removes a file.
    var remove: (String) throws(FileProblem) -> Void
    /// Makes a folder and those above it, for the owner alone; one that is there stays as it is.
    var makeFolder: (String) -> Void
    /// Adds a line to a file; a file that is not there is made, readable by its owner alone.
    var append: (String, String) throws(FileProblem) -> Void

    static var live: FileAccess {
        FileAccess(
            read: LiveFiles.read,
            readAtRest: LiveFiles.readAtRest,
            lock: FileLock.take,
            replace: LiveFiles.replace,
            create: LiveFiles.create,
            list: LiveFiles.list,
            exists: { access($0, F_OK) == 0 },
            stamp: LiveFiles.stamp,
            mode: LiveFiles.mode,
            danger: LiveFiles.danger,
            copy: LiveFiles.copy,
            remove: LiveFiles.remove,
            makeFolder: { _ = try? LiveFiles.makeFolder($0) },
            append: LiveFiles.append
        )
    }
}
