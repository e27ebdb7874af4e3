import CivilTime
import Foundation
import History
import Ledger
import Localization
import Progress
import Recovery
import Reminders
import SystemPackage
import TestSupport
import Testing
import Training

/// A ledger with rows that another program or a failing disk changed.
@Suite struct DamagedRowTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/ledger.sqlite"
        let ledger = try Ledger(path: FilePath(path))
        let day = OccurrenceKey(.program("ppl"), on: monday)
        _ = try ledger.plan(
            [notification(0), notification(1), notification(2)],
            channels: ["console", "mail"],
            facts: [
                .activated(
                    Activation(
                        programID: "ppl",
                        path: "/p.yaml",
                        start: monday,
                        source: [1],
                        time: TimeOfDay(secondsFromMidnight: 3600),
                        days: WeekdaySet([.monday]),
                        channels: ["console"]
                    )
                ),
                .started(day, dayID: "push"), .answered(day, dayID: "push", .completed),
                .snoozed(id: notification(0).id, date: monday, until: fires(0, after: 30)),
                .paused(programID: nil, from: monday, through: monday),
                .moved(programID: "ppl", from: monday, to: monday),
                .cancelled(id: notification(1).id.rawValue, date: monday),
                .reminderAdded(
                    UserReminder(
                        number: 1,
                        title: "Drink",
                        notes: "Water",
                        at: CivilDateTime(date: monday, time: .midnight),
                        rule: .every(days: 1)
                    )
                ),
                .decided(channel: "mail", PermissionDecision(state: .denied, digest: "ab", manifest: [1])),
                .logged(
                    LogEntry(
                        date: monday,
                        exercise: "squat",
                        name: "Squat",
                        workout: LogEntry.Workout(program: "ppl", day: "push", exercise: "squat"),
                        sets: [PerformedSet(amount: PerformedSet.Amount(reps: 5))],
                        prescription: Prescription(
                            sets: [SetPrescription(count: 3, target: .reps(5))],
                            week: 1,
                            stage: 0
                        )
                    )
                ),
                .measured(try #require(BodyMeasurement(.weight, thousandths: 82_400, .kilograms, on: monday))),
                .chosen(
                    programID: "ppl",
                    ExerciseChoice(exercise: "squat", alternative: "lunge", on: monday, isForOneDay: true)
                ),
                .settingsRead([1]), .languageSeen(.german), .toldOfShortage(["mail"]),
            ]
        )
        let window = try #require(StartWindow(from: .midnight, to: .midnight, count: 8, total: 9))
        let move = TimeMove(on: monday, from: .midnight, to: TimeOfDay(secondsFromMidnight: 600), window: window)
        _ = try ledger.record(move, under: 0, at: evening)
        try ledger.remember(CachedPluginManifest(stamp: "1:2", bytes: [1]), of: "/plugin.so")
        let attempts = try ledger.leaseDue(now: fires(0), for: .minutes(5), grace: .hours(4), zone: .utc).attempts
        try ledger.record(.delivered(lateSeconds: 0), of: attempts[0], now: fires(0))
        try ledger.record(.retry(at: fires(0, after: 2), reason: "busy"), of: attempts[1], now: fires(0))
    }

    private func sql(_ text: String) throws -> String {
        let done = try run("/usr/bin/sqlite3", ["-cmd", ".timeout 10000", path, text])
        #expect(done.status == 0, "\(text): \(done.errors)")
        return done.output
    }

    /// Reads everything that the commands read.
    private func readAll(_ path: String? = nil) throws {
        let ledger = try Ledger(path: FilePath(path ?? self.path))
        _ = try ledger.planningFacts(today: monday)
        _ = try ledger.pending(limit: 9).count + ledger.history(limit: 9).count
        _ = try ledger.hasDue(now: fires(0))
        _ = try ledger.dueChannels(now: fires(0, after: 30))
        _ = try (ledger.nextDue(now: evening), ledger.nextHeld())
        _ = try ledger.heldDeliveries(on: "mail", now: evening)
        _ = try (ledger.lastAction().map { try ledger.programSource("ppl", in: $0) }, ledger.measurements())
        _ = try (ledger.permissions(), ledger.pluginCards(), ledger.reportedProblems(), ledger.holdingChannels())
        _ = try ledger.deliveries(of: [notification(0).id])
        _ = try (ledger.log(), ledger.editions(of: ["ppl"]), ledger.rememberedSettings())
        _ = try (ledger.undoableActions(limit: 99), ledger.redoableAction(), ledger.dependents(on: 1))
        _ = try (ledger.workoutRecords(since: .earliest), ledger.pastZones(since: monday), ledger.presets())
        _ = try (ledger.actions(about: monday), ledger.notifications(about: monday, now: evening), ledger.timeMoves())
        _ = try (ledger.sessionLoads(of: "ppl", on: monday), ledger.importedUIDs(), ledger.owner(), ledger.losses())
        _ = try (ledger.lastRun(), ledger.triggerInstalled(), ledger.firstAction(), ledger.lastHeartbeat())
        _ = try (ledger.holdingPlugins(), ledger.toldDetails(), ledger.readinessAsked(), ledger.plannedZone())
        _ = try ledger.compactedBefore()
        _ = try ledger.deliveryStatistics(on: monday...monday.adding(days: 1), in: .utc)
        _ = try ledger.leaseDue(now: fires(0, after: 30), for: .minutes(5), grace: .hours(4), zone: .utc)
        _ = try ledger.plan([notification(0), notification(2)], now: fires(0, after: 31))
        // As by an undo.
        _ = try ledger.plan([notification(0)], now: fires(0, after: 31), changes: nil)
    }

    @Test func anUndamagedLedgerIsRead() throws {
        try Ledger(reading: FilePath(path)).check()
        try readAll()
    }

    @Test(arguments: [
        ("UPDATE reminder SET at = 'x'", "table reminder, row number 1, column at: 'x' is not"),
        ("UPDATE reminder SET at = 9223372036854775807", "column at: 9223372036854775807 is not a time"),
        ("UPDATE reminder SET rule = 'sometimes'", "column rule: 'sometimes' is not a repetition"),
        ("UPDATE reminder SET title = x'00FF'", "column title: a BLOB of 2 bytes is not text"),
        ("UPDATE activation SET start_date = '2026-02-30'", "table activation, row number 1, column start_date"),
        ("UPDATE activation SET source = 5", "column source: 5 is not a BLOB"),
        ("UPDATE activation SET days = 'moonday'", "column days: 'moonday' is not"),
        ("UPDATE notification SET instant = 9223372036854775807 WHERE number = 2", "column instant"),
        ("UPDATE notification SET instant = 1.5 WHERE number = 2", "column instant: 1.5 is not"),
        (
            "UPDATE notification SET category = 'party' WHERE number = 2",
            "column category: 'party' is not one of workout"
        ),
        ("UPDATE notification SET fire_at = -9223372036854775808 WHERE number = 2", "row number 2, id 'workout/"),
        (
            "UPDATE notification_item SET week = 9223372036854775807",
            "table notification_item, row notification 1, position 0"
        ),
        (
            "UPDATE delivery SET attempts = 9223372036854775807",
            "table delivery, row notification 1, channel 'console', column attempts"
        ),
        ("UPDATE delivery SET state = 'lost' WHERE channel = 'mail'", "column state: 'lost' is not one of pending"),
        ("UPDATE delivery SET due_at = 'soon' WHERE channel = 'mail'", "column due_at: 'soon' is not"),
        ("UPDATE delivery SET former_ends = '1 delivered x'", "column former_ends: '1 delivered x' is not a time, a"),
        ("UPDATE delivery SET former_ends = '1 dropped x' || char(10)", "column former_ends: '1 dropped x?' is not"),
        ("UPDATE journal SET date = 'today' WHERE kind = 'completed'", "table journal, row number"),
        ("UPDATE journal SET value = '0' WHERE kind = 'completed'", "column value: '0' is not a week from 1"),
        ("UPDATE journal SET edition = 'x' WHERE kind = 'completed'", "column edition: 'x' is not the number of an"),
        ("UPDATE edition SET source = 5", "table edition, row number 1, column source: 5 is not a BLOB"),
        ("UPDATE log_entry SET planned = '3x5 @@'", "column planned: '3x5 @@' is not planned sets"),
        ("UPDATE log_entry SET stage = -1000000001", "column stage: -1000000001 is not a number from -1000000000"),
        (
            "UPDATE journal SET value = '99999999999999999999' WHERE kind = 'snoozed'",
            "column value: '99999999999999999999'"
        ),
        ("UPDATE journal SET subject = 'mood' WHERE kind = 'measured'", "column subject: 'mood' is not one of weight"),
        ("UPDATE journal SET date = NULL WHERE kind = 'measured'", "column date: NULL is not a date"),
        (
            "UPDATE journal SET value = 82.4 WHERE kind = 'measured'",
            "column value: '82.4' is not a possible value of weight"
        ),
        ("UPDATE journal SET value = x'00' WHERE kind = 'measured'", "column value: a BLOB of 1 bytes is not"),
        ("UPDATE journal SET value = '82400 cm' WHERE kind = 'measured'", "column value: '82400 cm' is not"),
        ("UPDATE journal SET value = '82400 st' WHERE kind = 'measured'", "column value: '82400 st' is not"),
        ("UPDATE journal SET value = '400001 kg' WHERE kind = 'measured'", "column value: '400001 kg' is not"),
        ("UPDATE journal SET value = '-82400 kg' WHERE kind = 'measured'", "column value: '-82400 kg' is not"),
        (
            "UPDATE journal SET value = '9223372036854775807 lb' WHERE kind = 'measured'",
            "column value: '9223372036854775807 lb' is not"
        ),
        ("UPDATE journal SET subject = '07:30' WHERE kind = 'time-moved'", "column subject: '07:30' is not two times"),
        ("UPDATE journal SET date = NULL WHERE kind = 'time-moved'", "column date: NULL is not a date"),
        (
            "UPDATE journal SET value = '9 8 07:00 07:00' WHERE kind = 'time-moved'",
            "column value: '9 8 07:00 07:00' is not"
        ),
        ("UPDATE log_entry SET sets = '5@heavy'", "table log_entry, row number 1, column sets: '5@heavy' is not"),
        ("UPDATE log_entry SET outcome = 'fine'", "column outcome: 'fine' is not one of planned, performed, missed"),
        ("UPDATE log_entry SET day_id = NULL", "column day_id: NULL is not text"),
        ("UPDATE permission SET state = 'maybe'", "table permission, row channel 'mail', column state"),
        ("UPDATE fact SET value = x'FF' WHERE name = 'zone'", "table fact, row name 'zone'"),
        ("UPDATE fact SET value = 'text' WHERE name = 'settings'", "column value: 'text' is not a BLOB"),
        (
            "UPDATE reminder SET rule = replace(hex(zeroblob(500)), '00', char(27) || 'x')",
            "'?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x'…"
        ),
    ])
    func anErrorNamesTheValue(change: String, expected: String) throws {
        _ = try sql(change)
        let found = #expect(throws: LedgerError.self) { try Ledger(reading: FilePath(path)).check() }
        #expect(found?.description.contains(expected) == true, "\(String(describing: found))")
        let error = #expect(throws: LedgerError.self) { try readAll() }
        #expect(error?.description.contains(expected) == true, "\(String(describing: error))")
        guard case .badValue(FilePath(path), _) = error else {
            Issue.record("not an error about a value: \(String(describing: error))")
            return
        }
    }

    /// Whatever value makes a command fail is found by a check, and a repair removes it.
    @Test(arguments: Share.of(LedgerTable.allCases, 1, "wrong values")) func everyWrongValueIsFoundAndRepaired(
        table: LedgerTable
    ) throws {
        let name = table.rawValue
        let columns = try sql("SELECT name FROM pragma_table_info('\(name)') ORDER BY cid").split(separator: "\n")
        #expect(!columns.isEmpty)
        _ = try sql("PRAGMA wal_checkpoint(truncate)")
        let values = ["NULL", "'x'", "x'FF00'", "-1", "0", "9223372036854775807"]
        for column in columns {
            for value in values {
                let copy = try folder.write("\(column)/ledger.sqlite", "")
                for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + end) }
                try Data(contentsOf: URL(filePath: path)).write(to: URL(filePath: copy))
                let change = "PRAGMA foreign_keys = off; UPDATE OR IGNORE \(name) SET \(column) = \(value)"
                // SQLite itself rejects some values, such as text for a row id.
                guard try run("/usr/bin/sqlite3", [copy, change]).status == 0 else { continue }
                do {
                    try readAll(copy)
                } catch {
                    #expect(throws: LedgerError.self, "\(column) = \(value): \(error)") {
                        try Ledger(reading: FilePath(copy)).check()
                    }
                }
                let damages = try Ledger(path: FilePath(copy)).damages(isThorough: true)
                let repair = try Ledger.repair(path: FilePath(copy), suffix: "damaged", now: evening)
                #expect((repair.damaged == nil) == damages.isEmpty, "\(column) = \(value): \(repair) \(damages)")
                do { try readAll(copy) } catch { Issue.record("\(column) = \(value): \(error)") }
                let left = try Ledger(path: FilePath(copy)).damages(isThorough: true)
                #expect(left.isEmpty, "\(column) = \(value): \(left)")
                try? FileManager.default.removeItem(atPath: copy + ".damaged")
            }
        }
    }

    @Test(arguments: 0..<12 as Range<UInt64>) func noValueCrashesTheProcess(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let values = [
            "NULL", "'x'", "''", "x'FF00'", "x''", "9223372036854775807", "-9223372036854775808", "1e308", "-0.5", "0",
            "-1",
            "'9999-99-99'", "'2026-11-23'", "253402300800", "zeroblob(9)",
        ]
        let columns = try sql(
            """
            SELECT m.name || '.' || c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
            WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE 'grdb%' ORDER BY 1
            """
        ).split(separator: "\n")
        #expect(columns.count > 50)
        for _ in 0..<6 {
            let column = try #require(columns.randomElement(using: &random)).split(separator: ".")
            let value = try #require(values.randomElement(using: &random))
            // SQLite itself rejects some values, such as text for a row id.
            _ = try run("/usr/bin/sqlite3", [path, "UPDATE OR IGNORE \(column[0]) SET \(column[1]) = \(value)"])
            do { try readAll() } catch is LedgerError {}
        }
    }
}

/// Databases of other programs.
@Suite struct ForeignDatabaseTests {
    @Test(arguments: [
        "CREATE TABLE notes (text)", "PRAGMA application_id = 252006674", "PRAGMA user_version = 3",
        "CREATE TABLE grdb_migrations (identifier TEXT PRIMARY KEY); INSERT INTO grdb_migrations VALUES ('v1'); CREATE TABLE a (b)",
    ])
    func anotherProgramsDatabaseIsRefusedUntouched(sql: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/ledger.sqlite"
        #expect(try run("/usr/bin/sqlite3", [path, sql]).status == 0)
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: LedgerError.foreign(path: FilePath(path))) { try Ledger(path: FilePath(path)) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["ledger.sqlite"])
    }

    @Test func aLedgerHasTheApplicationIDOfAntrain() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/ledger.sqlite"
        _ = try Ledger(path: FilePath(path))
        let id = try run("/usr/bin/sqlite3", [path, "PRAGMA application_id"]).output
        #expect(id == "\(0x616E_7472)\n")
    }
}
