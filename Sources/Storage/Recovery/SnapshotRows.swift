internal import Files
internal import Foundation
internal import GRDB
internal import Ledger
internal import SystemPackage

/// Recovers from a snapshot the rows that a damaged ledger lost.
///
/// It takes only rows that remain valid: what the user did, and what was sent. Notifications that were pending are planned again,
/// and permissions are asked for again, because they may have been withdrawn since.
enum SnapshotRows {
    /// The columns that never change after a row was written, by table.
    private static let constant: [(table: LedgerTable, columns: [String])] = [
        (.activation, ["program_id", "activated_at"]), (.journal, ["at", "kind", "subject"]),
        (.reminder, ["created_at"]), (.log, ["at"]),
    ]

    /// Takes missing rows from the latest usable snapshot of the same ledger.
    ///
    /// - Parameters:
    ///   - folder: a folder on the same file system for a copy.
    ///   - tables: the tables, to which the numbers of added rows are written.
    ///   - skipped: the snapshots that cannot be used are added to it.
    /// - Returns: the snapshot; nil if there is none.
    static func recover(
        _ snapshots: LedgerSnapshots,
        into queue: DatabaseQueue,
        in folder: FilePath,
        _ tables: inout [LedgerRepair.Table],
        _ skipped: inout [LedgerRepair.Skipped]
    ) throws -> FilePath? {
        let copy = folder.appending("snapshot.sqlite")
        defer { remove(copy) }
        for snapshot in snapshots.latestFirst.map(\.path) {
            do throws(LedgerError) { try prepare(snapshot, copy) } catch {
                // Once the damaged ledger is replaced, a later repair takes no rows from the snapshot.
                if case .full = error { throw error }
                skipped.append(LedgerRepair.Skipped(path: snapshot, reason: LedgerSnapshots.reason(error)))
                continue
            }
            let isUsed = try queue.writeWithoutTransaction { target in
                try target.execute(sql: "ATTACH ? AS snapshot", arguments: [copy.string])
                let isUsed = try isEarlierState(target)
                if isUsed {
                    try target.inTransaction {
                        try add(to: target, &tables)
                        try LedgerLineage.adopt(target)
                        return .commit
                    }
                }
                try target.execute(sql: "DETACH snapshot")
                return isUsed
            }
            if isUsed { return snapshot }
            skipped.append(LedgerRepair.Skipped(path: snapshot, reason: "it is not an earlier state of this ledger"))
        }
        return nil
    }

    /// Copies a snapshot, updates the schema of the copy and checks everything in it.
    private static func prepare(_ snapshot: FilePath, _ copy: FilePath) throws(LedgerError) {
        try SnapshotRows.copy(snapshot, to: copy)
        try reindex(copy)
        let ledger = try Ledger(path: copy, isKnown: true, keepsOld: false)
        try ledger.check()
        try LedgerFile.worded(copy) { try ledger.queue.close() }
    }

    /// Copies a snapshot to a path at which there may be another copy.
    static func copy(_ snapshot: FilePath, to copy: FilePath) throws(LedgerError) {
        remove(copy)
        if let kind = FileKind.irregular(snapshot) { throw .irregular(path: snapshot, kind: kind) }
        do { try FileManager.default.copyItem(atPath: snapshot.string, toPath: copy.string) } catch {
            if (error as? CocoaError)?.code == .fileWriteOutOfSpace { throw .full(path: copy) }
            throw .file(path: snapshot, reason: error.localizedDescription)
        }
        guard chmod(copy.string, 0o600) == 0 else { throw .file(path: copy, reason: LedgerFile.reason(errno)) }
    }

    /// Creates the indexes of a copy again: those of the snapshot have the errors of the ledger's, because SQLite copies them.
    static func reindex(_ copy: FilePath) throws(LedgerError) {
        try LedgerFile.worded(copy) {
            let queue = try DatabaseQueue(path: copy.string)
            try queue.writeWithoutTransaction { try $0.execute(sql: "REINDEX") }
            try queue.close()
        }
    }

    static func remove(_ copy: FilePath) {
        for end in [""] + LedgerFile.companions { unlink(copy.suffixed(end).string) }
    }

    /// Adds the rows whose keys are missing to the tables that lost rows; what the user ended since the snapshot stays ended.
    private static func add(to target: Database, _ tables: inout [LedgerRepair.Table]) throws {
        for index in tables.indices where tables[index].lost > 0 || tables[index].isIncomplete {
            guard let table = LedgerTable(rawValue: tables[index].name), let condition = condition(table) else {
                continue
            }
            let columns = try target.columns(in: table.rawValue).map(\.name)
            let values = columns.map { value(of: $0, in: table) }.joined(separator: ", ")
            try target.execute(
                sql: """
                    INSERT OR IGNORE INTO main.\(table.rawValue) (\(columns.joined(separator: ", ")))
                    SELECT \(values) FROM snapshot.\(table.rawValue) s WHERE \(condition)
                    """
            )
            tables[index].restored = target.changesCount
        }
    }

