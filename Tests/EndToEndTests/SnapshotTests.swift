import Foundation
import TestSupport
import Testing

/// The snapshots of the ledger, and the repair of a damaged ledger from them.
@Suite struct SnapshotTests {
    private static let folder = ".local/share/antrain"

    private static func snapshots(_ home: Home) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(home.folder.path)/\(folder)/snapshots").sorted()
    }

    @Test func theLedgerIsCopiedOnceAMonth() throws {
        let home = try Home.ready()
        let first = try home.antrain("schedule-next")
        #expect(first.status == 0 && first.errors.isEmpty, "\(first)")
        let name = "month-2026-11.ledger.sqlite"
        #expect(try Self.snapshots(home) == [name])
        let path = "\(home.folder.path)/\(Self.folder)/snapshots/\(name)"
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try run("/usr/bin/sqlite3", [path, "SELECT count(*) FROM activation"]).output == "1\n")
        try home.antrain("reminder add Tea --in 3h")
        try home.antrain("schedule-next")
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        // A clock that is ahead for one run leaves a snapshot, which does not cause others to be removed.
        for month in ["2031-01", "2026-12", "2027-01", "2027-02", "2027-03", "2027-04", "2027-05"] {
            home.now = month + "-15T12:00"
            #expect(try home.antrain("schedule-next").status == 0)
        }
        let kept = ["2026-12", "2027-01", "2027-02", "2027-03", "2027-04", "2027-05", "2031-01"]
        #expect(try Self.snapshots(home) == kept.map { "month-\($0).ledger.sqlite" })
    }

    @Test func aFailureIsReportedOnce() throws {
        let home = try Home.ready()
        try home.folder.write(Self.folder + "/snapshots", "a file")
        let first = try home.antrain("schedule-next")
        #expect(
            first.status == 0 && first.errors.contains("the monthly snapshot of the ledger was not made"),
            "\(first)"
        )
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        try FileManager.default.removeItem(atPath: "\(home.folder.path)/\(Self.folder)/snapshots")
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        #expect(try Self.snapshots(home).count == 1)
    }

    /// Overwrites the root page of a table.
    private static func damage(_ home: Home, _ tables: String...) throws {
        let path = "\(home.folder.path)/\(folder)/ledger.sqlite"
        for table in tables {
            let query = "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'"
            let page = try #require(Int(try run("/usr/bin/sqlite3", [path, query]).output.dropLast()))
            let file = try FileHandle(forUpdating: URL(filePath: path))
            try file.seek(toOffset: UInt64((page - 1) * 4096))
            try file.write(contentsOf: Data(repeating: 0x5A, count: 4096))
            try file.close()
        }
    }

    @Test func aRepairTakesLostRowsFromTheLatestCopy() throws {
        let home = try Home.waiting()
        try home.antrain("done")
        try home.antrain("schedule-next")
        let (reminders, programs) = (
            try home.antrain("reminder list --json").output, try home.antrain("program list --json").output
        )
        try home.antrain("reminder add Later --in 5h")
        try Self.damage(home, "reminder", "activation")
        #expect(try home.antrain("today").status == 65)
        let repair = try home.antrain("repair")
        #expect(repair.status == 0 && repair.output.contains("taken from the snapshot"), "\(repair)")
        #expect(repair.output.contains("snapshots/month-2026-11.ledger.sqlite"), "\(repair)")
        // Only the rows that were added after the snapshot are lost.
        #expect(try home.antrain("reminder list --json").output == reminders)
        #expect(try home.antrain("program list --json").output == programs)
        #expect(repair.output.contains("'Later'"), "\(repair)")
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try home.antrain("history").output.contains("Push Day"))
    }

    /// A program that was deactivated after the snapshot remains deactivated.
    @Test func aRepairOfOtherTablesTakesNothing() throws {
        let home = try Home.waiting()
        try home.antrain("schedule-next")
        try home.antrain("program deactivate push-pull-legs")
        try Self.damage(home, "reminder")
        let repair = try home.antrain("repair")
        #expect(repair.output.contains("taken from the snapshot"), "\(repair)")
        let path = "\(home.folder.path)/\(Self.folder)/ledger.sqlite"
        let query = "SELECT count(*) FROM activation WHERE deactivated_at IS NULL"
        #expect(try run("/usr/bin/sqlite3", [path, query]).output == "0\n")
    }

    @Test func theCopyOfAnEarlierLedgerIsNotUsed() throws {
        let home = try Home.waiting()
        try home.antrain("schedule-next")
        for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: "\(home.folder.path)/\(Self.folder)/ledger.sqlite\(end)")
        }
        #expect(try home.antrain("repair new").status == 0)
        home.now = "2026-11-24T10:00"
        for line in ["program activate stronglifts-5x5", "reminder add Soup --in 3h"] {
            #expect(try home.antrain(line).status == 0)
        }
        try Self.damage(home, "reminder")
        let repair = try home.antrain("repair")
        #expect(repair.status == 0 && !repair.output.contains("taken from the snapshot"), "\(repair)")
        let reason = "month-2026-11.ledger.sqlite was not used: it is not an earlier state of this ledger"
        #expect(repair.output.contains(reason), "\(repair)")
        #expect(try !home.antrain("reminder list").output.contains("Drink water"))
    }
}
