internal import GRDB

/// The ledger's schema as a sequence of migrations; a migration never changes after it has shipped.
package enum Migrations {
    /// The number of migrations; the file's `user_version`.
    static let version = 15

    static var all: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 activations, journal, queue and outbox") { database in
            try database.execute(
                sql: """
                    CREATE TABLE activation (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        program_id TEXT NOT NULL,
                        path TEXT NOT NULL,
                        start_date TEXT NOT NULL,
                        activated_at INTEGER NOT NULL,
                        deactivated_at INTEGER,
                        source BLOB NOT NULL
                    );
                    CREATE UNIQUE INDEX activation_current ON activation (program_id) WHERE deactivated_at IS NULL;

                    CREATE TABLE journal (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        at INTEGER NOT NULL,
                        kind TEXT NOT NULL,
                        subject TEXT NOT NULL,
                        day_id TEXT,
                        date TEXT
                    );
                    CREATE INDEX journal_kind ON journal (kind, date);

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
                        PRIMARY KEY (notification, channel)
                    ) WITHOUT ROWID;
                    CREATE INDEX delivery_due ON delivery (due_at) WHERE state IN ('pending', 'leased', 'retrying');

                    CREATE TABLE fact (
                        name TEXT PRIMARY KEY,
                        value BLOB NOT NULL
                    ) WITHOUT ROWID;
                    """
            )
        }
        migrator.registerMigration("2 actions that can be taken back, and choices of an activation") { database in
            try database.execute(
                sql: """
                    ALTER TABLE journal ADD COLUMN batch INTEGER;
                    ALTER TABLE journal ADD COLUMN value TEXT;
                    ALTER TABLE journal ADD COLUMN undone_at INTEGER;
                    UPDATE journal SET batch = number;
                    ALTER TABLE activation ADD COLUMN time TEXT;
                    ALTER TABLE activation ADD COLUMN days TEXT;
                    ALTER TABLE activation ADD COLUMN channels TEXT;
                    """
            )
        }
        migrator.registerMigration("3 reminders of the user's own") { database in
            try database.execute(
                sql: """
                    CREATE TABLE reminder (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        title TEXT NOT NULL,
                        notes TEXT,
                        at INTEGER NOT NULL,
                        rule TEXT NOT NULL,
                        created_at INTEGER NOT NULL,
                        deleted_at INTEGER
                    );
                    """
            )
        }
        migrator.registerMigration("4 permissions") { database in
            try database.execute(
                sql: """
                    CREATE TABLE permission (
                        channel TEXT PRIMARY KEY,
                        state TEXT NOT NULL,
                        digest TEXT,
                        decided_at INTEGER NOT NULL
                    ) WITHOUT ROWID;
                    """
            )
        }
        migrator.registerMigration("5 channels that take over") { database in
            try database.execute(sql: "ALTER TABLE delivery ADD COLUMN taken_over_from TEXT")
        }
        migrator.registerMigration("6 channels that hold notifications, and have a budget") { database in
            try database.execute(
                sql: """
                    INSERT INTO fact (name, value) VALUES ('owner', CAST(lower(hex(randomblob(4))) AS BLOB));
                    CREATE TABLE plugin (
                        path TEXT PRIMARY KEY,
                        stamp TEXT NOT NULL,
                        card BLOB NOT NULL
                    ) WITHOUT ROWID;
                    DROP INDEX delivery_due;
                    CREATE INDEX delivery_due ON delivery (due_at) WHERE state IN ('pending', 'leased', 'retrying', 'overflow');
                    CREATE INDEX delivery_held ON delivery (channel) WHERE state = 'scheduled';
                    """
            )
        }
        migrator.registerMigration("7 what was allowed") { database in
            try database.execute(sql: "ALTER TABLE permission ADD COLUMN card BLOB")
        }
        migrator.registerMigration("8 an application id") { database in
            try database.execute(sql: "PRAGMA application_id = \(LedgerIdentity.applicationID)")
        }
        migrator.registerMigration("9 leases by the uptime, hand-overs, and when a delivery was noticed") { database in
            try database.execute(
                sql: """
                    ALTER TABLE delivery ADD COLUMN wait_boot TEXT;
                    ALTER TABLE delivery ADD COLUMN wait_until INTEGER;
                    ALTER TABLE delivery ADD COLUMN handed_to TEXT;
                    ALTER TABLE delivery ADD COLUMN is_passing INTEGER;
                    ALTER TABLE delivery ADD COLUMN noticed_at INTEGER;
                    DROP INDEX delivery_due;
                    CREATE INDEX delivery_due ON delivery (due_at) WHERE state IN ('pending', 'retrying', 'overflow');
                    CREATE INDEX delivery_waiting ON delivery (wait_until) WHERE state IN ('leased', 'retrying');
                    CREATE INDEX delivery_pending ON delivery (channel) WHERE state = 'pending';
                    CREATE INDEX journal_batch ON journal (batch);
                    """
            )
        }
        migrator.registerMigration("10 deliveries by a clock that was ahead") { database in
            try database.execute(
                sql: """
                    ALTER TABLE delivery ADD COLUMN early_at INTEGER;
                    ALTER TABLE delivery ADD COLUMN early_count INTEGER NOT NULL DEFAULT 0;
                    """
            )
        }
        migrator.registerMigration("11 the training log") { database in
            try database.execute(
                sql: """
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
                        notes TEXT
                    );
                    CREATE INDEX log_entry_date ON log_entry (date);
                    CREATE INDEX log_entry_batch ON log_entry (batch);
                    CREATE INDEX log_entry_revises ON log_entry (revises) WHERE revises IS NOT NULL;
                    """
            )
        }
        migrator.registerMigration("12 counts in place of old notifications") { database in
            try database.execute(
                sql: """
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
                    CREATE INDEX notification_finished ON notification (instant)
                        WHERE state <> 'pending' AND category NOT IN ('record', 'milestone');
                    CREATE INDEX notification_date ON notification (date) WHERE state = 'delivered';
                    """
            )
        }
        migrator.registerMigration("13 undo of every action") { database in
            try database.execute(
                sql: """
                    ALTER TABLE journal ADD COLUMN ended_batch INTEGER;
                    ALTER TABLE activation ADD COLUMN batch INTEGER;
                    ALTER TABLE activation ADD COLUMN undone_at INTEGER;
                    ALTER TABLE activation ADD COLUMN ended_batch INTEGER;
                    ALTER TABLE reminder ADD COLUMN revises INTEGER;
                    ALTER TABLE reminder ADD COLUMN batch INTEGER;
                    ALTER TABLE reminder ADD COLUMN undone_at INTEGER;
                    ALTER TABLE reminder ADD COLUMN ended_batch INTEGER;
                    DROP INDEX activation_current;
                    CREATE UNIQUE INDEX activation_current ON activation (program_id)
                        WHERE deactivated_at IS NULL AND undone_at IS NULL;
                    CREATE INDEX journal_ended_batch ON journal (ended_batch) WHERE ended_batch IS NOT NULL;
                    -- What earlier versions undid cannot be redone.
                    UPDATE journal SET undone_at = at WHERE kind = 'undone';
                    """
            )
            try database.execute(sql: formerBatches)
        }
        migrator.registerMigration("14 what was planned when it was done") { database in
            try database.execute(
                sql: """
                    CREATE TABLE edition (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        program_id TEXT NOT NULL,
                        source BLOB NOT NULL
                    );
                    CREATE INDEX edition_program ON edition (program_id);
                    ALTER TABLE journal ADD COLUMN edition INTEGER;
                    ALTER TABLE log_entry ADD COLUMN edition INTEGER;
                    ALTER TABLE log_entry ADD COLUMN planned TEXT;
                    ALTER TABLE log_entry ADD COLUMN week INTEGER;
                    ALTER TABLE log_entry ADD COLUMN stage INTEGER;
                    """
            )
            try recordEditions(in: database)
        }
        migrator.registerMigration("15 how a reminder had ended before") { database in
            try database.execute(sql: "ALTER TABLE delivery ADD COLUMN former_ends TEXT")
        }
        return migrator
    }

    /// Assigns the rows of ledgers before version 13 to the actions that wrote them, as far as the journal shows.
    static let formerBatches = """
        UPDATE activation SET batch = (SELECT batch FROM journal
            WHERE kind = 'activated' AND subject = program_id AND at = activated_at ORDER BY number LIMIT 1) WHERE batch IS NULL;
        UPDATE activation SET ended_batch = (SELECT batch FROM journal
            WHERE kind IN ('activated', 'deactivated') AND subject = program_id AND at = deactivated_at
                AND batch IS NOT activation.batch ORDER BY number DESC LIMIT 1)
        WHERE deactivated_at IS NOT NULL AND ended_batch IS NULL;
        UPDATE reminder SET batch = (SELECT batch FROM journal WHERE undone_at IS NULL
            AND ((kind = 'reminder-imported' AND subject = 'reminder/' || reminder.number)
                OR (kind = 'preset' AND instr(',' || value || ',', ',' || reminder.number || ',') > 0))
            ORDER BY journal.number LIMIT 1) WHERE batch IS NULL;
        UPDATE reminder SET ended_batch = (SELECT batch FROM journal
            WHERE kind = 'deleted' AND undone_at IS NULL AND subject = 'reminder/' || reminder.number
            ORDER BY journal.number DESC LIMIT 1)
        WHERE deleted_at IS NOT NULL AND ended_batch IS NULL;
        """

    /// Gives answers and log entries without an edition the text of their activation; if there are several, that of the one then active.
    static func recordEditions(in database: Database) throws {
        // SQLite does not find columns of the updated table in the ORDER BY clause of a subquery.
        func number(of programID: String, _ condition: String = "") -> String {
            """
            (SELECT edition.number FROM activation JOIN edition
                ON edition.program_id = activation.program_id AND edition.source = activation.source
                WHERE activation.program_id = \(programID) \(condition) ORDER BY activation.number DESC LIMIT 1)
            """
        }
        func number(of programID: String, at: String) -> String {
            "coalesce(\(number(of: programID, "AND activated_at <= \(at)")), \(number(of: programID)))"
        }
        try database.execute(
            sql: """
                INSERT INTO edition (program_id, source)
                    SELECT program_id, source FROM activation WHERE NOT EXISTS (
                        SELECT 1 FROM edition
                        WHERE edition.program_id = activation.program_id AND edition.source = activation.source)
                    GROUP BY program_id, source ORDER BY min(number);
                UPDATE journal SET edition = \(number(of: "journal.subject", at: "journal.at"))
                    WHERE kind IN ('completed', 'skipped') AND edition IS NULL;
                UPDATE log_entry SET edition = \(number(of: "log_entry.program_id", at: "log_entry.at"))
                    WHERE program_id IS NOT NULL AND edition IS NULL;
                """
        )
    }
}
