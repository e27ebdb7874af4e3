public import CivilTime
internal import Files
internal import Foundation
internal import GRDB
public import Ledger
public import SystemPackage

/// The result of repairing a damaged or lost ledger.
public struct LedgerRepair: Sendable, Hashable {
    /// A table of the ledger.
    public struct Table: Sendable, Hashable {
        public let name: String
        /// The number of rows that were kept.
        public let kept: Int
        /// The number of rows that were read but lost, because a value was invalid or the parent row is missing.
        public let lost: Int
        /// Whether part of the table could not be read, so that the number of its rows is unknown.
        public let isIncomplete: Bool
        /// The number of missing rows that were taken from the snapshot.
        public internal(set) var restored = 0
    }

    /// A snapshot that was preferred to the used one, but is unusable.
    public struct Skipped: Sendable, Hashable {
        public let path: FilePath
        /// Why it cannot be used.
        public let reason: String
    }

    /// The tables, in the order of the schema.
    public let tables: [Table]
    /// The problems of the lost rows, at most `LedgerRepair.limit` entries.
    public internal(set) var problems: [String] = []
    /// The damaged file, which is kept; nil if there was none, it was empty, or the ledger is intact.
    public internal(set) var damaged: FilePath?
    /// The write-ahead log of the previous file, which is kept; nil if there was none, or it was empty.
    public internal(set) var log: FilePath?
    /// The unusable snapshots; none if no row was missing.
    public internal(set) var skipped: [Skipped] = []
    /// The snapshot from which missing rows were taken; nil if none were.
    public internal(set) var snapshot: FilePath?
    /// The time up to which the snapshot contains all changes; nil unless the ledger was rebuilt from it.
    public internal(set) var snapshotTime: Instant?
    /// Whether the ledger was missing or empty, and was rebuilt from the snapshot.
    public internal(set) var isRebuilt = false
    /// Whether reminders of the last run's date and later are planned again, because their rows may be lost.
    public internal(set) var plansAgain = false
    /// The data that the user must add again.
    public internal(set) var losses: [LedgerLoss] = []

    /// The maximum number of reported problems.
    public static let limit = 20

    public var isComplete: Bool { LedgerRepair.isComplete(tables) }

    fileprivate static func isComplete(_ tables: [Table]) -> Bool {
        tables.allSatisfy { $0.lost == 0 && !$0.isIncomplete }
    }

    /// Whether notifications may be missing, or it may be unknown what became of them, or up to which date they were planned.
    fileprivate static func mayLackReminders(_ tables: [Table]) -> Bool {
        let names = [LedgerTable.notification, .item, .delivery, .fact].map(\.rawValue)
        return !isComplete(tables.filter { names.contains($0.name) })
    }
}

extension Ledger {
    /// Updates a ledger that has an earlier schema, like any command that writes.
    ///
    /// Otherwise a repair would take the differences between the schemas for damage. A damaged ledger keeps its schema: a snapshot of it would
    /// replace one from which its rows can be recovered.
    ///
    /// The caller holds the lock on the ledger's folder.
    ///
    /// - Returns: whether it was updated.
    public static func updateSchema(at path: FilePath) -> Bool {
        do throws(LedgerError) { _ = try Ledger(reading: path) } catch {
            guard case .older = error, isIntactAfterUpdate(path) else { return false }
            return (try? Ledger(path: path, isKnown: true, holdsLock: true)) != nil
        }
        return false
    }

    /// Whether a copy of a ledger is intact after its schema was updated.
    private static func isIntactAfterUpdate(_ path: FilePath) -> Bool {
        guard let workshop = try? LedgerWorkshop(besides: SymbolicLink.file(at: path)) else { return false }
        defer { workshop.remove() }
        let copy = workshop.folder.appending("ledger.sqlite")
        guard let source = try? LedgerSalvage.source(path) else { return false }
        defer { try? source.close() }
        let finding = try? source.read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") }
        guard finding == "ok", (try? source.vacuum(into: copy.string)) != nil,
            let updated = try? Ledger(path: copy, isKnown: true, keepsOld: false)
        else { return false }
        return (try? updated.damages(isThorough: true)) == []
    }

