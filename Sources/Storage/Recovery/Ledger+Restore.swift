public import CivilTime
internal import Files
internal import GRDB
internal import Glibc
public import Ledger
public import SystemPackage

extension Ledger {
    /// Makes a file from outside ready to replace the ledger: `prepareCopy` for a file that contains nothing but a ledger.
    public static func prepareForeign(
        at path: FilePath,
        programs: [FilePath: FilePath],
        present: [String: PermissionDecision],
        now: Instant
    ) throws(LedgerError) -> [String: PermissionDecision] {
        try checkSchema(at: path)
        return try prepareCopy(at: path, programs: programs, present: (present, now))
    }

    /// Rejects a file from outside that contains anything but what antrain creates in a ledger: SQLite would run its triggers.
    ///
    /// Nothing is written.
    ///
    /// - Throws: `LedgerError`, for example `.newer` or `.tooOld`, or `.damaged` with the difference.
    public static func checkSchema(at path: FilePath) throws(LedgerError) {
        try LedgerFile.checkPresence(path)
        try LedgerFile.worded(path, isDiagnosed: false) {
            let queue = try LedgerFile.immutable(path)
            defer { try? queue.close() }
            try queue.read { database in
                try LedgerIdentity.check(database, path: path, isKnown: true)
                try LedgerIdentity.checkVersion(database, path: path)
                let version = try LedgerIdentity.version(database)
                let (schema, expected) = (try LedgerSchema(database), try LedgerSchema.expected(ofVersion: version))
                guard version > 0 else { throw LedgerError.foreign(path: path) }
                // The SQL of a former schema is not compared: the conversion checks the columns and replaces the SQL.
                let difference =
                    version > LedgerIdentity.formerVersions
                    ? schema.difference(from: expected) : schema.outline.difference(from: expected.outline)
                if let difference { throw LedgerError.damaged(path: path, reason: difference) }
            }
        }
    }

    /// Makes a copy of a ledger ready to replace the ledger: updates its schema, rebuilds its indexes, checks everything in it, and
    /// changes the paths of program files.
    ///
    /// Afterwards the file is complete without a write-ahead log, and knows that nothing after its last run is known.
    ///
    /// - Parameters:
    ///   - programs: the new paths of program files by their old ones.
    ///   - present: the decisions in force about channels, which stay in force: the copy allows no other plugin; nil if the copy is
    ///     antrain's own, so that its decisions stay.
    /// - Returns: the decisions about channels that were in it.
    /// - Throws: `LedgerError`, for example `.newer` or `.damaged`.
    public static func prepareCopy(
        at path: FilePath,
        programs: [FilePath: FilePath],
        present: (decisions: [String: PermissionDecision], now: Instant)? = nil
    ) throws(LedgerError) -> [String: PermissionDecision] {
        let ledger = try Ledger(path: path, isKnown: true, keepsOld: false)
        // An index contains nothing that its table lacks.
        try ledger.write { try $0.execute(sql: "REINDEX") }
        try ledger.check()
        if let damage = try ledger.read({ try damages(in: $0, isThorough: true) }).first {
            throw .damaged(path: path, reason: damage)
        }
        let permissions = try ledger.permissions()
        if let present {
            try ledger.write { try PermissionStore($0).replaceAll(by: present.decisions, at: present.now) }
        }
        try ledger.write { database in
            try FactStore(database).recordCopy()
            try LedgerLineage.branch(database)
        }
        if !programs.isEmpty {
            try ledger.write { database in
                let rows = try database.rows("SELECT number, path FROM activation", [:], of: .activation) { row in
                    (try row.integer("number"), try row.text("path"))
                }
                for (number, old) in rows {
                    guard let new = programs[FilePath(old)] else { continue }
                    try database.run("UPDATE activation SET path = ? WHERE number = ?", [new.string, number])
                }
            }
        }
        try LedgerFile.worded(path) {
            try ledger.queue.writeWithoutTransaction { database in
                _ = try database.checkpoint(.truncate)
                try database.execute(sql: "PRAGMA journal_mode = DELETE")
            }
            try ledger.queue.close()
        }
        return permissions
    }

    /// Whether the ledger at a path has the content of a prepared copy.
    public static func hasContent(of copy: FilePath, at path: FilePath) -> Bool {
        guard let ledger = try? Ledger(path: path, isKnown: true), let queue = try? LedgerFile.immutable(copy),
            let lineage = try? queue.read({ try LedgerLineage($0) })
        else { return false }
        return lineage == (try? ledger.read { try LedgerLineage($0) })
    }

    /// Replaces the content of the ledger with that of a prepared copy, in one transaction.
    ///
    /// Other processes may use the ledger at the same time; they see either the old or the new content.
    ///
    /// - Parameter isCurrent: whether the old content is still that which may be replaced; called while no other process can change it.
    /// - Returns: whether it was replaced.
    public func replaceContent(by copy: FilePath, if isCurrent: @escaping () -> Bool) throws(LedgerError) -> Bool {
        struct Outdated: Error {}
        try write { _ in }
        return try inPlace {
            var configuration = Configuration()
            configuration.readonly = true
            let source = try DatabaseQueue(path: copy.string, configuration: configuration)
            defer { try? source.close() }
            var isLocked = false
            do {
                // After the first step, this connection has the lock for writing until the last one, or until it gives up.
                try source.backup(to: queue, pagesPerStep: 1) { _ in
                    defer { isLocked = true }
                    guard isLocked || isCurrent() else { throw Outdated() }
                }
            } catch is Outdated { return false }
            return true
        }
    }

    /// A number that differs from an earlier one of this object if anything else changed the ledger in between.
    public func dataVersion() throws(LedgerError) -> Int64 {
        try read { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }

    /// Moves a prepared copy to the path of a ledger that is missing, empty or damaged.
    ///
    /// - Parameters:
    ///   - copy: the path of the copy, on the same file system.
    ///   - suffix: the suffix of the name under which the unusable ledger is kept, such as `damaged-202611230730`.
    public static func install(_ copy: FilePath, at path: FilePath, suffix: String) throws(LedgerError) {
        // An earlier attempt may have moved it.
        guard access(copy.string, F_OK) == 0 else { return }
        let path = SymbolicLink.file(at: path)
        // A change of the unusable ledger made from here on would be lost.
        let lock = try LedgerFile.lock(.changes, path)
        defer { withExtendedLifetime(lock) {} }
        setLogAside(path: path, suffix: suffix)
        let kept = path.suffixed(".\(suffix)")
        let isKept = access(path.string, F_OK) != 0 || access(kept.string, F_OK) == 0 || path.keep(as: kept)
        guard isKept, rename(copy.string, path.string) == 0 else {
            throw .file(path: path, reason: LedgerFile.reason(errno))
        }
    }
}
