package import GRDB
package import SystemPackage

extension LedgerIdentity {
    /// Rejects a database created by another program.
    ///
    /// Ledgers of version 7 and earlier, and those with a damaged header, have another `application_id`; their migrations identify
    /// them.
    ///
    /// - Parameter isKnown: whether there was a ledger before; then a database without tables is an error, too.
    /// - Returns: whether it has the `application_id` of a ledger.
    /// - Throws: `LedgerError.foreign` or `.empty`.
    @discardableResult
    package static func check(_ database: Database, path: FilePath, isKnown: Bool) throws -> Bool {
        let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard id != applicationID else { return true }
        let tables = try String.fetchSet(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
        // A process killed before its first migration leaves a database without antrain's tables.
        let isNew = id == 0 && tables.isSubset(of: ["grdb_migrations", "sqlite_sequence"])
        if try isNew && version(database) == 0 {
            guard !isKnown else { throw LedgerError.empty(at: path) }
            return false
        }
        let known = "identifier IN ('\(Migrations.schema1)', '\(FormerSchema.firstMigration)')"
        guard tables.contains("grdb_migrations"),
            try Row.fetchOne(database, sql: "SELECT 1 FROM grdb_migrations WHERE \(known)") != nil
        else { throw LedgerError.foreign(path: path) }
        return false
    }

    /// Rejects a ledger of a version that this antrain neither uses nor updates.
    ///
    /// - Throws: `LedgerError.newer`, `.tooOld`, or `.damaged` if the version is not that of the applied migrations.
    package static func checkVersion(_ database: Database, path: FilePath) throws {
        let version = try version(database)
        guard version <= Migrations.version else { throw LedgerError.newer(path: path, version: version) }
        guard !isTooOld(database) else { throw LedgerError.tooOld(path: path, version: version) }
        guard version == 0 || version > formerVersions || FormerSchema.hasMigrations(database, ofVersion: version)
        else {
            throw LedgerError.damaged(path: path, reason: "its version \(version) does not match its migrations")
        }
    }

    /// Whether the ledger has a schema that is no longer converted, by its version and its migrations: one of the two alone is damage.
    package static func isTooOld(_ database: Database) -> Bool {
        guard let version = try? version(database), version > 0, version < FormerSchema.versions.lowerBound else {
            return false
        }
        return FormerSchema.hasMigrations(database, ofVersion: version)
    }

    /// Whether a newer antrain applied migrations that this one does not know: one of the two alone is damage.
    package static func isNewer(_ database: Database) -> Bool {
        let isStated = (try? version(database)).map { $0 > Migrations.version } ?? false
        return isStated && (try? Migrations.all.hasBeenSuperseded(database)) ?? false
    }
}