    /// Copies the readable part of a damaged ledger into a new one, which replaces it; the damaged file is renamed and kept.
    ///
    /// An intact ledger stays. Other processes wait with their changes, or find that their ledger was replaced. Lost rows are taken from the
    /// latest snapshot, if there is one. A missing or empty ledger is rebuilt from it.
    /// If the path is a symbolic link, the link stays, and the file behind it is repaired.
    ///
    /// - Parameter suffix: the suffix of the damaged file's new name, such as `damaged-20261123-073000`.
    /// - Throws: `LedgerError` if nothing can be read, or the new ledger cannot be written; the old one is then unchanged.
    ///   `.missing` or `.empty` if there is no usable snapshot, `.danglingLink` for a link to a missing file.
    public static func repair(path: FilePath, suffix: String, now: Instant) throws(LedgerError) -> LedgerRepair {
        try checkLink(path)
        let snapshots = LedgerSnapshots(ofLedgerAt: path)
        let path = SymbolicLink.file(at: path)
        // SQLite's files are next to the file behind the link.
        try LedgerFile.checkKind(path)
        // A change made from here on would not be in the new file.
        let lock = try LedgerFile.lock(.changes, path)
        defer { withExtendedLifetime(lock) {} }
        do { return try repair(path, from: snapshots, suffix: suffix, now: now) } catch {
            // The user does not know the files next to the ledger.
            switch error {
            case .full, .file(_, LedgerFile.reason(ENOSPC)): throw .full(path: path)
            default: throw error
            }
        }
    }

    private static func repair(_ path: FilePath, from snapshots: LedgerSnapshots, suffix: String, now: Instant)
        throws(LedgerError) -> LedgerRepair
    {
        let folder = path.folder
        let old: (queue: DatabaseQueue?, problem: LedgerError?)
        do throws(LedgerError) {
            try LedgerFile.checkPresence(path)
            old = try LedgerSalvage.readableSource(path)
        } catch {
            switch error {
            case .missing, .empty: break
            default: throw error
            }
            let workshop = try LedgerWorkshop(besides: path)
            defer { workshop.remove() }
            return try LedgerRebuild.run(path, error, from: snapshots, in: workshop.folder, suffix: suffix)
        }
        if let queue = old.queue, let intact = intact(queue, path) { return intact }
        // In a separate folder: a new ledger is created under its folder's lock, which the caller may hold for the old one.
        let workshop = try LedgerWorkshop(besides: path)
        defer { workshop.remove() }
        let new = workshop.folder.appending("ledger.sqlite")
        var skipped: [LedgerRepair.Skipped] = []
        var snapshot: FilePath?
        var tables: [LedgerRepair.Table] = []
        var salvage = LedgerSalvage()
        var losses: [LedgerLoss] = []
        try LedgerFile.worded(path) {
            let queue = try LedgerFile.open(new, isKnown: false).queue
            // SQLite reads a file whose header is damaged with that of the new ledger.
            let headed =
                old.queue == nil || LedgerHeader.isDamaged(path)
                ? LedgerHeader.readableCopy(of: path, headedAs: new, queue, in: workshop.folder) : nil
            defer { try? headed?.close() }
            try queue.write { target in
                if let source = headed ?? old.queue {
                    try source.unsafeRead { source in try salvage.run(from: source, to: target, path: path) }
                } else {
                    try salvage.run(from: nil, to: target, path: path)
                }
            }
            tables = salvage.tables
            if !LedgerRepair.isComplete(tables) {
                snapshot = try SnapshotRows.recover(snapshots, into: queue, in: workshop.folder, &tables, &skipped)
            }
            try queue.write { target in
                try Compaction(target).removeCompacted()
                // A file without a single ledger row is not a ledger.
                if let problem = old.problem, salvage.isEmpty, tables.allSatisfy({ $0.restored == 0 }) {
                    throw problem
                }
                try LedgerLineage.begin(target)
                try EventLog(target).repair(isComplete: LedgerRepair.isComplete(tables))
                if LedgerRepair.mayLackReminders(tables) { try FactStore(target).planAgain(now: now) }
                losses = try LossStore(target).record(LossFinder(target).losses(in: tables))
            }
            try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try queue.close()
        }
        try? old.queue?.close()
        // A log of the damaged ledger must not be used for the new one.
        let log = setLogAside(path: path, suffix: suffix)
        let damaged = path.suffixed(".\(suffix)")
        FolderOwner.own(new, in: folder)
        guard path.replace(by: new, keepingAs: damaged) else {
            throw .file(path: path, reason: LedgerFile.reason(errno))
        }
        let descriptor = Glibc.open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor >= 0 {
            fsync(descriptor)
            close(descriptor)
        }
        return LedgerRepair(
            tables: tables,
            problems: salvage.problems,
            damaged: damaged,
            log: log,
            skipped: skipped,
            snapshot: tables.contains { $0.restored > 0 } ? snapshot : nil,
            plansAgain: LedgerRepair.mayLackReminders(tables),
            losses: losses
        )
    }

