internal import GRDB
internal import SystemPackage

/// Distinguishes a ledger from databases of other programs.
enum LedgerIdentity {
    /// SQLite's `application_id` of a ledger: "antr" in ASCII.
    static let applicationID: Int32 = 0x616E_7472

    /// Rejects a database created by another program.
    ///
    /// Ledgers of schema 7 and earlier, and those with a damaged header, have another `application_id`; their migrations identify
    /// them.
    ///
    /// - Parameter isKnown: whether there was a ledger before; then a database without tables is an error, too.
    /// - Returns: whether it has the `application_id` of a ledger.
    /// - Throws: `LedgerError.foreign` or `.empty`.
    @discardableResult
    static func check(_ database: Database, path: FilePath, isKnown: Bool) throws -> Bool {
        let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard id != applicationID else { return true }
        let tables = try String.fetchSet(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
        // A process killed before its first migration leaves a database without antrain's tables.
        let isNew = id == 0 && tables.isSubset(of: ["grdb_migrations", "sqlite_sequence"])
        if try isNew && version(database) == 0 {
            guard !isKnown else { throw LedgerError.empty(at: path) }
            return false
        }
        guard try tables.contains("grdb_migrations") && !Migrations.all.appliedMigrations(database).isEmpty else {
            throw LedgerError.foreign(path: path)
        }
        return false
    }

    /// The number of migrations applied to the file.
    static func version(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    /// Whether a newer antrain applied migrations that this one does not know: one of the two alone is damage.
    static func isNewer(_ database: Database) -> Bool {
        let isStated = (try? version(database)).map { $0 > Migrations.version } ?? false
        return isStated && (try? Migrations.all.hasBeenSuperseded(database)) ?? false
    }
}
