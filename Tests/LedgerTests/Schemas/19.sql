-- A ledger of schema version 19, made with the migrations of that version.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('schema 1');
INSERT INTO grdb_migrations VALUES('schema 2: events');
INSERT INTO grdb_migrations VALUES('schema 3: reported answers');
INSERT INTO grdb_migrations VALUES('schema 4: jumps');
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
INSERT INTO activation VALUES(1,'old','/home/a/old.yaml','2026-09-07',1789588800,1794772800,X'616e747261696e3a20310a',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO activation VALUES(2,'ppl','/home/a/ppl.yaml','2026-11-16',1794772800,NULL,X'616e747261696e3a20310a69643a2070706c0a6e616d653a2050504c0a646179733a0a2020707573683a207b6e616d653a2050757368204461792c206578657263697365733a205b7b65786572636973653a2050726573732c20736574733a203378357d5d7d0a7363686564756c653a207b6d6f64653a207765656b646179732c206d6f6e6461793a20707573687d0a','07:00','mon,wed,fri','console,mail',1,NULL,NULL);
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
INSERT INTO journal VALUES(1,1794772800,'activated','ppl',NULL,'2026-11-16',1,NULL,NULL,NULL,NULL);
INSERT INTO journal VALUES(2,1794819600,'completed','ppl','push','2026-11-16',2,NULL,NULL,NULL,2);
INSERT INTO journal VALUES(3,1794992400,'cancelled','workout/2026-11-27/0700',NULL,'2026-11-27',3,NULL,NULL,NULL,NULL);
INSERT INTO journal VALUES(4,1795161600,'started','ppl','legs','2026-11-20',4,NULL,NULL,NULL,NULL);
INSERT INTO journal VALUES(5,1795165200,'skipped','ppl','legs','2026-11-20',5,NULL,NULL,NULL,2);
INSERT INTO journal VALUES(6,1795168800,'snoozed','workout/2026-11-20/0700',NULL,'2026-11-20',6,'1795172400',NULL,NULL,NULL);
INSERT INTO journal VALUES(7,1795176000,'paused','*',NULL,'2026-12-24',7,'2026-12-31',NULL,NULL,NULL);
INSERT INTO journal VALUES(8,1795176000,'moved','ppl',NULL,'2026-12-02',8,'2026-12-03',NULL,NULL,NULL);
INSERT INTO journal VALUES(9,1795176000,'completed','ppl','pull','2026-11-18',9,NULL,1795179600,NULL,2);
INSERT INTO journal VALUES(10,1795179660,'deleted','reminder/2',NULL,NULL,10,NULL,NULL,NULL,NULL);
INSERT INTO journal VALUES(11,1794819600,'reported','phone/a1',NULL,'2026-11-16',2,replace('1794819600\ndone\nworkout/2026-11-16/0700\n','\n',char(10)),NULL,NULL,NULL);
INSERT INTO journal VALUES(12,1795179720,'jumped','ppl',NULL,'2026-11-25',12,'2 1',NULL,NULL,NULL);
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
INSERT INTO notification VALUES(1,'workout/2026-11-16/0700','workout','plan','2026-11-16',1794812400,'UTC',1794812400,'Workout Time!','Today: Push Day','delivered','6b1cfa52-0000-4000-8000-000000000001',1794772800);
INSERT INTO notification VALUES(2,'workout/2026-11-18/0700','workout','plan','2026-11-18',1794985200,'UTC',1794985200,'Workout Time!','Today: Push Day','missed','6b1cfa52-0000-4000-8000-000000000002',1794772800);
INSERT INTO notification VALUES(3,'workout/2026-11-20/0700','workout','plan','2026-11-20',1795158000,'UTC',1795158000,'Workout Time!','Today: Push Day','delivered','6b1cfa52-0000-4000-8000-000000000003',1794772800);
INSERT INTO notification VALUES(4,'workout/2026-11-23/0700','workout','plan','2026-11-23',1795417200,'UTC',1795417200,'Workout Time!','Today: Push Day','pending','6b1cfa52-0000-4000-8000-000000000004',1794772800);
INSERT INTO notification VALUES(5,'workout/2026-11-25/0700','workout','plan','2026-11-25',1795590000,'UTC',1795590000,'Workout Time!','Today: Push Day','pending','6b1cfa52-0000-4000-8000-000000000005',1794772800);
INSERT INTO notification VALUES(6,'workout/2026-11-27/0700','workout','plan','2026-11-27',1795762800,'UTC',1795762800,'Workout Time!','Today: Push Day','cancelled','6b1cfa52-0000-4000-8000-000000000006',1794772800);
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
INSERT INTO notification_item VALUES(1,0,'ppl','PPL','push','Push Day',1);
INSERT INTO notification_item VALUES(2,0,'ppl','PPL','push','Push Day',1);
INSERT INTO notification_item VALUES(3,0,'ppl','PPL','push','Push Day',1);
INSERT INTO notification_item VALUES(4,0,'ppl','PPL','push','Push Day',1);
INSERT INTO notification_item VALUES(5,0,'ppl','PPL','push','Push Day',1);
INSERT INTO notification_item VALUES(6,0,'ppl','PPL','push','Push Day',1);
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
INSERT INTO delivery VALUES(1,'console','delivered',1794812400,1,NULL,1794812400,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO delivery VALUES(1,'mail','failed',1794812400,3,NULL,1794816000,NULL,'no such user',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO delivery VALUES(2,'console','expired',1794985200,0,NULL,1795014000,NULL,'antrain did not run within 4h of its time',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO delivery VALUES(3,'console','delivered',1795158000,1,NULL,1795158000,30,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO delivery VALUES(4,'console','pending',1795417200,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO delivery VALUES(4,'log','leased',1795417260,1,'A',NULL,NULL,NULL,'mail','boot-a',60000,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO delivery VALUES(4,'mail','retrying',1795417320,1,NULL,NULL,NULL,'busy',NULL,'boot-a',60000,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO delivery VALUES(5,'at','scheduled',1795590000,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO delivery VALUES(5,'console','pending',1795590000,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO delivery VALUES(5,'small','overflow',1795590000,0,NULL,NULL,NULL,'the channel has no place for it yet',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO delivery VALUES(6,'console','cancelled',1795762800,0,NULL,1794772800,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,'1794700800 dropped it is no longer planned');
CREATE TABLE fact (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;
INSERT INTO fact VALUES('holding',X'6174');
INSERT INTO fact VALUES('language',X'6465');
INSERT INTO fact VALUES('lineage',X'34663361303963316432653562363837');
INSERT INTO fact VALUES('owner',X'3466336130396331');
INSERT INTO fact VALUES('planned-through',X'323032362d31312d3330');
INSERT INTO fact VALUES('settings',X'656e61626c65643a206f6e0a74696d653a202730373a3030270a');
INSERT INTO fact VALUES('zone',X'555443');
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
INSERT INTO reminder VALUES(1,'Drink water','A big glass',1795161600,'daily',1794772800,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reminder VALUES(2,'Gone',NULL,1795161600,'once',1794772800,1795179660,NULL,NULL,NULL,10);
CREATE TABLE permission (
    channel TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    digest TEXT,
    decided_at INTEGER NOT NULL,
    card BLOB
) WITHOUT ROWID;
INSERT INTO permission VALUES('mine','authorized','abababababababababababababababababababababababababababababababab',1794772800,X'01');
CREATE TABLE plugin (
    path TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    card BLOB NOT NULL
) WITHOUT ROWID;
INSERT INTO plugin VALUES('/home/a/mine.so','1:2:3:4.5',X'0102');
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
INSERT INTO log_entry VALUES(1,NULL,1795374000,1,NULL,'2026-11-22','squat','Squat',NULL,NULL,NULL,'performed','5x5@80kg',NULL,NULL,NULL,NULL,NULL);
INSERT INTO log_entry VALUES(2,NULL,1794819600,2,NULL,'2026-11-16','press','Press','ppl','push','press','planned','3x5@40kg',NULL,2,NULL,NULL,NULL);
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
INSERT INTO delivery_count VALUES('2025-11','console','workout','on-time',0,12,4);
CREATE TABLE response_count (
    month TEXT NOT NULL,
    answer TEXT NOT NULL,
    seconds INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (month, answer, seconds)
) WITHOUT ROWID;
INSERT INTO response_count VALUES('2025-11','done',3600,9);
CREATE TABLE edition (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    program_id TEXT NOT NULL,
    source BLOB NOT NULL
);
INSERT INTO edition VALUES(1,'old',X'616e747261696e3a20310a');
INSERT INTO edition VALUES(2,'ppl',X'616e747261696e3a20310a69643a2070706c0a6e616d653a2050504c0a646179733a0a2020707573683a207b6e616d653a2050757368204461792c206578657263697365733a205b7b65786572636973653a2050726573732c20736574733a203378357d5d7d0a7363686564756c653a207b6d6f64653a207765656b646179732c206d6f6e6461793a20707573687d0a');
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
INSERT INTO event VALUES(1,'4f3a09c1d2e5b687',1882382307164160,2,2,2,12,2);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('activation',2);
INSERT INTO sqlite_sequence VALUES('journal',12);
INSERT INTO sqlite_sequence VALUES('notification',6);
INSERT INTO sqlite_sequence VALUES('reminder',2);
INSERT INTO sqlite_sequence VALUES('log_entry',2);
INSERT INTO sqlite_sequence VALUES('edition',2);
INSERT INTO sqlite_sequence VALUES('event',1);
CREATE UNIQUE INDEX activation_current ON activation (program_id)
    WHERE deactivated_at IS NULL AND undone_at IS NULL;
CREATE INDEX edition_program ON edition (program_id);
CREATE INDEX journal_kind ON journal (kind, date);
CREATE INDEX journal_batch ON journal (batch);
CREATE INDEX journal_ended_batch ON journal (ended_batch) WHERE ended_batch IS NOT NULL;
CREATE INDEX log_entry_date ON log_entry (date);
CREATE INDEX log_entry_batch ON log_entry (batch);
CREATE INDEX log_entry_revises ON log_entry (revises) WHERE revises IS NOT NULL;
CREATE INDEX notification_planned ON notification (origin, instant) WHERE state = 'pending';
CREATE INDEX notification_pending ON notification (instant) WHERE state = 'pending';
CREATE INDEX notification_past ON notification (instant) WHERE state <> 'pending' AND state <> 'cancelled';
CREATE INDEX notification_finished ON notification (instant)
    WHERE state <> 'pending' AND category NOT IN ('record', 'milestone');
CREATE INDEX notification_date ON notification (date) WHERE state = 'delivered';
CREATE INDEX delivery_due ON delivery (due_at) WHERE state IN ('pending', 'retrying', 'overflow');
CREATE INDEX delivery_waiting ON delivery (wait_until) WHERE state IN ('leased', 'retrying');
CREATE INDEX delivery_pending ON delivery (channel) WHERE state = 'pending';
CREATE INDEX delivery_held ON delivery (channel) WHERE state = 'scheduled';
COMMIT;
PRAGMA application_id = 1634628722;
PRAGMA user_version = 19;
