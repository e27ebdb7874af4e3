internal import Glibc
public import SystemPackage

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

/// The kinds of files that are not regular: reading one may block forever or never end.
public enum FileKind {
    /// What a path is instead of a regular file, such as `a FIFO`; nil for a regular file, and if there is nothing to be found.
    public static func irregular(_ path: FilePath) -> String? {
        var facts = stat()
        return stat(path.string, &facts) == 0 ? irregular(mode: facts.st_mode) : nil
    }

    /// What a file is instead of a regular one; nil for a regular file.
    ///
    /// - Parameter mode: `st_mode` of stat(2).
    public static func irregular(mode: UInt32) -> String? {
        switch mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "a folder"
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        case S_IFCHR, S_IFBLK: "a device"
        default: "a special file"
        }
    }
}

/// Gives files that root creates in a folder of antrain to the folder's owner: a command that ran once with sudo must not lock out the
/// user.
public enum FolderOwner {
    public static func own(_ descriptor: Int32, in folder: FilePath) {
        guard let owner = owner(of: folder) else { return }
        _ = fchown(descriptor, owner.user, owner.group)
    }

    /// - Parameter folder: the folder that contains it, or will contain it.
    public static func own(_ path: FilePath, in folder: FilePath) {
        guard let owner = owner(of: folder) else { return }
        _ = lchown(path.string, owner.user, owner.group)
    }

    /// The owner if files need to be given to them.
    private static func owner(of folder: FilePath) -> (user: uid_t, group: gid_t)? {
        var facts = stat()
        guard geteuid() == 0, stat(folder.string, &facts) == 0, facts.st_uid != 0 else { return nil }
        return (facts.st_uid, facts.st_gid)
    }
}
