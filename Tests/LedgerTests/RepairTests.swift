import CivilTime
import Foundation
import History
import Ledger
import Recovery
import Reminders
import SystemPackage
import TestSupport
import Testing

/// What a repair of a ledger changes, and what it leaves alone.
@Suite struct RepairTests {
    private let folder: TemporaryFolder
    private let path: FilePath

    init() throws {
        folder = try TemporaryFolder()
        path = FilePath(folder.path + "/ledger.sqlite")
        let ledger = try Ledger(path: path)
        _ = try ledger.plan([notification(0), notification(2)])
        try RepairTests.add("first", to: ledger)
        try ledger.noteRun(at: evening)
        ledger.checkpoint()
    }

    private static func add(_ title: String, to ledger: Ledger) throws {
        let reminder = UserReminder(
            number: 0,
            title: title,
            notes: nil,
            at: CivilDateTime(date: monday, time: .midnight),
            rule: .every(days: 1)
        )
        _ = try ledger.plan([notification(0), notification(2)], facts: [.reminderAdded(reminder)])
    }

    private func sql(_ text: String) throws {
        let done = try run("/usr/bin/sqlite3", ["-cmd", ".timeout 10000", path.string, text])
        #expect(done.status == 0 && done.errors.isEmpty, "\(text): \(done.errors)")
    }

    private func damages() throws -> [String] { try Ledger(path: path, isKnown: true).damages(isThorough: true) }

    private func repair(_ suffix: String = "damaged") throws -> LedgerRepair {
        try Ledger.repair(path: path, suffix: suffix, now: evening)
    }

    /// SQLite's statement for an index that lacks the last row of its table.
    private static let missingEntry = """
        PRAGMA writable_schema = on; CREATE TEMP TABLE saved AS SELECT * FROM sqlite_schema WHERE name = 'journal_kind';
        DELETE FROM sqlite_schema WHERE name = 'journal_kind'; PRAGMA writable_schema = reset;
        INSERT INTO journal (at, kind, subject, batch) VALUES (0, 'resumed', '*', 9);
        UPDATE journal SET date = '2026-11-23' WHERE kind = 'resumed';
        PRAGMA writable_schema = on; INSERT INTO sqlite_schema SELECT * FROM saved; PRAGMA writable_schema = reset;
        """

    @Test func anIntactLedgerIsNotReplaced() throws {
        let file = URL(filePath: path.string)
        let inode = try FileManager.default.attributesOfItem(atPath: path.string)[.systemFileNumber] as? Int
        let before = try Data(contentsOf: file)
        let repair = try repair()
        #expect(repair.isComplete && repair.damaged == nil && repair.log == nil && repair.losses.isEmpty, "\(repair)")
        #expect(repair.tables.first { $0.name == "notification" }?.kept == 2)
        #expect(try Data(contentsOf: file) == before)
        #expect(try FileManager.default.attributesOfItem(atPath: path.string)[.systemFileNumber] as? Int == inode)
    }

    /// What a process confirms is in the ledger, although another one repairs it at the same time.
    @Test func noConfirmedChangeIsLost() async throws {
        let path = path
        let writer = Task.detached {
            var confirmed: [String] = []
            for number in 0..<60 {
                do {
                    try RepairTests.add("\(number)", to: try Ledger(path: path, isKnown: true))
                    confirmed.append("\(number)")
                } catch LedgerError.replaced {
                    // The user runs the command again.
                } catch LedgerError.damaged, LedgerError.badValue {}
            }
            return confirmed
        }
        for number in 0..<10 {
            try sql("INSERT INTO plugin VALUES ('/x', 1, 2)")
            #expect(try repair("damaged-\(number)").tables.first { $0.name == "plugin" }?.lost == 1)
        }
        let confirmed = try await writer.value
        let titles = Set(try Ledger(path: path, isKnown: true).reminders().map(\.title))
        #expect(confirmed.count > 10 && titles.isSuperset(of: confirmed), "\(confirmed) \(titles)")
    }

    /// A change by a process that opened the former file would be lost with it.
    @Test func aChangeOfAReplacedLedgerIsRefused() throws {
        let former = try Ledger(path: path)
        try sql("UPDATE reminder SET at = 'x'")
        #expect(try repair().damaged != nil)
        #expect(throws: LedgerError.replaced(path: path)) { try RepairTests.add("late", to: former) }
        former.checkpoint()
        let present = try Ledger(path: path, isKnown: true)
        try RepairTests.add("next", to: present)
        #expect(try present.reminders().map(\.title) == ["next"])
    }

