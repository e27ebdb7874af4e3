internal import Foundation
internal import GRDB
internal import SystemPackage

/// Recovers from a snapshot the rows that a damaged ledger lost.
///
/// It takes only rows that remain valid: what the user did, and what was sent. Notifications that were pending are planned again,
/// and permissions are asked for again, because they may have been withdrawn since.
enum SnapshotRows {
    /// The columns that are equal in a ledger and its snapshot, by table.
    private static let constant: [(table: LedgerTable, columns: [String])] = [
        (.activation, ["program_id", "activated_at"]), (.journal, ["at", "kind", "subject"]), (.notification, ["id"]),
        (.reminder, ["created_at"]), (.log, ["at"]),
    ]

    /// Copies the latest usable snapshot into a folder and updates its schema.
    ///
    /// - Parameter skipped: the unusable snapshots are added to it.
    /// - Returns: the snapshot and the copy; nil if there is none.
    static func prepare(
        _ snapshots: LedgerSnapshots,
        in folder: FilePath,
        _ skipped: inout [LedgerRepair.Skipped]
    ) -> (snapshot: FilePath, copy: FilePath)? {
        let copy = folder.appending("snapshot.sqlite")
        for snapshot in snapshots.latestFirst.map(\.path) {
            do throws(LedgerError) {
                try SnapshotRows.copy(snapshot, to: copy)
                let ledger = try Ledger(path: copy, isKnown: true, keepsOld: false)
                try ledger.check()
                try LedgerFile.worded(copy) { try ledger.queue.close() }
                return (snapshot, copy)
            } catch {
                skipped.append(LedgerRepair.Skipped(path: snapshot, reason: LedgerSnapshots.reason(error)))
            }
        }
        remove(copy)
        return nil
    }

    /// Copies a snapshot to a path at which there may be another copy.
    static func copy(_ snapshot: FilePath, to copy: FilePath) throws(LedgerError) {
        remove(copy)
        if let kind = FileKind.irregular(snapshot) { throw .irregular(path: snapshot, kind: kind) }
        do { try FileManager.default.copyItem(atPath: snapshot.string, toPath: copy.string) } catch {
            let code = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code
            if code == Int(ENOSPC) || code == Int(EDQUOT) { throw .full(path: copy) }
            throw .file(path: snapshot, reason: error.localizedDescription)
        }
        guard chmod(copy.string, 0o600) == 0 else { throw .file(path: copy, reason: LedgerFile.reason(errno)) }
    }

    /// Removes a prepared copy.
    static func remove(_ copy: FilePath) {
        for end in [""] + LedgerFile.companions { unlink(copy.suffixed(end).string) }
    }

    /// Adds the rows whose keys are missing to the tables that lost rows; nothing if the copy is that of another ledger.
    ///
    /// - Parameters:
    ///   - target: the repaired ledger; the copy is attached to it as `snapshot`.
    ///   - tables: the tables, to which the numbers of added rows are written.
    static func add(to target: Database, _ tables: inout [LedgerRepair.Table]) throws {
        guard try !isOfAnotherLedger(target) else { return }
        for index in tables.indices where tables[index].lost > 0 || tables[index].isIncomplete {
            guard let table = LedgerTable(rawValue: tables[index].name), let condition = condition(table) else {
                continue
            }
            let columns = try target.columns(in: table.rawValue).map(\.name).joined(separator: ", ")
            try target.execute(
                sql:
                    "INSERT OR IGNORE INTO main.\(table.rawValue) (\(columns)) SELECT \(columns) FROM snapshot.\(table.rawValue) s WHERE \(condition)"
            )
            tables[index].restored = target.changesCount
        }
    }

    /// Whether a row of the attached `snapshot` contradicts the row of the same number, because it is a snapshot of another ledger, or
    /// of an older state after which other rows got the same numbers.
    static func isOfAnotherLedger(_ database: Database) throws -> Bool {
        for (table, columns) in constant {
            let name = table.rawValue
            // A snapshot of an older schema lacks tables.
            guard try database.tableExists(name, in: "main"), try database.tableExists(name, in: "snapshot") else {
                continue
            }
            let differs = columns.map { "a.\($0) IS NOT b.\($0)" }.joined(separator: " OR ")
            let query =
                "SELECT EXISTS (SELECT 1 FROM main.\(name) a JOIN snapshot.\(name) b ON a.number = b.number WHERE \(differs))"
            if try Bool.fetchOne(database, sql: query) == true { return true }
        }
        return false
    }

    /// The rows of a table that may be taken; nil for none.
    private static func condition(_ table: LedgerTable) -> String? {
        let isSame = """
            EXISTS (SELECT 1 FROM main.notification a JOIN snapshot.notification b ON a.number = b.number
                WHERE a.number = s.notification AND a.id = b.id AND a.state <> 'pending')
            """
        return switch table {
        case .activation, .edition, .journal, .reminder, .log, .deliveryCount, .responseCount: "TRUE"
        case .notification: "state <> 'pending' AND NOT (\(Compaction.isFinished) AND instant < \(Compaction.boundary))"
        case .item: isSame
        case .delivery: isSame + " AND state IN ('delivered', 'failed', 'expired', 'cancelled')"
        case .permission: "state = 'denied'"
        case .fact, .plugin: nil
        }
    }
}
