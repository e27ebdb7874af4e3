package import GRDB
internal import SystemPackage

/// The ledger's schema as a sequence of migrations: the first creates schema 1, and each further one changes it.
///
/// A migration never changes after it has shipped. `FormerSchema` converts the ledgers of the schemas before.
package enum Migrations {
    /// The file's `user_version`; see `LedgerIdentity`.
    package static let version = LedgerIdentity.formerVersions + all.migrations.count
    /// The first migration.
    static let schema1 = "schema 1"

    package static var all: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(schema1) { database in
            try database.execute(sql: "PRAGMA application_id = \(LedgerIdentity.applicationID); \(tables)")
        }
        migrator.registerMigration("schema 2: events") { database in try database.execute(sql: events) }
        // The journal has entries for answers that channels report.
        migrator.registerMigration("schema 3: reported answers") { _ in }
        // The journal has entries for programs that continue at another place.
        migrator.registerMigration("schema 4: jumps") { _ in }
        migrator.registerMigration("schema 5: machines") { database in try database.execute(sql: machines) }
        return migrator
    }

    /// Schema 1.
    ///
    /// - The columns are in the order in which former schemas got them: `FormerSchema` copies no row, and `LedgerPages` reads rows by the
    ///   places of their values.
    /// - Stored codes are literals, because this text must not change with the enums.
    /// - There are no CHECK constraints: a new code would require a copy of its table. `LedgerTable.check` checks the values.
    private static let tables = """
        -- Programs that are or were active, and every text of them that an answer or a log entry refers to.
        CREATE TABLE activation (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            program_id TEXT NOT NULL,
            path TEXT NOT NULL,
            start_date TEXT NOT NULL,
            activated_at INTEGER NOT NULL,
            deactivated_at INTEGER,
            source BLOB NOT NULL,
            time TEXT,
            days TEXT,
            channels TEXT,
            batch INTEGER,
            undone_at INTEGER,
            ended_batch INTEGER
        );
        CREATE UNIQUE INDEX activation_current ON activation (program_id)
            WHERE deactivated_at IS NULL AND undone_at IS NULL;

        CREATE TABLE edition (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            program_id TEXT NOT NULL,
            source BLOB NOT NULL
        );
        CREATE INDEX edition_program ON edition (program_id);

        -- What the user did, the sets that were performed, and the user's own reminders. A batch is an action.
        CREATE TABLE journal (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            day_id TEXT,
            date TEXT,
            batch INTEGER,
            value TEXT,
            undone_at INTEGER,
            ended_batch INTEGER,
            edition INTEGER
        );
        CREATE INDEX journal_kind ON journal (kind, date);
        CREATE INDEX journal_batch ON journal (batch);
        CREATE INDEX journal_ended_batch ON journal (ended_batch) WHERE ended_batch IS NOT NULL;

        CREATE TABLE log_entry (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            revises INTEGER,
            at INTEGER NOT NULL,
            batch INTEGER NOT NULL,
            undone_at INTEGER,
            date TEXT NOT NULL,
            exercise TEXT NOT NULL,
            name TEXT NOT NULL,
            program_id TEXT,
            day_id TEXT,
            program_exercise TEXT,
            outcome TEXT NOT NULL,
            sets TEXT NOT NULL,
            notes TEXT,
            edition INTEGER,
            planned TEXT,
            week INTEGER,
            stage INTEGER
        );
        CREATE INDEX log_entry_date ON log_entry (date);
        CREATE INDEX log_entry_batch ON log_entry (batch);
        CREATE INDEX log_entry_revises ON log_entry (revises) WHERE revises IS NOT NULL;

        CREATE TABLE reminder (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            title TEXT NOT NULL,
            notes TEXT,
            at INTEGER NOT NULL,
            rule TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            deleted_at INTEGER,
            revises INTEGER,
            batch INTEGER,
            undone_at INTEGER,
            ended_batch INTEGER
        );

        -- The queue: what is to be sent, what it is about, and on which channels.
        CREATE TABLE notification (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            category TEXT NOT NULL,
            origin TEXT NOT NULL,
            date TEXT NOT NULL,
            fire_at INTEGER NOT NULL,
            zone TEXT NOT NULL,
            instant INTEGER NOT NULL,
            title TEXT NOT NULL,
            body TEXT NOT NULL,
            state TEXT NOT NULL,
            key TEXT NOT NULL,
            created_at INTEGER NOT NULL
        );
        CREATE INDEX notification_planned ON notification (origin, instant) WHERE state = 'pending';
        CREATE INDEX notification_pending ON notification (instant) WHERE state = 'pending';
        CREATE INDEX notification_past ON notification (instant) WHERE state <> 'pending' AND state <> 'cancelled';
        CREATE INDEX notification_finished ON notification (instant)
            WHERE state <> 'pending' AND category NOT IN ('record', 'milestone');
        CREATE INDEX notification_date ON notification (date) WHERE state = 'delivered';

        CREATE TABLE notification_item (
            notification INTEGER NOT NULL REFERENCES notification (number) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            program_id TEXT NOT NULL,
            program_name TEXT NOT NULL,
            day_id TEXT NOT NULL,
            day_name TEXT NOT NULL,
            week INTEGER NOT NULL,
            PRIMARY KEY (notification, position)
        ) WITHOUT ROWID;

        CREATE TABLE delivery (
            notification INTEGER NOT NULL REFERENCES notification (number) ON DELETE CASCADE,
            channel TEXT NOT NULL,
            state TEXT NOT NULL,
            due_at INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            lease TEXT,
            ended_at INTEGER,
            late_seconds INTEGER,
            reason TEXT,
            taken_over_from TEXT,
            wait_boot TEXT,
            wait_until INTEGER,
            handed_to TEXT,
            is_passing INTEGER,
            noticed_at INTEGER,
            early_at INTEGER,
            early_count INTEGER NOT NULL DEFAULT 0,
            former_ends TEXT,
            PRIMARY KEY (notification, channel)
        ) WITHOUT ROWID;
        CREATE INDEX delivery_due ON delivery (due_at) WHERE state IN ('pending', 'retrying', 'overflow');
        CREATE INDEX delivery_waiting ON delivery (wait_until) WHERE state IN ('leased', 'retrying');
        CREATE INDEX delivery_pending ON delivery (channel) WHERE state = 'pending';
        CREATE INDEX delivery_held ON delivery (channel) WHERE state = 'scheduled';

        -- Decisions about channels, and what plugins said about themselves.
        CREATE TABLE permission (
            channel TEXT PRIMARY KEY,
            state TEXT NOT NULL,
            digest TEXT,
            decided_at INTEGER NOT NULL,
            card BLOB
        ) WITHOUT ROWID;
        CREATE TABLE plugin (
            path TEXT PRIMARY KEY,
            stamp TEXT NOT NULL,
            card BLOB NOT NULL
        ) WITHOUT ROWID;

        -- The counts that replace old notifications and answers.
        CREATE TABLE delivery_count (
            month TEXT NOT NULL,
            channel TEXT NOT NULL,
            category TEXT NOT NULL,
            result TEXT NOT NULL,
            late_seconds INTEGER NOT NULL,
            count INTEGER NOT NULL,
            longest INTEGER NOT NULL,
            PRIMARY KEY (month, channel, category, result, late_seconds)
        ) WITHOUT ROWID;
        CREATE TABLE response_count (
            month TEXT NOT NULL,
            answer TEXT NOT NULL,
            seconds INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (month, answer, seconds)
        ) WITHOUT ROWID;

        -- Single values of the ledger, such as the time of the last run.
        CREATE TABLE fact (
            name TEXT PRIMARY KEY,
            value BLOB NOT NULL
        ) WITHOUT ROWID;
        """

    /// Schema 2: what each command recorded; see `EventLog`.
    ///
    /// What was recorded before is one event. The name of a ledger is the last one of its lineage; a ledger without one gets it, and its
    /// first event, when a command records something.
    private static let events = """
        CREATE TABLE event (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            machine TEXT NOT NULL,
            clock INTEGER NOT NULL,
            edition INTEGER NOT NULL,
            activation INTEGER NOT NULL,
            reminder INTEGER NOT NULL,
            journal INTEGER NOT NULL,
            log_entry INTEGER NOT NULL
        );
        INSERT INTO event (machine, clock, edition, activation, reminder, journal, log_entry)
            SELECT substr(name, length(rtrim(name, '0123456789abcdef')) + 1), (SELECT max(at) FROM journal) << 20,
                (SELECT coalesce(max(number), 0) FROM edition), (SELECT coalesce(max(number), 0) FROM activation),
                (SELECT coalesce(max(number), 0) FROM reminder), (SELECT max(number) FROM journal),
                (SELECT coalesce(max(number), 0) FROM log_entry)
            FROM (SELECT CAST(value AS TEXT) AS name FROM fact WHERE name = 'lineage')
            WHERE EXISTS (SELECT 1 FROM journal) AND length(name) - length(rtrim(name, '0123456789abcdef')) = 16;
        """

    /// Schema 5: rows of other machines' events, with the IDs that they have in portable events, and their places (see `RecordOrder`).
    private static let machines = """
        ALTER TABLE event ADD COLUMN origin INTEGER;
        CREATE INDEX event_origin ON event (origin) WHERE origin IS NOT NULL;
        ALTER TABLE edition ADD COLUMN origin TEXT;
        ALTER TABLE activation ADD COLUMN origin TEXT;
        ALTER TABLE activation ADD COLUMN rank INTEGER;
        ALTER TABLE reminder ADD COLUMN origin TEXT;
        ALTER TABLE reminder ADD COLUMN rank INTEGER;
        ALTER TABLE journal ADD COLUMN origin TEXT;
        ALTER TABLE journal ADD COLUMN rank INTEGER;
        ALTER TABLE log_entry ADD COLUMN origin TEXT;
        ALTER TABLE log_entry ADD COLUMN rank INTEGER;
        ALTER TABLE log_entry ADD COLUMN root_rank INTEGER;
        """
}

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
