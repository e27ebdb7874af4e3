import CivilTime
import Dispatch
import Foundation
import History
import Ledger
import Planning
import Progress
import Recovery
import Reminders
import Synchronization
import SystemPackage
import TestSupport
import Testing
import Training

/// Ledgers of earlier schemas, with rows that commands of that time wrote: `Schemas/N.sql`.
@Suite struct SchemaFixtureTests {
    /// The versions before schema 1, and all that are updated.
    private static let (converted, updated) = (14...15, 14...19)

    private let folder: TemporaryFolder
    private var path: FilePath { FilePath(folder.path + "/ledger.sqlite") }
    private var contents: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    init() throws {
        folder = try TemporaryFolder()
    }

    @discardableResult
    private func sql(_ text: String, at path: FilePath? = nil, mode: String = "-list") throws -> String {
        let done = try run("/usr/bin/sqlite3", [mode, (path ?? self.path).string, text])
        #expect(done.status == 0 && done.errors.isEmpty, "\(done)")
        return done.output
    }

    private func load(_ version: Int) throws {
        try sql(".read '\(BuildProducts.package)Tests/LedgerTests/Schemas/\(max(version, 14)).sql'")
        if version < 14 { try sql(FormerLedger.sql(version: version).replacing("ALTER", with: "-- ALTER")) }
    }

    private func bytes(_ path: FilePath? = nil) throws -> Data {
        try Data(contentsOf: URL(filePath: (path ?? self.path).string))
    }

    private func snapshot(_ version: Int) -> FilePath {
        FilePath(folder.path + "/snapshots/schema-\(version).ledger.sqlite")
    }

    /// Conditions that leave out the rows that an update adds.
    private static let former = [
        "sqlite_sequence": " WHERE name <> 'event'", "fact": " WHERE name <> 'lineage'",
    ]

    /// The columns that an update adds to tables with rows.
    private static let added = "'origin', 'rank', 'root_rank'"

    /// All rows that a former ledger has, without the values of a column.
    private func rows(at path: FilePath? = nil, without column: String = "") throws -> String {
        let tables = try sql("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", at: path)
        return try tables.split(separator: "\n").filter { $0 != "grdb_migrations" && $0 != "event" }.map { table in
            let columns = try sql(
                "SELECT group_concat(name) FROM pragma_table_info('\(table)') WHERE name NOT IN (\(Self.added), '\(column)')",
                at: path
            ).dropLast()
            return try "\(table): "
                + sql(
                    "SELECT \(columns) FROM \(table)\(Self.former[String(table)] ?? "") ORDER BY 1, 2",
                    at: path,
                    mode: "-quote"
                )
        }.joined()
    }

    private static let schema = """
        SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name;
        SELECT * FROM grdb_migrations; PRAGMA user_version; PRAGMA application_id; PRAGMA integrity_check
        """

    // MARK: Conversion

    @Test(arguments: updated) func aLedgerOpenedForReadingIsNotConverted(version: Int) throws {
        try load(version)
        let before = try bytes()
        #expect(throws: LedgerError.older(path: path, version: version)) { try Ledger(reading: path) }
        #expect(try bytes() == before)
    }

    @Test(arguments: updated) func aConvertedLedgerHasTheSchemaOfANewOneAndAllRows(version: Int) throws {
        try load(version)
        let (rows, old) = (try rows(), try bytes())
        // All tables have rows.
        #expect(try sql("SELECT count(*) FROM sqlite_schema WHERE type = 'table'") == (version < 17 ? "15\n" : "16\n"))
        #expect(!rows.contains(": \n") && !rows.contains(": delivery"), "\(rows)")
        _ = try Ledger(path: path, isKnown: true)
        let new = FilePath(folder.path + "/new/ledger.sqlite")
        _ = try Ledger(path: new)
        #expect(try sql(Self.schema) == sql(Self.schema, at: new))
        #expect(try self.rows(without: version == 14 ? "former_ends" : "") == rows)
        if version == 14 { #expect(try sql("SELECT DISTINCT former_ends IS NULL FROM delivery") == "1\n") }
        // The old ledger is kept, and the conversion happens only once.
        #expect(try self.rows(at: snapshot(version)) == rows && old != bytes())
        #expect(try sql("PRAGMA user_version", at: snapshot(version)) == "\(version)\n")
        let (converted, kept) = (try bytes(), try bytes(snapshot(version)))
        let ledger = try Ledger(path: path, isKnown: true)
        #expect(try bytes() == converted && bytes(snapshot(version)) == kept)
        #expect(try ledger.damages(isThorough: true) == [])
        // Monthly snapshots do not replace it.
        let snapshots = LedgerSnapshots(ofLedgerAt: path)
        for month in 0..<9 { try snapshots.keepMonthly(ledger, today: monday.adding(days: 31 * month)) }
        #expect(try bytes(snapshot(version)) == kept)
        #expect(snapshots.examined().allSatisfy { $0.problem == nil }, "\(snapshots.examined())")
    }

    @Test(arguments: updated) func severalProcessesConvertALedgerOnce(version: Int) throws {
        try load(version)
        let rows = try rows()
        let failures = Mutex<[String]>([])
        let path = path
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            do { _ = try Ledger(path: path, isKnown: true) } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try self.rows(without: version == 14 ? "former_ends" : "") == rows)
        #expect(try sql("PRAGMA user_version", at: snapshot(version)) == "\(version)\n")
    }

