internal import GRDB
internal import Ledger

/// The tables, indexes, views and triggers of a database, and the migrations that created them.
///
/// A file from outside may contain triggers and views, which SQLite runs when antrain reads or writes its tables.
struct LedgerSchema {
    private struct Object: Hashable {
        let kind: String
        let name: String
        /// nil for what SQLite creates itself.
        let sql: String?
    }

    private let objects: Set<Object>

    init(_ database: Database) throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT CASE WHEN type = 'table' AND rootpage = 0 THEN 'virtual table' ELSE CAST(type AS TEXT) END,
                    CAST(name AS TEXT), CAST(sql AS TEXT) FROM sqlite_schema
                """
        )
        let migrations = try String.fetchAll(database, sql: "SELECT CAST(identifier AS TEXT) FROM grdb_migrations")
        objects = Set(
            rows.map { Object(kind: $0[0] as String? ?? "", name: $0[1] as String? ?? "", sql: $0[2] as String?) }
                + migrations.map { Object(kind: "migration", name: $0, sql: nil) }
        )
    }

    private init(_ objects: Set<Object>) { self.objects = objects }

    /// - Parameter version: the version of the schema; schema 1 is used for earlier versions.
    static func expected(ofVersion version: Int = Migrations.version) throws -> LedgerSchema {
        let queue = try DatabaseQueue()
        let migrations = Migrations.all
        let number = min(max(version - LedgerIdentity.formerVersions, 1), migrations.migrations.count)
        try migrations.migrate(queue, upTo: migrations.migrations[number - 1])
        return try queue.read { try LedgerSchema($0) }
    }

    /// The kinds and names of the tables, indexes, views and triggers, without their SQL and without the migrations, in which a former
    /// schema differs.
    var outline: LedgerSchema {
        LedgerSchema(
            Set(objects.filter { $0.kind != "migration" }.map { Object(kind: $0.kind, name: $0.name, sql: nil) })
        )
    }

    /// The first difference from the schema of a ledger; nil if there is none.
    ///
    /// - Parameter kind: the kind of objects that is compared, such as `migration`; nil for all.
    func difference(from expected: LedgerSchema, in kind: String? = nil) -> String? {
        func names(_ objects: Set<Object>) -> [String] {
            objects.filter { kind == nil || $0.kind == kind }.map { "the \($0.kind) '\($0.name)'" }.sorted()
        }
        let (more, less) = (names(objects.subtracting(expected.objects)), names(expected.objects.subtracting(objects)))
        guard let first = more.first else { return less.first.map { "\($0) is missing" } }
        return less.contains(first) ? "\(first) is another one" : "\(first) does not belong to a ledger"
    }
}
