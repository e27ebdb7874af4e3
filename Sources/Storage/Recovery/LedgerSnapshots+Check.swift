public import CivilTime
internal import Files
internal import Foundation
internal import Glibc
internal import GRDB
public import Ledger
public import SystemPackage

extension LedgerSnapshots {
    /// The number of monthly snapshots that are kept.
    static let months = 6

    /// Makes this month's snapshot unless there is one, and removes those before the last six months.
    ///
    /// - Returns: whether a snapshot was made.
    /// - Throws: `LedgerError`, for example `.full`, or `.damaged` for a ledger that must not replace older snapshots.
    @discardableResult
    public func keepMonthly(_ ledger: Ledger, today: CivilDate) throws(LedgerError) -> Bool {
        let name = LedgerSnapshots.name(of: today)
        guard access(folder.appending(name).string, F_OK) != 0 else { return false }
        if let damage = try ledger.damages(isThorough: false).first {
            throw .damaged(path: ledger.path, reason: damage)
        }
        try ledger.write { try LedgerLineage.begin($0) }
        guard try write(name, ledger.queue) else { return false }
        removeOld(before: name)
        return true
    }

    /// Removes old snapshots; those of future months, made while the clock was ahead, do not count.
    private func removeOld(before name: String) {
        let monthly = names.filter { $0.hasPrefix("month-") }.sorted()
        for group in [monthly.filter { $0 <= name }, monthly.filter { $0 > name }] {
            for old in group.dropLast(LedgerSnapshots.months) { unlink(folder.appending(old).string) }
        }
    }

    private static func name(of date: CivilDate) -> String { "month-\(date.description.prefix(7))\(ending)" }

    /// A snapshot, as found.
    public struct Examined: Sendable, Hashable {
        public let path: FilePath
        /// The month that it is of, such as `2026-11`; nil for one that was made before an update of the schema.
        public let month: String?
        /// Why nothing can be recovered from it; nil if it is intact.
        public let problem: String?
    }

    /// Opens each snapshot for reading and checks what a repair requires of it; the latest first.
    ///
    /// Indexes are not compared with their tables, because a repair creates them again. In a snapshot of an earlier version of the schema,
    /// only the structure is checked.
    public func examined() -> [Examined] {
        newestFirst.map { path in
            let name = path.lastComponent?.string ?? ""
            func middle(_ start: String) -> String? {
                name.hasPrefix(start) ? String(name.dropFirst(start.count).dropLast(LedgerSnapshots.ending.count)) : nil
            }
            return Examined(
                path: path,
                month: middle("month-"),
                problem: LedgerSnapshots.problem(path, ofVersion: middle("schema-").map { Int($0) ?? 0 })
            )
        }
    }

    /// - Parameter stated: the version of the schema in its name; nil for a monthly one.
    private static func problem(_ path: FilePath, ofVersion stated: Int?) -> String? {
        do throws(LedgerError) {
            return try read(path) { database in
                let version = try LedgerIdentity.version(database)
                guard stated == nil || stated == version else {
                    return "it has schema \(version), not the schema in its name"
                }
                guard version < Migrations.version else {
                    return try Ledger.damages(in: database, isThorough: false).first
                }
                let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "no answer"
                return finding == "ok" ? nil : finding
            }
        } catch { return reason(error) }
    }

    /// The snapshots of processes that were killed while they wrote them; none while another process is writing one.
    public var leftovers: [FilePath] {
        let lock = open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { return [] }
        defer { close(lock) }
        guard flock(lock, LOCK_SH | LOCK_NB) == 0 else { return [] }
        return contents.filter { $0.hasSuffix(LedgerSnapshots.newEnding) }.sorted().map { folder.appending($0) }
    }

    /// The other files in the folder that antrain writes there: the backups of files that a restore replaced, the oldest first.
    public var keptBackups: [FilePath] {
        let names = contents.filter { $0.hasPrefix(LedgerSnapshots.backupStart) && $0.hasSuffix(".tar") }
        let files = names.map { (path: folder.appending($0), time: LedgerSnapshots.modified(folder.appending($0))) }
        return files.sorted { ($0.time.0, $0.time.1, $0.path.string) < ($1.time.0, $1.time.1, $1.path.string) }.map(
            \.path
        )
    }

    /// The start of the names of backups that a restore makes of the files that it replaces.
    public static let backupStart = "before-restore-"

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
