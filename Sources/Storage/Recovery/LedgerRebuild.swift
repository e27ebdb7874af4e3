internal import Files
internal import Foundation
internal import GRDB
internal import Ledger
internal import SystemPackage

/// Rebuilds a missing or empty ledger from a snapshot.
enum LedgerRebuild {
    /// Copies the latest usable snapshot to the path of a ledger that is missing or empty; the caller holds the folder's lock.
    ///
    /// The schema of the copy is updated and everything in it is checked before it gets the ledger's name.
    ///
    /// - Parameters:
    ///   - loss: why it cannot be opened.
    ///   - workshop: a folder on the same file system for the copy; the caller removes it.
    ///   - suffix: the suffix of the name under which a file with content is kept.
    /// - Throws: `loss` with the reasons if there is no usable snapshot; nothing is changed then.
    static func run(
        _ path: FilePath,
        _ loss: LedgerError,
        from snapshots: LedgerSnapshots,
        in workshop: FilePath,
        suffix: String
    ) throws(LedgerError) -> LedgerRepair {
        var skipped: [LedgerRepair.Skipped] = []
        let copy = workshop.appending("ledger.sqlite")
        for snapshot in snapshots.latestFirst {
            let tables: [LedgerRepair.Table]
            do throws(LedgerError) {
                try SnapshotRows.copy(snapshot.path, to: copy)
                _ = try Ledger.prepareCopy(at: copy, programs: [:])
                tables = try counts(copy)
            } catch {
                if case .full = error { throw .full(path: path) }
                skipped.append(LedgerRepair.Skipped(path: snapshot.path, reason: LedgerSnapshots.reason(error)))
                continue
            }
            let (damaged, log) = try install(copy, at: path, suffix: suffix)
            return LedgerRepair(
                tables: tables,
                damaged: damaged,
                log: log,
                skipped: skipped,
                snapshot: snapshot.path,
                snapshotTime: snapshot.time,
                isRebuilt: true
            )
        }
        throw loss.unusable(skipped)
    }

    private static func counts(_ copy: FilePath) throws(LedgerError) -> [LedgerRepair.Table] {
        try LedgerFile.worded(copy) {
            let queue = try LedgerFile.immutable(copy)
            defer { try? queue.close() }
            return try queue.read { database in
                try LedgerTable.allCases.map { table in
                    var counted = LedgerRepair.Table(name: table.rawValue, kept: 0, lost: 0, isIncomplete: true)
                    counted.restored = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table.rawValue)") ?? 0
                    return counted
                }
            }
        }
    }

    /// - Returns: the paths under which the previous file and its log are kept; nil if there was none, or it was empty.
    private static func install(_ copy: FilePath, at path: FilePath, suffix: String) throws(LedgerError)
        -> (file: FilePath?, log: FilePath?)
    {
        func failure() -> LedgerError { .file(path: path, reason: LedgerFile.reason(errno)) }
        let descriptor = Glibc.open(copy.string, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure() }
        FolderOwner.own(descriptor, in: path.folder)
        // SQLite would add the changes in the log of the lost ledger to the new one.
        let log = Ledger.setLogAside(path: path, suffix: suffix)
        let hasContent = access(path.string, F_OK) == 0 && !Ledger.isEmptyFile(at: path)
        let kept = hasContent ? path.suffixed(".\(suffix)") : nil
        let isReplaced =
            if let kept { path.replace(by: copy, keepingAs: kept) } else { rename(copy.string, path.string) == 0 }
        guard isReplaced, LedgerFile.synchronize(path.folder) else { throw failure() }
        return (kept, log)
    }
}

extension LedgerError {
    /// The same error for a ledger that cannot be rebuilt from a snapshot.
    fileprivate func unusable(_ skipped: [LedgerRepair.Skipped]) -> LedgerError {
        let use: LedgerError.Snapshots =
            skipped.isEmpty
            ? .noSnapshot : .unusable(skipped.prefix(LedgerSnapshots.mostProblems).map { "\($0.path): \($0.reason)" })
        return switch self {
        case .missing(let path, _): .missing(path: path, snapshots: use)
        case .empty(let path, _): .empty(path: path, snapshots: use)
        default: self
        }
    }
}
