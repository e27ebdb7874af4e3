internal import Glibc
public import SystemPackage

extension FilePath {
    /// Gives a file a second name, under which it is kept when another file replaces it.
    ///
    /// On a file system without hard links, the file is renamed instead, so that until then the path has no file.
    ///
    /// - Returns: false, with the reason in `errno`, if it has no second name; for example, if that name is taken.
    public func keep(as name: FilePath) -> Bool {
        if link(string, name.string) == 0 { return true }
        guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno) else { return false }
        guard access(name.string, F_OK) != 0 else {
            errno = EEXIST
            return false
        }
        return rename(string, name.string) == 0
    }

    /// Replaces a file and keeps it under another name.
    ///
    /// - Returns: false, with the reason in `errno`, if the file was not replaced; it then has only its own name.
    package func replace(by new: FilePath, keepingAs name: FilePath) -> Bool {
        guard keep(as: name) else { return false }
        guard rename(new.string, string) != 0 else { return true }
        let reason = errno
        if access(string, F_OK) == 0 { unlink(name.string) } else { rename(name.string, string) }
        errno = reason
        return false
    }

    /// The path of a file next to this one whose name has a suffix, such as `-wal` for SQLite's write-ahead log.
    public func suffixed(_ suffix: String) -> FilePath { FilePath(string + suffix) }

    /// The folder that contains the file, which is `.` for a bare file name.
    package var folder: FilePath {
        let folder = removingLastComponent()
        return folder.isEmpty ? "." : folder
    }
}
