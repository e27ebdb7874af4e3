package import GRDB
internal import SystemPackage

/// Distinguishes a ledger from databases of other programs, and its version from others.
///
/// A ledger has the `application_id` of antrain, and one row in `grdb_migrations` for each migration of its schema. Its `user_version` is
/// `formerVersions` plus the number of these migrations, so schema 1 has version 16. Versions 1 to 15 belong to former schemas: version N had N
/// migrations, with other names. Because the numbers continue, an older antrain refuses a ledger or a backup of
/// schema 1 as newer, and no two schemas have snapshots of the same name.
package enum LedgerIdentity {
    /// SQLite's `application_id` of a ledger: "antr" in ASCII.
    static let applicationID: Int32 = 0x616E_7472
    /// The number of versions before schema 1.
    package static let formerVersions = 15

    /// The file's `user_version`.
    package static func version(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }
}
