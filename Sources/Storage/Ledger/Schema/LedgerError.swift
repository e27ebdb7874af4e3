internal import Files
public import SystemPackage

/// Why the ledger cannot be used; each case carries the path of the file.
public enum LedgerError: Error, Sendable, Hashable {
    case folder(path: FilePath, reason: String)
    case file(path: FilePath, reason: String)
    /// The disk failed to read or write the file; the file itself may be intact.
    case inputOutput(path: FilePath, reason: String)
    case damaged(path: FilePath, reason: String)
    /// Nothing in the damaged file can be read.
    case irreparable(path: FilePath, reason: String)
    case badValue(path: FilePath, LedgerValueError)
    case absent(path: FilePath)
    /// The ledger existed before and is now missing.
    case missing(path: FilePath, snapshots: Snapshots)
    /// The ledger existed before and the file is now empty.
    case empty(path: FilePath, snapshots: Snapshots)
    /// The path is a symbolic link to a file that does not exist, for example on a disk that is not mounted.
    case danglingLink(path: FilePath, target: FilePath)
    /// The file is a database of another program.
    case foreign(path: FilePath)
    /// The path, or that of the write-ahead log, is not a regular file but, for example, `a FIFO`.
    case irregular(path: FilePath, kind: String)
    /// - Parameter isCertain: whether damage cannot have caused the version number.
    case newer(path: FilePath, version: Int, isCertain: Bool = false)
    /// The file was written by an older antrain and was opened only for reading, so it cannot be migrated.
    case older(path: FilePath, version: Int)
    /// The schema of the file is older than any that `FormerSchema` converts.
    case tooOld(path: FilePath, version: Int)
    /// Another process replaced the ledger after this one opened it.
    case replaced(path: FilePath)
    /// Another process locked the ledger for too long.
    case busy(path: FilePath)
    case full(path: FilePath)

    /// Whether a lost ledger can be rebuilt from its snapshots.
    public enum Snapshots: Sendable, Hashable {
        case noSnapshot
        /// There is a SQLite file; its contents were not checked.
        case usable
        /// All snapshots are unusable: their paths and the reasons.
        case unusable([String])
    }

    /// The last antrain that updates the ledgers of all earlier versions.
    public static let lastUpdater = "an antrain built from commit 89bea3a3 (git checkout 89bea3a3)"

    /// The end of a message about a lost ledger.
    private static func remedy(_ snapshots: Snapshots) -> String {
        let others = "restore it from a backup, or start a new one: antrain repair new"
        return switch snapshots {
        case .noSnapshot: "; nothing was changed; \(others)"
        case .usable: "; nothing was changed; rebuild it from the latest usable snapshot: antrain repair; or \(others)"
        case .unusable(let problems):
            ", and no snapshot can be used (\(problems.joined(separator: ", ")))" + "; nothing was changed; \(others)"
        }
    }

    /// Whether the ledger may be intact and only could not be written at that moment.
    public var isFailureToWrite: Bool {
        switch self {
        case .full, .busy, .replaced, .file, .folder, .inputOutput: true
        default: false
        }
    }
}

extension LedgerError: CustomStringConvertible {
    /// SQLite names only the ledger, although its folder or a file next to it may be the cause.
    private static func remedy(_ path: FilePath) -> String {
        AccessRemedy.words(for: path, path.suffixed("-wal"), path.suffixed("-shm"), writes: true)
            ?? "make it readable and writable"
    }

    public var description: String {
        switch self {
        case .folder(let path, let reason):
            "cannot use folder \(path): \(reason); make it writable, or choose another with --data-dir"
        case .file(let path, let reason):
            "cannot use ledger \(path): \(reason); \(Self.remedy(path)), or choose another folder with --data-dir"
        case .inputOutput(let path, let reason):
            "ledger \(path) could not be read or written (\(reason)); it does not need a repair; try again, and if it fails again, check the disk: dmesg"
        case .damaged(let path, let reason):
            "ledger \(path) is damaged (\(reason)); nothing was changed; to repair it, run: antrain repair (it keeps the damaged file)"
        case .irreparable(let path, let reason):
            "ledger \(path) cannot be read (\(reason)); nothing was changed; to rename the file and start a new ledger, run: antrain repair new"
        case .badValue(let path, let problem):
            "ledger \(path) is damaged: \(problem); nothing was changed; to repair it, run: antrain repair (it keeps the damaged file)"
        case .absent(let path):
            "there is no ledger \(path) yet; the first command that records something creates it, for example: antrain program activate NAME"
        case .missing(let path, let snapshots):
            "ledger \(path) is missing, but it existed before\(LedgerError.remedy(snapshots))"
        case .empty(let path, let snapshots):
            "ledger \(path) is empty, but it had data before\(LedgerError.remedy(snapshots))"
        case .danglingLink(let path, let target):
            "ledger \(path) is a symbolic link to \(target), which does not exist; nothing was changed; mount the disk of that file or restore the file; if you no longer need it, remove the link: rm \(path)"
        case .foreign(let path):
            "\(path) is another program's database, not an antrain ledger; nothing was changed; choose another folder with --data-dir"
        case .irregular(let path, let kind):
            "ledger \(path) is \(kind), not a regular file; move it away, or choose another folder with --data-dir"
        case .newer(let path, let version, let isCertain):
            "ledger \(path) was written by a newer antrain (version \(version)); update antrain\(isCertain ? "" : "; if you never used a newer one, the file is damaged: antrain repair")"
        case .older(let path, let version):
            "ledger \(path) was written by an older antrain (version \(version)); the next run updates it: antrain schedule-next"
        case .tooOld(let path, let version):
            "ledger \(path) has schema \(version), which is too old for this antrain; nothing was changed; to update it, run 'antrain schedule-next' once with \(LedgerError.lastUpdater), then run this command again"
        case .replaced(let path):
            "ledger \(path) was replaced while this command ran, for example by 'antrain repair', so this change was not made; run the command again"
        case .busy(let path):
            "ledger \(path) has been locked by another process for too long; try again, and check for a hanging antrain process"
        case .full(let path): "the disk is full; ledger \(path) was not changed; free some space and try again"
        }
    }
}
