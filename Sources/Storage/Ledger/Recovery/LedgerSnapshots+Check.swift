internal import GRDB
internal import Glibc
public import SystemPackage

extension LedgerSnapshots {
    /// A snapshot, as found.
    public struct Examined: Sendable, Hashable {
        /// Its path.
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
                name.hasPrefix(start)
                    ? String(name.dropFirst(start.count).dropLast(LedgerSnapshots.ending.count)) : nil
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
            return try LedgerFile.worded(path, isDiagnosed: false) {
                try LedgerFile.checkKind(path)
                let queue = try LedgerFile.immutable(path)
                defer { try? queue.close() }
                return try queue.read { database in
                    try LedgerIdentity.check(database, path: path, isKnown: true)
                    try LedgerIdentity.checkVersion(database, path: path)
                    let version = try LedgerIdentity.version(database)
                    guard stated == nil || stated == version else {
                        return "it has version \(version) of the schema"
                    }
                    guard version < Migrations.version else {
                        return try Ledger.damages(in: database, isThorough: false).first
                    }
                    let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "no answer"
                    return finding == "ok" ? nil : finding
                }
            }
        } catch { return reason(error) }
    }

    /// Why a snapshot, or a copy of it, cannot be used.
    static func reason(_ error: LedgerError) -> String {
        switch error {
        case .damaged(_, let reason), .file(_, let reason), .inputOutput(_, let reason): reason
        case .badValue(_, let problem): "\(problem)"
        case .empty: "it is empty"
        case .foreign: "it is another program's database"
        case .irregular(_, let kind): "it is \(kind), not a regular file"
        case .newer: "it was written by a newer antrain"
        case .tooOld(_, let version): "it has version \(version) of the schema, which this antrain cannot update"
        default: "\(error)"
        }
    }

    /// Whether a lost ledger can be rebuilt.
    public enum Use: Sendable, Hashable {
        /// There are no snapshots.
        case noSnapshot
        /// There is a SQLite file; its contents were not checked.
        case usable
        /// All snapshots are unusable: their paths and the reasons.
        case unusable([String])
    }

    /// Whether a lost ledger can probably be rebuilt.
    var use: Use {
        if canRebuild { return .usable }
        let problems = examined().compactMap { snapshot in snapshot.problem.map { "\(snapshot.path): \($0)" } }
        return problems.isEmpty ? .noSnapshot : .unusable(Array(problems.prefix(LedgerRepair.limit)))
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