    /// A ledger that cannot be copied first, or that has other columns, is not converted.
    @Test(arguments: converted) func aFailureLeavesTheLedgerAsItIs(version: Int) throws {
        try load(version)
        let (rows, schema) = (try rows(), try sql(Self.schema))
        try folder.write("snapshots", "not a folder")
        let snapshots = FilePath(folder.path + "/snapshots")
        #expect(throws: LedgerError.folder(path: snapshots, reason: "Not a directory")) {
            try Ledger(path: path, isKnown: true)
        }
        #expect(try self.rows() == rows && sql(Self.schema) == schema)
        try FileManager.default.removeItem(atPath: folder.path + "/snapshots")
        // Version 14 gets a column before the check fails; the transaction reverts it.
        try sql("ALTER TABLE plugin ADD COLUMN more TEXT")
        let error = #expect(throws: LedgerError.self) { try Ledger(path: path, isKnown: true) }
        #expect("\(String(describing: error))".contains("not those of version \(version)"))
        try sql("ALTER TABLE plugin DROP COLUMN more")
        #expect(try self.rows() == rows && sql(Self.schema) == schema)
        _ = try Ledger(path: path, isKnown: true)
        #expect(try self.rows(without: version == 14 ? "former_ends" : "") == rows)
    }

    @Test(arguments: updated) func aConvertedLedgerIsUsed(version: Int) throws {
        try load(version)
        let ledger = try Ledger(path: path, isKnown: true)
        let facts = try ledger.planningFacts(today: monday)
        let activation = try #require(facts.activations.first)
        #expect(facts.activations.count == 1 && activation.programID == "ppl")
        #expect(activation.channels == ["console", "mail"])
        #expect(facts.completions == ["ppl": [Completion(date: monday.adding(days: -7), dayID: "push")]])
        let given = facts.answered[OccurrenceKey(.program("ppl"), on: monday.adding(days: -7))]
        #expect(given?.dayID == "push" && given?.week == nil)
        #expect(given?.edition.flatMap { facts.editions[$0] }?.source == activation.source)
        #expect(facts.log.first { $0.workout != nil }?.edition == given?.edition)
        #expect(facts.answers.count == 2 && facts.snoozes.count == 1)
        #expect(facts.exceptions.of("ppl").count == (version < 19 ? 2 : 3))
        #expect(facts.reminders.map(\.title) == ["Drink water"])
        #expect(try ledger.permissions()["mine"]?.manifest == [1])
        #expect(facts.settings.text != nil && facts.cancelled.count == 1)
        // The first is due: one channel has failed once.
        #expect(try ledger.history(limit: 9).map(\.state) == ["pending", "delivered", "missed", "delivered"])
        #expect(try ledger.owner() == "4f3a09c1")
        // due notifications are delivered with the same key
        let now = fires(0, hour: 7, after: 3)
        let due = try ledger.leaseDue(now: now, for: .minutes(5), grace: .hours(4), zone: .utc).attempts
        #expect(due.map(\.channel) == ["console", "log", "mail"])
        #expect(due.allSatisfy { $0.key.contains("6b1cfa52-0000-4000-8000-000000000004") })
        for attempt in due { try ledger.record(.delivered(lateSeconds: 180), of: attempt, now: now) }
        // planning and answering continue to work
        _ = try ledger.plan([notification(2), notification(4)], now: now)
        _ = try ledger.plan(
            [notification(2), notification(4)],
            now: now,
            facts: [.answered(OccurrenceKey(.program("ppl"), on: monday), dayID: "push", .completed)]
        )
        let answer = try #require(try ledger.lastAction())
        // what earlier versions recorded can be undone and redone
        _ = try ledger.plan([], now: now, facts: [.undone(batch: answer.batch)])
        let earlier = try ledger.undoableActions(limit: 99)
        #expect(earlier.last?.subjects == ["ppl"])
        for action in earlier { _ = try ledger.plan([], now: now, facts: [.undone(batch: action.batch)]) }
        let undone = try ledger.planningFacts(today: monday)
        #expect(undone.activations.isEmpty && undone.answers.isEmpty && undone.snoozes.isEmpty)
        #expect(undone.reminders.map(\.title) == ["Drink water", "Gone"])
        while let action = try ledger.redoableAction() {
            _ = try ledger.plan([], now: now, facts: [.redone(batch: action.batch)])
        }
        _ = try ledger.plan([notification(2), notification(4)], now: now)
        let redone = try ledger.planningFacts(today: monday)
        #expect(redone.activations == facts.activations && redone.reminders == facts.reminders)
        #expect(redone.answers.count == facts.answers.count + 1)
    }

    // MARK: Recovery

    @Test(arguments: updated) func aFormerLedgerIsRepaired(version: Int) throws {
        try load(version)
        let repair = try Ledger.repair(path: path, suffix: "damaged", now: evening)
        #expect(repair.problems.isEmpty && repair.tables.allSatisfy { $0.lost == 0 })
        #expect(repair.tables.first { $0.name == "notification" }?.kept == 6)
        let ledger = try Ledger(path: path, isKnown: true)
        #expect(try ledger.planningFacts(today: monday).answered.values.contains { $0.edition != nil })
        #expect(try ledger.history(limit: 9).map(\.state) == ["pending", "delivered", "missed", "delivered"])
    }

    /// Each row is read from its page, in which the values have no names.
    @Test(arguments: updated) func aFormerLedgerWithoutAHeaderIsRepaired(version: Int) throws {
        try load(version)
        let rows = try rows()
        let file = try FileHandle(forUpdating: URL(filePath: path.string))
        try file.write(contentsOf: Data(repeating: 0, count: 4096))
        try file.close()
        _ = try Ledger.repair(path: path, suffix: "damaged", now: evening)
        for line in rows.split(separator: "\n") where line.hasPrefix("1,1794819600") || line.contains("'Squat'") {
            #expect(try self.rows().contains(line))
        }
        #expect(try Ledger(path: path, isKnown: true).log().count == 2)
        #expect(try Ledger(path: path, isKnown: true).reminders().map(\.title) == ["Drink water"])
    }

    @Test(arguments: updated) func aLostLedgerIsRebuiltFromAFormerSnapshot(version: Int) throws {
        try load(version)
        let snapshot = snapshot(version)
        try FileManager.default.createDirectory(atPath: folder.path + "/snapshots", withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: path.string, toPath: snapshot.string)
        let before = try bytes(snapshot)
        #expect(Ledger.hadData(at: path))
        let repair = try Ledger.repair(path: path, suffix: "damaged", now: evening)
        #expect(repair.isRebuilt && repair.snapshot == snapshot && repair.damaged == nil)
        #expect(repair.tables.first { $0.name == "notification" }?.restored == 6)
        let ledger = try Ledger(path: path, isKnown: true)
        #expect(try ledger.history(limit: 9).map(\.state) == ["pending", "delivered", "missed", "delivered"])
        #expect(try bytes(snapshot) == before)
    }

    @Test(arguments: updated) func lostRowsAreTakenFromAFormerSnapshot(version: Int) throws {
        try load(version)
        _ = try Ledger(path: path, isKnown: true)
        try sql("UPDATE reminder SET at = 'x'")
        let repair = try Ledger.repair(path: path, suffix: "damaged", now: evening)
        #expect(repair.snapshot == snapshot(version) && repair.skipped.isEmpty, "\(repair)")
        #expect(try Ledger(path: path, isKnown: true).reminders().map(\.title) == ["Drink water"])
    }

    /// A snapshot of the damaged ledger would replace the one that has the lost row.
    @Test(arguments: updated) func aDamagedFormerLedgerIsNotUpdatedBeforeItsRepair(version: Int) throws {
        try load(version)
        try FileManager.default.createDirectory(atPath: folder.path + "/snapshots", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: path.string, toPath: snapshot(version).string)
        try sql("UPDATE log_entry SET sets = 'zz' WHERE number = 1")
        #expect(!Ledger.updateSchema(at: path))
        let repair = try Ledger.repair(path: path, suffix: "damaged", now: evening)
        #expect(repair.snapshot == snapshot(version) && repair.skipped.isEmpty, "\(repair)")
        #expect(try Ledger(path: path, isKnown: true).log().count == 2)
    }

    @Test(arguments: updated) func anIntactFormerLedgerIsUpdatedBeforeItsRepair(version: Int) throws {
        try load(version)
        #expect(Ledger.updateSchema(at: path) && !Ledger.updateSchema(at: path))
        #expect(try Ledger.repair(path: path, suffix: "damaged", now: evening).damaged == nil)
        #expect(try sql("PRAGMA user_version", at: snapshot(version)) == "\(version)\n")
    }

    @Test(arguments: updated) func aFormerBackupIsRestored(version: Int) throws {
        try load(version)
        let decisions = try Ledger.prepareForeign(at: path, programs: [:], present: [:], now: evening)
        #expect(decisions.keys.sorted() == ["mine"])
        let ledger = try Ledger(reading: path)
        #expect(try ledger.damages(isThorough: true) == [] && ledger.permissions().isEmpty)
        #expect(try !contents.contains("snapshots"))
    }

    /// SQLite would run what a backup from outside contains.
    @Test(arguments: [
        ("CREATE TRIGGER x AFTER UPDATE ON journal BEGIN DELETE FROM reminder; END", "the trigger 'x'"),
        ("CREATE VIEW x AS SELECT 1", "the view 'x'"), ("CREATE TABLE x (y)", "the table 'x'"),
        ("DROP TABLE plugin; CREATE VIEW plugin AS SELECT 1", "the view 'plugin'"),
        ("DROP TABLE plugin; CREATE VIRTUAL TABLE plugin USING fts5 (path, stamp, card)", "the table 'plugin_"),
        ("CREATE INDEX x ON journal (at)", "the index 'x'"), ("DROP TABLE plugin", "the table 'plugin' is missing"),
        ("ALTER TABLE plugin ADD COLUMN more TEXT", "not those of version 15"),
        ("ALTER TABLE plugin RENAME stamp TO mark", "not those of version 15"),
        ("DELETE FROM grdb_migrations WHERE identifier LIKE '7 %'", "version 15"),
        ("PRAGMA user_version = 14", "version 14"), ("PRAGMA user_version = 3", "version 3"),
    ])
    func aForeignObjectInAFormerBackupIsRejected(change: String, reason: String) throws {
        try load(15)
        try sql(change)
        let error = #expect(throws: LedgerError.self) {
            try Ledger.prepareForeign(at: path, programs: [:], present: [:], now: evening)
        }
        guard case .damaged(_, let found) = try #require(error) else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(found.contains(reason), "\(found)")
    }

    // MARK: Refusal

    @Test(arguments: 1...13, [true, false]) func anEarlierLedgerIsRefusedUntouched(version: Int, isMarked: Bool) throws
    {
        try load(version)
        // Ledgers got their application_id with version 8.
        try sql(isMarked ? "" : "PRAGMA application_id = 0")
        let before = try bytes()
        let refusal = LedgerError.tooOld(path: path, version: version)
        #expect(throws: refusal) { try Ledger(path: path, isKnown: true) }
        #expect(throws: refusal) { try Ledger(path: path) }
        #expect(throws: refusal) { try Ledger(reading: path) }
        #expect(throws: refusal) { try Ledger.checkSchema(at: path) }
        #expect(try contents == ["ledger.sqlite"] && bytes() == before)
        #expect(throws: refusal) { try Ledger.repair(path: path, suffix: "damaged", now: evening) }
        #expect(try bytes() == before)
        #expect(refusal.description.contains("git checkout 89bea3a3") && refusal.description.contains(path.string))
    }

    @Test func anEarlierSnapshotIsNamedWithTheReason() throws {
        try load(13)
        try FileManager.default.createDirectory(atPath: folder.path + "/snapshots", withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: path.string, toPath: snapshot(13).string)
        #expect(LedgerSnapshots(ofLedgerAt: path).examined().map(\.problem).first??.contains("schema 13") == true)
        let error = #expect(throws: LedgerError.self) {
            try Ledger.repair(path: path, suffix: "damaged", now: evening)
        }
        #expect("\(String(describing: error))".contains("cannot update"))
    }
}