    @Test func aChangeOfARemovedLedgerIsRefused() throws {
        let former = try Ledger(path: path)
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path.string + end) }
        #expect(throws: LedgerError.replaced(path: path)) { try RepairTests.add("late", to: former) }
    }

    /// A flipped bit in the name of an update of the schema, or in the version, is not a newer antrain.
    @Test(arguments: [
        "UPDATE grdb_migrations SET identifier = replace(identifier, 'schema', 'sghema')",
        "INSERT INTO grdb_migrations VALUES ('schema 2')", "DELETE FROM grdb_migrations",
        "PRAGMA user_version = 21", "PRAGMA user_version = 15", "PRAGMA user_version = 0",
    ])
    func aWrongVersionIsDamage(change: String) throws {
        try sql(change)
        if !change.contains("user_version") {
            #expect(throws: LedgerError.self) { try Ledger.checkSchema(at: path) }
            #expect(try damages().contains { $0.contains("the migration ") })
        }
        let repair = try repair()
        #expect(repair.isComplete && repair.damaged != nil, "\(repair)")
        #expect(try damages().isEmpty)
        try Ledger.checkSchema(at: path)
    }

    /// SQLite reports a full disk if it has given the largest possible number to a row.
    @Test(arguments: [
        "UPDATE notification SET number = 9223372036854775807 WHERE number = 1",
        "UPDATE journal SET number = 9223372036854775806",
        "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'notification'",
        "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'journal'",
        "UPDATE sqlite_sequence SET seq = -5", "UPDATE sqlite_sequence SET seq = 'x'",
    ])
    func usedUpNumbersAreDamage(change: String) throws {
        try sql("PRAGMA foreign_keys = off; \(change)")
        #expect(throws: LedgerError.self) { try Ledger(path: path, isKnown: true).check() }
        #expect(try damages().contains { $0.contains("a row number") })
        do {
            try RepairTests.add("x", to: try Ledger(path: path, isKnown: true))
        } catch { #expect("\(error)".contains("antrain repair"), "\(error)") }
        _ = try repair()
        #expect(try damages().isEmpty)
        try RepairTests.add("next", to: try Ledger(path: path, isKnown: true))
        #expect(try Ledger(path: path, isKnown: true).pending(limit: 9).count == 2)
    }

    /// SQLite copies an index with its errors, which a quick check does not find, into the snapshot.
    @Test func aSnapshotWithADamagedIndexIsUsed() throws {
        try sql(Self.missingEntry)
        #expect(try damages().contains { $0.contains("journal_kind") })
        let snapshots = LedgerSnapshots(ofLedgerAt: path)
        #expect(try snapshots.keepMonthly(try Ledger(path: path, isKnown: true), today: monday))
        #expect(snapshots.examined().map(\.problem) == [nil])
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path.string + end) }
        let repair = try repair()
        #expect(repair.isRebuilt && repair.skipped.isEmpty, "\(repair)")
        #expect(try damages().isEmpty)
        #expect(try Ledger(path: path, isKnown: true).reminders().map(\.title) == ["first"])
    }

    /// A snapshot is examined as a repair examines it.
    @Test(arguments: [
        "UPDATE reminder SET at = 'x'", "UPDATE sqlite_sequence SET seq = 9223372036854775807",
        "PRAGMA foreign_keys = off; INSERT INTO delivery (notification, channel, state, due_at) VALUES (999, 'x', 'pending', 0)",
    ])
    func anUnusableSnapshotIsReportedBeforeItIsNeeded(change: String) throws {
        let snapshots = LedgerSnapshots(ofLedgerAt: path)
        try snapshots.keepMonthly(try Ledger(path: path, isKnown: true), today: monday)
        let snapshot = try #require(snapshots.examined().first?.path)
        let done = try run("/usr/bin/sqlite3", [snapshot.string, change])
        #expect(done.status == 0, "\(done)")
        #expect(snapshots.examined().first?.problem != nil)
        // Nor does a damaged ledger become a snapshot.
        try sql(change)
        let ledger = try Ledger(path: path, isKnown: true)
        #expect(throws: LedgerError.self) { try snapshots.keepMonthly(ledger, today: monday.adding(months: 1)) }
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path.string + end) }
        #expect(throws: LedgerError.self) { try repair() }
    }
}
