internal import CivilTime
internal import Foundation
internal import GRDB
internal import SystemPackage

/// Rebuilds a missing or empty ledger from a snapshot.
enum LedgerRebuild {
    /// Copies the latest usable snapshot to the path of a ledger that is missing or empty; the caller holds the folder's lock.
    ///
    /// The schema of the copy is updated and everything in it is checked before it gets the ledger's name.
    ///
    /// - Parameters:
    ///   - path: the path of the ledger.
    ///   - snapshots: its snapshots.
    ///   - workshop: a folder on the same file system for the copy; the caller removes it.
    ///   - suffix: the suffix of the name under which a file with content is kept.
    /// - Returns: nil if there is no usable snapshot; nothing is changed then.
    static func run(_ path: FilePath, from snapshots: LedgerSnapshots, in workshop: FilePath, suffix: String)
        throws(LedgerError) -> LedgerRepair?
    {
        let copy = workshop.appending("ledger.sqlite")
        for snapshot in snapshots.latestFirst {
            SnapshotRows.remove(copy)
            guard (try? FileManager.default.copyItem(atPath: snapshot.path.string, toPath: copy.string)) != nil,
                chmod(copy.string, 0o600) == 0
            else { continue }
            let tables: [LedgerRepair.Table]
            do {
                _ = try Ledger.prepareCopy(at: copy, programs: [:])
                tables = try counts(copy)
            } catch {
                if case .full = error { throw .full(path: path) }
                continue
            }
            let damaged = try install(copy, at: path, suffix: suffix)
            return LedgerRepair(
                tables: tables,
                problems: [],
                damaged: damaged,
                snapshot: snapshot.path,
                snapshotTime: snapshot.time,
                isRebuilt: true,
                losses: []
            )
        }
        return nil
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

    /// - Returns: the path under which the previous file is kept; nil if there was none, or it was empty.
    private static func install(_ copy: FilePath, at path: FilePath, suffix: String) throws(LedgerError) -> FilePath? {
        func failure() -> LedgerError { .file(path: path, reason: LedgerFile.reason(errno)) }
        let descriptor = Glibc.open(copy.string, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure() }
        // SQLite would add the changes in the log of the lost ledger to the new one.
        Ledger.setLogAside(path: path, suffix: suffix)
        var kept: FilePath?
        if access(path.string, F_OK) == 0, !Ledger.isEmptyFile(at: path) {
            let name = path.suffixed(".\(suffix)")
            guard link(path.string, name.string) == 0 else { throw failure() }
            kept = name
        }
        guard rename(copy.string, path.string) == 0, LedgerFile.synchronize(path.folder) else { throw failure() }
        return kept
    }
}
