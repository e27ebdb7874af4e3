import CivilTime
import Foundation
import Ledger
import Recovery
import Reminders
import SystemPackage
import TestSupport
import Testing

/// Which snapshots a repair uses: those of the same ledger, whatever single rows say, and no others.
@Suite struct LineageTests {
    private let folder: TemporaryFolder
    private let path: FilePath

    init() throws {
        folder = try TemporaryFolder()
        path = FilePath(folder.path + "/ledger.sqlite")
    }

    private func add(_ titles: [String], to ledger: Ledger, at now: Instant = evening) throws {
        _ = try ledger.plan(
            [],
            now: now,
            facts: titles.map { title in
                .reminderAdded(
                    UserReminder(
                        number: 0,
                        title: title,
                        notes: nil,
                        at: CivilDateTime(date: monday, time: .midnight),
                        rule: .every(days: 1)
                    )
                )
            }
        )
    }

    private func sql(_ text: String, _ file: FilePath? = nil) throws {
        let done = try run("/usr/bin/sqlite3", [(file ?? path).string, text])
        #expect(done.status == 0, "\(text): \(done)")
    }

    private var snapshot: FilePath { FilePath(folder.path + "/snapshots/month-2026-11.ledger.sqlite") }

    private func snapshotted(_ titles: [String]) throws {
        let ledger = try Ledger(path: path)
        try add(titles, to: ledger)
        #expect(try LedgerSnapshots(ofLedgerAt: path).keepMonthly(ledger, today: monday))
    }

    private func titles() throws -> [String] {
        try Ledger(path: path, isKnown: true).planningFacts(today: monday).reminders.map(\.title)
    }

    @Test(arguments: [
        "", "DELETE FROM fact WHERE name = 'lineage';", "DELETE FROM fact;",
        "UPDATE journal SET at = at + 1 WHERE number = 2;",
    ])
    func oneWrongRowDoesNotRejectTheSnapshot(more: String) throws {
        try snapshotted(["a", "b", "c", "d", "e", "f"])
        try sql(
            "\(more) UPDATE reminder SET created_at = created_at + 1 WHERE number = 6; UPDATE reminder SET at = 'x' WHERE number < 6"
        )
        let repair = try Ledger.repair(path: path, suffix: "damaged", now: evening)
        #expect(repair.tables.first { $0.name == "reminder" }?.restored == 5 && repair.skipped.isEmpty, "\(repair)")
        #expect(try titles() == ["a", "b", "c", "d", "e", "f"])
        // A second repair recognizes the snapshot again.
        try sql("UPDATE reminder SET at = 'x' WHERE number = 3")
        #expect(try Ledger.repair(path: path, suffix: "again", now: evening).skipped.isEmpty)
        #expect(try titles().count == 6)
    }

    /// A new ledger at the same path, with rows of the same numbers.
    @Test func theSnapshotOfAnotherLedgerIsSetAsideWithTheReason() throws {
        try snapshotted(["a", "b"])
        try FileManager.default.removeItem(atPath: path.string)
        do {
            let ledger = try Ledger(path: path)
            try add(["x", "y"], to: ledger)
        }
        try sql("UPDATE reminder SET at = 'x' WHERE number = 1")
        let repair = try Ledger.repair(path: path, suffix: "damaged", now: evening)
        #expect(repair.skipped.map(\.path) == [snapshot] && repair.snapshot == nil, "\(repair)")
        #expect(repair.skipped.first?.reason.contains("not an earlier state") == true)
        #expect(try titles() == ["y"])
    }

    /// A backup replaces the ledger: snapshots from before the backup remain usable, later ones do not.
    @Test(arguments: [true, false]) func aRestoredBackupSharesOnlyItsOwnHistory(isBeforeBackup: Bool) throws {
        let backup = FilePath(folder.path + "/backup.sqlite")
        if isBeforeBackup { try snapshotted(["a"]) }
        do {
            let ledger = try Ledger(path: path)
            if !isBeforeBackup { try add(["a"], to: ledger) }
            try ledger.copy(to: backup)
            try add(["replaced"], to: ledger)
        }
        if !isBeforeBackup { try snapshotted([]) }
        _ = try Ledger.prepareCopy(at: backup, programs: [:])
        do {
            let ledger = try Ledger(path: path, isKnown: true)
            #expect(try ledger.replaceContent(by: backup) { true })
            #expect(Ledger.hasContent(of: backup, at: path))
            try add(["b"], to: ledger)
        }
        try sql("UPDATE reminder SET at = 'x'")
        let repair = try Ledger.repair(path: path, suffix: "damaged", now: evening)
        #expect(repair.skipped.isEmpty == isBeforeBackup, "\(repair)")
        #expect(try titles() == (isBeforeBackup ? ["a"] : []))
    }
}
