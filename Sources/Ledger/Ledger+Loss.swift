internal import Glibc
public import SystemPackage

extension Ledger {
    /// Whether the files show that there was a ledger with data at a path, although it may be missing or empty now.
    ///
    /// An empty file shows this, because a new ledger gets its name only when it is complete; so do snapshots.
    public static func hadData(at path: FilePath) -> Bool {
        isEmptyFile(at: path) || LedgerSnapshots(ofLedgerAt: path).canRebuild
    }

    /// Whether there is an empty regular file at a path.
    public static func isEmptyFile(at path: FilePath) -> Bool {
        var facts = stat()
        return stat(path.string, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && facts.st_size == 0
    }
}
