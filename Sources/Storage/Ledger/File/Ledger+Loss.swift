internal import Files
internal import Glibc
public import SystemPackage

extension Ledger {
    /// Whether the files show that there was a ledger with data at a path, although it may be missing or empty now.
    ///
    /// An empty file shows this, because a new ledger gets its name only when it is complete; so do snapshots, and a write-ahead log
    /// with content.
    public static func hadData(at path: FilePath) -> Bool {
        isEmptyFile(at: path) || hasLog(at: path) || LedgerSnapshots(ofLedgerAt: path).canRebuild
    }

    /// Whether there is a write-ahead log with content; SQLite creates it next to the file behind a link.
    static func hasLog(at path: FilePath) -> Bool {
        var facts = stat()
        return stat(SymbolicLink.file(at: path).suffixed("-wal").string, &facts) == 0 && facts.st_size > 0
    }

    /// Whether there is a regular file at a path that SQLite takes for an empty database.
    public static func isEmptyFile(at path: FilePath) -> Bool {
        var facts = stat()
        return stat(path.string, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
            && facts.st_size <= LedgerFile.emptySize
    }

    /// Renames the write-ahead log of a lost or damaged ledger, so that it is neither deleted nor used for a new one.
    ///
    /// - Returns: the new path of the log; nil if there was none, or it was empty.
    @discardableResult
    public static func setLogAside(path: FilePath, suffix: String) -> FilePath? {
        let hadLog = hasLog(at: path)
        for end in LedgerFile.companions where access(path.suffixed(end).string, F_OK) == 0 {
            rename(path.suffixed(end).string, path.suffixed(".\(suffix)\(end)").string)
        }
        return hadLog ? path.suffixed(".\(suffix)-wal") : nil
    }
}