    /// Whether the attached `snapshot` is an earlier state of the main database, or the reverse.
    ///
    /// If one of them has no lineage, the rows of the same numbers decide: a snapshot of another ledger contradicts most of them, and
    /// a damaged ledger few.
    static func isEarlierState(_ database: Database) throws -> Bool {
        let ledger = try LedgerLineage(database)
        if let ledger, let snapshot = try LedgerLineage(database, schema: "snapshot") {
            let rows = (try LedgerLineage.rows(database), try LedgerLineage.rows(database, schema: "snapshot"))
            return ledger.contains(snapshot, rows: rows.1) || snapshot.contains(ledger, rows: rows.0)
        }
        var (equal, different) = (0, 0)
        for (table, columns) in constant {
            let name = table.rawValue
            // A snapshot of an older schema lacks tables.
            guard try database.tableExists(name, in: "main"), try database.tableExists(name, in: "snapshot") else {
                continue
            }
            let isEqual = columns.map { "a.\($0) IS b.\($0)" }.joined(separator: " AND ")
            let join = "main.\(name) a JOIN snapshot.\(name) b ON a.number = b.number"
            let row = try Row.fetchOne(
                database,
                sql: "SELECT count(*) FILTER (WHERE \(isEqual)), count(*) FILTER (WHERE NOT (\(isEqual))) FROM \(join)"
            )
            equal += row?[0] as Int? ?? 0
            different += row?[1] as Int? ?? 0
        }
        return different == 0 || equal > different
    }

    /// The rows of a table that may be taken; nil for none.
    private static func condition(_ table: LedgerTable) -> String? {
        let isSame = """
            EXISTS (SELECT 1 FROM main.notification a JOIN snapshot.notification b ON a.number = b.number
                WHERE a.number = s.notification AND a.id = b.id AND a.state <> \(NotificationState.pending.sql))
            """
        return switch table {
        case .activation, .edition, .journal, .event, .reminder, .log, .deliveryCount, .responseCount: "TRUE"
        case .notification:
            "state <> \(NotificationState.pending.sql) AND NOT (\(Compaction.isFinished) AND instant < \(Compaction.boundary))"
        case .item: isSame
        case .delivery: isSame + " AND state IN \((OutboxState.attempted + [.cancelled]).sql)"
        case .permission: "state = \(PermissionState.denied.sql)"
        case .fact, .plugin: nil
        }
    }
}

/// What the user ended, undid or redid after a snapshot, as far as the journal of the damaged ledger shows it.
extension SnapshotRows {
    /// The value of a column for a row `s` of the snapshot, in SQL.
    static func value(of column: String, in table: LedgerTable) -> String {
        switch (table, column) {
        case (.activation, "undone_at"), (.reminder, "undone_at"), (.log, "undone_at"):
            "CASE WHEN s.undone_at IS NULL OR \(isRedone) THEN \(undoing) ELSE s.undone_at END"
        case (.activation, "ended_batch"), (.reminder, "ended_batch"):
            "coalesce(\(ending("j.batch", table)), s.ended_batch)"
        case (.activation, "deactivated_at"), (.reminder, "deleted_at"):
            """
            CASE WHEN \(ending("j.batch", table)) IS NULL THEN s.\(column)
                ELSE \(ending("CASE WHEN j.undone_at IS NULL THEN j.at END", table)) END
            """
        default: "s.\(column)"
        }
    }

    /// When the row's action was undone, if it was.
    private static let undoing = """
        (SELECT max(j.at) FROM main.journal j WHERE j.kind = \(JournalKind.undone.sql) AND j.subject = CAST(s.batch AS TEXT) AND j.undone_at IS NULL)
        """

    /// Whether the row's action was redone after the snapshot.
    private static let isRedone = """
        EXISTS (SELECT 1 FROM main.journal j JOIN snapshot.journal o ON o.number = j.number
            WHERE j.kind = \(JournalKind.undone.sql) AND j.subject = CAST(s.batch AS TEXT) AND j.undone_at IS NOT NULL AND o.undone_at IS NULL)
        """

    /// A value of the action that ended the row: the first in force, or else the last undone one, which can be redone.
    ///
    /// A row that another one replaced ends only if that one is there.
    private static func ending(_ value: String, _ table: LedgerTable) -> String {
        let (subject, kind, replacing): (String, JournalKind, JournalKind) =
            table == .activation
            ? ("s.program_id", .deactivated, .activated)
            : ("'reminder/' || coalesce(s.revises, s.number)", .deleted, .reminderEdited)
        return """
            (SELECT \(value) FROM main.journal j WHERE j.batch > s.batch AND j.subject = \(subject)
                AND (j.kind = \(kind.sql) OR (j.kind = \(replacing.sql)
                    AND EXISTS (SELECT 1 FROM main.\(table.rawValue) r WHERE r.batch = j.batch)))
                ORDER BY j.undone_at IS NOT NULL, CASE WHEN j.undone_at IS NULL THEN j.number ELSE -j.number END LIMIT 1)
            """
    }
}
