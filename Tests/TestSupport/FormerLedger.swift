/// Ledgers as antrain wrote them before schema 1.
public enum FormerLedger {
    private static let columnsOfSchema5 =
        ["edition", "activation", "reminder", "journal", "log_entry"].map { ($0, "origin") }
        + ["activation", "reminder", "journal", "log_entry"].map { ($0, "rank") } + [("log_entry", "root_rank")]

    /// The SQL that gives a present ledger the schema of a version.
    public static func sql(version: Int) -> String {
        """
        DELETE FROM grdb_migrations;
        DROP TABLE IF EXISTS event;
        \(columnsOfSchema5.map { "ALTER TABLE \($0) DROP COLUMN \($1);" }.joined(separator: "\n"))
        INSERT INTO grdb_migrations WITH RECURSIVE step (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM step WHERE n < \(version))
            SELECT iif(n = 1, '1 activations, journal, queue and outbox', n || ' a later step') FROM step;
        PRAGMA user_version = \(version);
        \(version < 15 ? "ALTER TABLE delivery DROP COLUMN former_ends;" : "")
        """
    }
}
