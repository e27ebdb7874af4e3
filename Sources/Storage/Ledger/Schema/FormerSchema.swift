internal import GRDB
internal import SystemPackage

/// Converts a ledger of a schema before schema 1.
///
/// These schemas have the tables and columns of schema 1 in the same order, except for a column that version 14 lacks. Therefore no row is
/// copied: only the texts of the tables in `sqlite_schema` are replaced (https://www.sqlite.org/lang_altertable.html, "Making Other
/// Kinds Of Table Schema Changes"), and the indexes are created again.
enum FormerSchema {
    /// The versions that are converted; earlier ones are refused.
    static let versions = 14...LedgerIdentity.formerVersions
    static let firstMigration = "1 activations, journal, queue and outbox"

    /// Whether the file has the first migration of former schemas, and as many migrations as a version has; if not, its version or its
    /// migrations are damaged.
    static func hasMigrations(_ database: Database, ofVersion version: Int) -> Bool {
        let query = "SELECT CAST(identifier AS TEXT) FROM grdb_migrations"
        let applied = (try? String.fetchSet(database, sql: query)) ?? []
        return applied.count == version && applied.contains(firstMigration)
    }

    /// Converts the ledger to schema 1, in the caller's transaction; a ledger of another version stays as it is.
    ///
    /// - Parameter path: the ledger that an error names.
    /// - Throws: `LedgerError.damaged` if it does not have the tables of its version.
    static func convert(_ database: Database, path: FilePath) throws {
        let version = try LedgerIdentity.version(database)
        guard versions.contains(version) else { return }
        let model = try DatabaseQueue()
        try Migrations.all.migrate(model, upTo: Migrations.schema1)
        let (expected, statements) = try model.read { model in
            let statements = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
            return (try columns(model), try Row.fetchAll(model, sql: statements))
        }
        if version < LedgerIdentity.formerVersions {
            try database.execute(sql: "ALTER TABLE delivery ADD COLUMN former_ends TEXT")
        }
        guard try columns(database).isSuperset(of: expected) else {
            throw LedgerError.damaged(path: path, reason: "its tables are not those of version \(version)")
        }
        // After an error, too, the connection must not be able to write the schema.
        defer { try? database.execute(sql: "PRAGMA writable_schema = RESET") }
        try database.execute(sql: "PRAGMA writable_schema = ON")
        for row in statements where row["type"] == "table" {
            try database.execute(
                sql: "UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?",
                arguments: [row["sql"] as String, row["name"] as String]
            )
        }
        try database.execute(sql: "PRAGMA writable_schema = RESET")
        for row in statements where row["type"] == "index" {
            try database.execute(sql: "DROP INDEX IF EXISTS \(row["name"] as String); \(row["sql"] as String)")
        }
        try database.execute(sql: "DELETE FROM grdb_migrations")
        try database.execute(
            sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)",
            arguments: [Migrations.schema1]
        )
        try database.execute(sql: "PRAGMA user_version = \(LedgerIdentity.formerVersions + 1)")
    }

    /// One line for each column: its table, the table's number of columns, and its position, name, type, default and key.
    private static func columns(_ database: Database) throws -> Set<String> {
        try String.fetchSet(
            database,
            sql: """
                SELECT printf('%s %s %d %d %d %s %s %d %s %d %d', t.name, t.type, t.wr, t.ncol, c.cid, c.name, c.type, c."notnull",
                    c.dflt_value, c.pk, c.hidden)
                FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
                WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite%'
                """
        )
    }
}
