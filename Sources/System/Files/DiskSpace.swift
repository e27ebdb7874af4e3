internal import Glibc
public import SystemPackage

/// The space on the disk of a file.
public enum DiskSpace {
    /// The least space in bytes that SQLite needs for its files next to a ledger.
    private static let least = 1 << 15

    /// The bytes that this user may still write to the file system of a path; nil if unknown.
    public static func free(at path: FilePath) -> Int64? {
        var facts = statvfs()
        guard statvfs(path.string, &facts) == 0 else { return nil }
        let (bytes, isTooLarge) = UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
        return isTooLarge ? .max : Int64(clamping: bytes)
    }

    /// Whether a failure to write is due to a full disk: SQLite reports some of these as errors of the disk or as missing permissions.
    public static func isExhausted(at path: FilePath) -> Bool {
        free(at: path.folder).map { $0 < least } ?? false
    }
}
