public import SystemPackage

extension FilePath {
    /// The path of a file next to this one whose name has a suffix, such as `-wal` for SQLite's write-ahead log.
    public func suffixed(_ suffix: String) -> FilePath {
        FilePath(string + suffix)
    }

    /// The folder that contains the file, which is `.` for a bare file name.
    var folder: FilePath {
        let folder = removingLastComponent()
        return folder.isEmpty ? "." : folder
    }
}
