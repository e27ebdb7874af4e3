public import CivilTime
internal import GRDB
internal import Glibc
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
}
