import Foundation
import TestSupport
import Testing

/// `antrain repair` rebuilds a missing or empty ledger from the latest usable snapshot.
@Suite struct RebuildTests {
    private static let folder = ".local/share/antrain"

    private func path(_ home: Home, _ name: String) -> String { "\(home.folder.path)/\(Self.folder)/\(name)" }

    private func snapshot(_ home: Home, _ month: String) -> String {
        path(home, "snapshots/month-\(month).ledger.sqlite")
    }

    private func lose(_ home: Home, _ how: String) throws {
        for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path(home, "ledger.sqlite\(end)"))
        }
        if how == "empty" { try home.folder.write(Self.folder + "/ledger.sqlite", "") }
        if how == "no tables" { _ = try run("/usr/bin/sqlite3", [path(home, "ledger.sqlite"), "VACUUM"]) }
    }

    @Test(arguments: [
        ("missing", 66 as Int32), ("empty", 65), ("no tables", 65),
    ])
    func aLostLedgerIsRebuilt(how: String, status: Int32) throws {
        let home = try Home.waiting()
        try home.antrain("schedule-next")
        let lists = ["reminder list --json", "program list --json", "pending --json", "history --json"]
        let before = try lists.map { try home.antrain($0).output }
        home.now = "2026-11-23T08:10"
        try home.antrain("reminder add Later --in 5h")
        try lose(home, how)
        // The first run reports the problem, which is remembered.
        let lost = try home.antrain("schedule-next")
        #expect(lost.status == status && lost.errors.contains("antrain repair; or restore it"), "\(lost)")
        let repair = try home.antrain("repair")
        #expect(repair.status == 0, "\(repair)")
        let name = "~/\(Self.folder)/snapshots/month-2026-11.ledger.sqlite"
        #expect(repair.output.contains("rebuilt the ledger from the snapshot \(name) of 2026-11-23 08:00"), "\(repair)")
        #expect(
            repair.output.contains("changes made after that time are lost")
                && repair.output.contains("may be sent again")
        )
        #expect(repair.output.contains("was kept as") == (how == "no tables"), "\(repair)")
        let file = path(home, "ledger.sqlite")
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        let files = try FileManager.default.contentsOfDirectory(atPath: path(home, ""))
        #expect(!files.contains { $0.hasPrefix("ledger-repair-") }, "\(files)")
        let check = try home.antrain("doctor --files")
        #expect(check.status == 0, "\(check)")
        #expect(try lists.map { try home.antrain($0).output } == before)
        // Nothing that the snapshot contains as sent is sent again.
        #expect(try !home.antrain("deliver").output.contains("Drink water"))
        // A ledger with data is never replaced by a snapshot.
        try home.antrain("reminder add Kept --in 5h")
        #expect(try home.antrain("repair").output.contains("rows were kept"))
        #expect(try home.antrain("reminder list").output.contains("Kept"))
    }

    /// The latest snapshot is the one with the latest run: copying the files changes their modification times.
    /// What happened after the snapshot is unknown, and not something that antrain missed.
    @Test func remindersSinceTheSnapshotAreNotSummedUp() throws {
        let home = try Home.ready()
        for day in ["23", "25", "27", "30"] {
            home.now = "2026-11-\(day)T07:30"
            #expect(try home.antrain("schedule-next").output.contains("Day"))
        }
        try lose(home, "missing")
        home.now = "2026-12-01T09:00"
        #expect(try home.antrain("repair").status == 0)
        #expect(try !home.antrain("schedule-next").output.contains("were missed"))
        let (why, history) = (try home.antrain("why 2026-11-27").output, try home.antrain("history").output)
        #expect(!(why + history).contains("did not run") && why.contains("unknown"), "\(why)\(history)")
    }

    @Test func theLatestUsableSnapshotIsUsed() throws {
        let home = try Home.ready()
        try home.antrain("schedule-next")
        home.now = "2026-12-02T20:00"
        try home.antrain("reminder add December --at 2027-01-05T08:00")
        try home.antrain("schedule-next")
        home.now = "2027-01-02T20:00"
        try home.antrain("schedule-next")
        try home.folder.write(Self.folder + "/snapshots/month-2027-01.ledger.sqlite", "SQLite format 3\0 damaged")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 100)],
            ofItemAtPath: snapshot(home, "2026-11")
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: snapshot(home, "2026-12"))
        try lose(home, "missing")
        let repair = try home.antrain("repair --json")
        #expect(repair.status == 0 && repair.output.contains("month-2026-12"), "\(repair)")
        #expect(repair.output.contains("2026-12-02T19:00:00Z"), "\(repair)")
        #expect(repair.output.contains("month-2027-01.ledger.sqlite was not used: file is not a database"), "\(repair)")
        #expect(try home.antrain("reminder list").output.contains("December"))
        let file = path(home, "ledger.sqlite")
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    }

    /// The clock of a computer was years ahead for a run; later snapshots contain more.
    @Test func aSnapshotMadeWhileTheClockWasAheadIsNotPreferred() throws {
        let home = try Home.ready()
        home.now = "2031-01-01T20:00"
        try home.antrain("schedule-next")
        for (now, title) in [("2026-12-02T20:00", "December"), ("2027-01-02T20:00", "January")] {
            home.now = now
            try home.antrain(arguments: ["reminder", "add", title, "--at", "2027-04-05T08:00"])
            try home.antrain("schedule-next")
        }
        #expect(FileManager.default.fileExists(atPath: snapshot(home, "2031-01")))
        try lose(home, "missing")
        home.now = "2027-03-01T20:00"
        let repair = try home.antrain("repair --json")
        #expect(repair.status == 0 && repair.output.contains("month-2027-01"), "\(repair)")
        let reminders = try home.antrain("reminder list").output
        #expect(reminders.contains("December") && reminders.contains("January"), "\(reminders)")
    }

    /// The numbers of rows start again in a new ledger, so that its snapshots seem to contain less.
    @Test func aSnapshotOfTheReplacedLedgerIsNotPreferred() throws {
        let home = try Home.waiting()
        try home.antrain("schedule-next")
        try lose(home, "missing")
        #expect(try home.antrain("repair new").status == 0)
        home.now = "2026-12-02T20:00"
        try home.antrain("reminder add Other --at 2027-04-05T08:00")
        try home.antrain("schedule-next")
        try lose(home, "missing")
        let repair = try home.antrain("repair --json")
        #expect(repair.status == 0 && repair.output.contains("month-2026-12"), "\(repair)")
        let reminders = try home.antrain("reminder list").output
        #expect(reminders.contains("Other") && !reminders.contains("Drink water"), "\(reminders)")
    }

    /// No process has the largest possible id, 4194303 on 64-bit Linux, because ids are given from below.
    @Test(arguments: ["missing", "damaged"])
    func theCopiesOfKilledRepairsAreRemoved(how: String) throws {
        let home = try Home.waiting()
        try home.antrain("schedule-next")
        for name in ["ledger.sqlite", "ledger.sqlite-journal", "snapshot.sqlite-wal"] {
            try home.folder.write(Self.folder + "/.antrain-repair-4194303/" + name, "left")
        }
        try home.folder.write(Self.folder + "/.antrain-repair-notes/note", "kept")
        if how == "missing" {
            try lose(home, how)
        } else {
            _ = try run("/usr/bin/sqlite3", [path(home, "ledger.sqlite"), "UPDATE reminder SET at = 'x'"])
        }
        #expect(try home.antrain("repair").status == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: path(home, ""))
        #expect(files.filter { $0.hasPrefix(".antrain-repair-") } == [".antrain-repair-notes"], "\(files)")
    }

    /// While `antrain repair` holds the lock on the folder, `antrain repair new` waits, and then finds the rebuilt ledger.
    @Test func aNewLedgerDoesNotCompeteWithARepair() throws {
        let home = try Home.waiting()
        try home.antrain("schedule-next")
        #expect(try home.antrain("repair copy copy.sqlite").status == 0)
        try lose(home, "missing")
        let script = """
            "$1" repair new > new.txt 2>&1 &
            sleep 1
            cp copy.sqlite .local/share/antrain/ledger.sqlite
            """
        _ = try run(
            "/usr/bin/flock",
            ["-o", path(home, "ledger.lock"), "/bin/sh", "-c", script, "sh", BuildProducts.path("antrain")],
            environment: home.environment,
            in: home.folder.path
        )
        let isRefused = try eventually(true) { try home.folder.read("new.txt").contains("is usable") }
        #expect(isRefused)
        #expect(try home.antrain("reminder list").output.contains("Drink water"))
    }

    /// The log contains the latest changes, but cannot be read without the file.
    @Test func theLogOfALostLedgerIsKept() throws {
        let home = try Home.waiting()
        try home.antrain("schedule-next")
        try lose(home, "missing")
        try home.folder.write(Self.folder + "/ledger.sqlite-wal", "the latest changes")
        let repair = try home.antrain("repair")
        let name = try #require(
            FileManager.default.contentsOfDirectory(atPath: path(home, "")).first {
                $0.hasSuffix("-wal") && $0.contains(".damaged-")
            }
        )
        #expect(repair.output.contains("log was kept as ~/\(Self.folder)/\(name)\n"), "\(repair)")
        #expect(try home.folder.read(Self.folder + "/" + name) == "the latest changes")
        #expect(try home.antrain("reminder list").output.contains("Drink water"))
    }

    @Test(arguments: [
        ("missing", 66 as Int32, "SQLite format 3\0 damaged"), ("empty", 65, "SQLite format 3\0 damaged"),
        ("missing", 66, "overwritten"),
    ])
    func nothingChangesWithoutAUsableSnapshot(how: String, status: Int32, snapshot: String) throws {
        let home = try Home.ready()
        try home.antrain("schedule-next")
        try home.folder.write(Self.folder + "/snapshots/month-2026-11.ledger.sqlite", snapshot)
        try lose(home, how)
        let repair = try home.antrain("repair")
        #expect(repair.status == status && !repair.errors.contains(/: antrain repair(?! new)/), "\(repair)")
        #expect(repair.errors.contains("restore it from a backup, or start a new one"), "\(repair)")
        let problem = "month-2026-11.ledger.sqlite: file is not a database)"
        #expect(repair.errors.contains("no snapshot can be used (") && repair.errors.contains(problem), "\(repair)")
        if snapshot == "overwritten" { #expect(try home.antrain("today").errors.contains(problem)) }
        #expect(FileManager.default.fileExists(atPath: path(home, "ledger.sqlite")) == (how == "empty"))
        let files = try FileManager.default.contentsOfDirectory(atPath: path(home, ""))
        #expect(!files.contains { $0.hasPrefix("ledger-repair-") }, "\(files)")
    }
}
