internal import Glibc
public import SystemPackage

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
