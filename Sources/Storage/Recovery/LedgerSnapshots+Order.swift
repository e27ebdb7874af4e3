internal import CivilTime
internal import Files
internal import Foundation
internal import GRDB
internal import Ledger
internal import SystemPackage

extension LedgerSnapshots {
    /// A snapshot and the time up to which it contains all changes.
    struct Dated {
        let path: FilePath
        /// The last run that it recorded; when the file was written, if that is unknown.
        let time: Instant
        /// The number of rows that it ever had; nil if it cannot be read.
        let rows: Int64?
    }

    /// All snapshots, the one to prefer first; those that cannot be read come before all others.
    ///
    /// Recorded times do not order the snapshots of a ledger, because the clock may have been ahead: a snapshot made on such a day
    /// would win for years. The order follows the number of rows instead.
    ///
    /// It starts again in a new ledger, or in one restored from a backup, so it only orders snapshots of the same history. Between
    /// histories, the last run decides.
    var latestFirst: [Dated] {
        // Sorting by offset as well keeps the order by modification time where nothing else differs.
        let all = newestFirst.map(LedgerSnapshots.dated)
        let readable = all.filter { $0.rows != nil }.enumerated().sorted { a, b in
            (a.element.rows ?? 0, a.element.time, b.offset) > (b.element.rows ?? 0, b.element.time, a.offset)
        }.map(\.element)
        var histories: [[Dated]] = []
        for snapshot in readable {
            if let index = histories.firstIndex(where: { LedgerSnapshots.share(history: $0[0].path, snapshot.path) }) {
                histories[index].append(snapshot)
            } else {
                histories.append([snapshot])
            }
        }
        let ordered = histories.enumerated().sorted { a, b in
            (a.element[0].time, b.offset) > (b.element[0].time, a.offset)
        }
        return all.filter { $0.rows == nil } + ordered.flatMap(\.element)
    }

    private static func dated(_ path: FilePath) -> Dated {
        let written = Instant(secondsSinceEpoch: Int64(modified(path).0))
        guard FileKind.irregular(path) == nil, let queue = try? LedgerFile.immutable(path) else {
            return Dated(path: path, time: written, rows: nil)
        }
        defer { try? queue.close() }
        let facts = try? queue.read { database in
            let query = "SELECT CAST(value AS TEXT) FROM fact WHERE name IN ('clock', 'last-run')"
            let times = try String.fetchAll(database, sql: query).compactMap(LedgerRow.instant(parsing:))
            return (time: times.max(), rows: try LedgerLineage.rows(database))
        }
        return Dated(path: path, time: facts?.time ?? written, rows: facts?.rows)
    }

    /// Whether two snapshots are of the same history, as far as they can be read.
    private static func share(history path: FilePath, _ other: FilePath) -> Bool {
        guard let queue = try? LedgerFile.immutable(path) else { return true }
        defer { try? queue.close() }
        // Without the transaction that `read` begins, in which SQLite cannot attach a database.
        let differ = try? queue.unsafeRead { database in
            try database.execute(sql: "ATTACH ? AS snapshot", arguments: [LedgerFile.immutableName(other)])
            return try !SnapshotRows.isEarlierState(database)
        }
        return differ != true
    }
}
