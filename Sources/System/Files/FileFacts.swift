internal import Glibc
package import SystemPackage

/// What stat(2) and access(2) report about a path.
package struct FileFacts: Equatable {
    /// The permission bits.
    package var mode: UInt32
    /// The user id of the owner.
    package var owner: UInt32
    package var isFolder: Bool
    /// What it is instead of a regular file, such as `a FIFO`; nil for a regular file.
    package var irregularKind: String?
    /// Whether this user may read it, and for a folder also enter it.
    package var isReadable: Bool
    /// Whether this user may write to it, and the file system is writable.
    package var isWritable: Bool

    /// - Returns: nil if nothing is at the path, or it is below a folder that cannot be entered.
    static func live(_ path: FilePath) -> FileFacts? {
        var facts = stat()
        guard stat(path.string, &facts) == 0 else { return nil }
        let isFolder = facts.st_mode & S_IFMT == S_IFDIR
        return FileFacts(
            mode: facts.st_mode & 0o7777,
            owner: facts.st_uid,
            isFolder: isFolder,
            irregularKind: FileKind.irregular(mode: facts.st_mode),
            isReadable: access(path.string, isFolder ? R_OK | X_OK : R_OK) == 0,
            isWritable: access(path.string, W_OK) == 0
        )
    }

    /// The target of a symbolic link that leads nowhere; nil for everything else.
    package static func missingTarget(_ path: FilePath) -> FilePath? { SymbolicLink.missingTarget(of: path) }
}