    /// The result for a ledger without damages; nil if it has some, or is of another version.
    private static func intact(_ queue: DatabaseQueue, _ path: FilePath) -> LedgerRepair? {
        guard !LedgerHeader.isDamaged(path) else { return nil }
        return try? queue.read { database in
            guard try LedgerIdentity.version(database) == Migrations.version,
                try damages(in: database, isThorough: true, schema: nil).isEmpty
            else { return nil }
            return LedgerRepair(
                tables: try LedgerTable.allCases.map { table in
                    let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table.rawValue)") ?? 0
                    return LedgerRepair.Table(name: table.rawValue, kept: rows, lost: 0, isIncomplete: false)
                },
                losses: try LossStore(database).losses()
            )
        }
    }

    /// Rejects a symbolic link to a missing file, because a new file in its place would hide the ledger when its disk is mounted again, and
    /// a file that is not regular, whose folder may be `/dev`.
    ///
    /// - Throws: `LedgerError.danglingLink` or `.irregular`.
    public static func checkLink(_ path: FilePath) throws(LedgerError) {
        if let target = SymbolicLink.missingTarget(of: path) { throw .danglingLink(path: path, target: target) }
        try LedgerFile.checkKind(path)
    }

    /// Renames an unusable ledger, so that a new one can replace it without losing the old one.
    public static func setAside(path: FilePath, suffix: String) throws(LedgerError) {
        guard rename(path.string, path.suffixed(".\(suffix)").string) == 0 else {
            throw .file(path: path, reason: String(cString: strerror(errno)))
        }
    }
}

/// The folder next to a ledger in which a repair makes its copies.
struct LedgerWorkshop {
    fileprivate static let start = ".antrain-repair-"

    let folder: FilePath

    /// Creates an empty folder, and removes those of repairs that were killed; the caller holds the folder's lock, so none is in use.
    ///
    /// SQLite would roll a journal in a left folder back into a new file of the same name.
    init(besides path: FilePath) throws(LedgerError) {
        let parent = path.folder
        folder = parent.appending("\(LedgerWorkshop.start)\(getpid())")
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.string)) ?? []
        where Ledger.repairer(ofFolder: name) != nil {
            var facts = stat()
            let left = parent.appending(name)
            guard lstat(left.string, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid() else {
                continue
            }
            try? FileManager.default.removeItem(atPath: left.string)
        }
        guard mkdir(folder.string, 0o700) == 0 else {
            throw errno == ENOSPC || errno == EDQUOT
                ? .full(path: path) : .file(path: folder, reason: LedgerFile.reason(errno))
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder.string) }
}

extension Ledger {
    /// The id of the process that created a folder to repair a ledger; nil for the name of any other folder.
    public static func repairer(ofFolder name: String) -> Int32? {
        guard name.hasPrefix(LedgerWorkshop.start) else { return nil }
        return Int32(name.dropFirst(LedgerWorkshop.start.count)).flatMap { $0 > 0 ? $0 : nil }
    }
}
