internal import Glibc
public import SystemPackage

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
