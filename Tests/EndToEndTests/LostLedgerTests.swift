import Foundation
import TestSupport
import Testing

/// A lost or damaged ledger: it is not silently replaced, and `antrain repair` keeps what can be read.
@Suite struct LostLedgerTests {
    private static let folder = ".local/share/antrain"

    private func ledger(_ home: Home) -> String { home.folder.path + "/" + Self.folder + "/ledger.sqlite" }

    private func lose(_ home: Home, _ how: String) throws {
        let path = ledger(home)
        switch how {
        case "missing":
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        case "folder missing":
            try FileManager.default.removeItem(atPath: home.folder.path + "/" + Self.folder)
        case "an empty database":
            try FileManager.default.removeItem(atPath: path)
            #expect(try run("/usr/bin/sqlite3", [path, "VACUUM"]).status == 0)
        default: try Data(how.utf8).write(to: URL(filePath: path))
        }
    }

    @Test(arguments: [
        ("missing", 66 as Int32, "is missing"), ("folder missing", 66, "is missing"), ("", 65, "is empty"),
        ("an empty database", 65, "is empty"),
    ])
    func aLostLedgerIsNotReplaced(how: String, status: Int32, said: String) throws {
        let home = try Home.waiting()
        try lose(home, how)
        let first = try home.antrain("schedule-next")
        #expect(first.status == status && first.errors.contains(said), "\(first)")
        #expect(first.errors.contains("restore it from a backup") && first.errors.contains("antrain repair new"))
        // cron reports it once, a terminal each time
        let again = try home.antrain("schedule-next")
        #expect(again.status == status && again.errors.isEmpty && again.output.isEmpty, "\(again)")
        for command in ["today", "pending", "history", "deliver --json", "settings --time 08:00", "plugin list"] {
            let run = try home.antrain(command)
            #expect(run.status == status && run.errors.contains(said), "\(command): \(run)")
        }
        // the suggested remedy
        let begun = try home.antrain("repair new")
        #expect(begun.status == 0 && begun.output.contains("a new ledger was created"), "\(begun)")
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try home.antrain("repair new").status == 64)
        try lose(home, "missing")
        #expect(try home.antrain("today").status == 66)
    }

    /// In a copied or moved home, the list of ledgers contains another path.
    @Test(arguments: [
        ("missing", 66 as Int32, "is missing"), ("", 65, "is empty"), ("x", 65, "is empty"),
        ("an empty database", 65, "is empty"),
    ])
    func aLostLedgerOfAMovedHomeIsNotReplaced(how: String, status: Int32, said: String) throws {
        let home = try Home.waiting()
        try home.antrain("schedule-next")
        try FileManager.default.removeItem(atPath: home.folder.path + "/.local/state/antrain/ledgers")
        try lose(home, how)
        for command in ["schedule-next", "today", "pending", "history", "doctor --files", "schedule-next --verbose"] {
            let run = try home.antrain(command)
            #expect(run.status == status && run.words.contains(said), "\(command): \(run)")
        }
        let begun = try home.antrain("repair new")
        #expect(begun.status == 0 && begun.output.contains("a new ledger was created"), "\(begun)")
        #expect(try home.antrain("schedule-next").status == 0)
    }

    /// The list of ledgers is in another folder, and its paths are relative to the home.
    @Test func aMovedHomeWithoutItsDataIsNoNewHome() throws {
        let home = try Home.waiting()
        let moved = try Home()
        for name in [".config", ".local"] {
            try FileManager.default.moveItem(
                atPath: "\(home.folder.path)/\(name)",
                toPath: "\(moved.folder.path)/\(name)"
            )
        }
        #expect(try moved.antrain("today").status == 0)
        try FileManager.default.removeItem(atPath: "\(moved.folder.path)/\(Self.folder)")
        let lost = try moved.antrain("schedule-next")
        #expect(lost.status == 66 && lost.errors.contains("is missing, but it existed before"), "\(lost)")
        #expect(!FileManager.default.fileExists(atPath: "\(moved.folder.path)/\(Self.folder)"))
    }

    /// Earlier versions listed absolute paths.
    @Test func theListOfLedgersIsMadeRelative() throws {
        let home = try Home()
        let list = ".local/state/antrain/ledgers"
        try home.folder.write(list, "/elsewhere/ledger.sqlite\n\(ledger(home))\n")
        #expect(try home.antrain("schedule-next").status == 66)
        #expect(try home.antrain("repair new").status == 0)
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try home.folder.read(list) == "/elsewhere/ledger.sqlite\n~/\(Self.folder)/ledger.sqlite\n")
    }

    /// A write-ahead log with content belongs to a ledger that was deleted without it.
    @Test func aLogShowsThatThereWasALedger() throws {
        let home = try Home()
        try home.folder.write(Self.folder + "/ledger.sqlite-wal", "")
        #expect(try home.antrain("schedule-next").status == 0)
        let lost = try Home()
        try lost.folder.write(Self.folder + "/ledger.sqlite-wal", "changes")
        for command in ["schedule-next", "today", "doctor --files"] {
            let run = try lost.antrain(command)
            #expect(
                run.status == 66 && run.words.contains("is missing, but it existed before"),
                "\(command): \(run)"
            )
        }
        #expect(try lost.antrain("repair new").status == 0)
        #expect(try lost.folder.read(Self.folder + "/ledger.sqlite.lost-wal") == "changes")
        #expect(try lost.antrain("today").status == 0)
    }

    /// Without snapshots and a log, only an empty file shows that there was data; the first start leaves none, even if it is interrupted.
    @Test func anEmptyFileIsALostLedger() throws {
        let home = try Home()
        try home.folder.write(Self.folder + "/ledger.sqlite", "")
        #expect(try home.antrain("schedule-next").status == 65)
        #expect(try home.antrain("repair new").status == 0)
        let first = try Home()
        try first.folder.write(Self.folder + "/snapshots/month-2026-11.ledger.sqlite", "no snapshot")
        #expect(try first.antrain("schedule-next").status == 0)
        #expect(try first.antrain("today").status == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: first.folder.path + "/" + Self.folder)
        #expect(!files.contains { $0.hasSuffix(".tmp") }, "\(files)")
        #expect(try FileManager.default.attributesOfItem(atPath: ledger(first))[.posixPermissions] as? Int == 0o600)
    }

    @Test func theFirstCommandRemovesTemporaryFilesOfKilledProcesses() throws {
        let home = try Home()
        let left = [".antrain-4194303.tmp", ".antrain-4194303.tmp-journal"]
        let kept = [".antrain-1.tmp", ".antrain-notes.tmp", ".antrain-4194303.txt"]
        for name in left + kept { try home.folder.write(Self.folder + "/" + name, "left") }
        #expect(try home.antrain("schedule-next").status == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: home.folder.path + "/" + Self.folder)
        #expect(files.filter { $0.hasPrefix(".antrain-") }.sorted() == kept.sorted(), "\(files)")
    }

    /// The disk of the file behind a link may only be unmounted.
    @Test(arguments: [true, false])
    func aLinkToAMissingLedgerIsNotReplaced(isListed: Bool) throws {
        let home = try linked()
        let disk = home.folder.path + "/disk"
        if !isListed { try FileManager.default.removeItem(atPath: home.folder.path + "/.local/state/antrain/ledgers") }
        try FileManager.default.moveItem(atPath: disk, toPath: disk + ".unmounted")
        let said = "is a symbolic link to \(disk)/ledger.sqlite, which does not exist"
        for command in ["schedule-next", "today", "doctor --files --json", "repair", "repair new", "repair --json"] {
            let run = try home.antrain(command)
            #expect(run.status == 66 && run.words.contains(said), "\(command): \(run)")
            #expect(!run.words.contains("antrain repair"), "\(command): \(run)")
        }
        #expect(!FileManager.default.fileExists(atPath: disk))
        try FileManager.default.moveItem(atPath: disk + ".unmounted", toPath: disk)
        #expect(try home.antrain("reminder list").output.contains("Drink water"))
    }

    /// A repair changes the file behind a link.
    @Test(arguments: ["empty", "wrong value", "damaged"])
    func aLinkStaysALink(how: String) throws {
        let home = try linked()
        let file = home.folder.path + "/disk/ledger.sqlite"
        switch how {
        case "empty": try Data().write(to: URL(filePath: file))
        case "damaged": try Data(repeating: 0x5A, count: 100).write(to: URL(filePath: file))
        default: _ = try run("/usr/bin/sqlite3", [file, "UPDATE reminder SET at = 'x'"])
        }
        let command = how == "damaged" ? "repair new" : "repair"
        let repair = try home.antrain(command)
        #expect(repair.status == 0, "\(repair)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: ledger(home)) == file)
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try home.antrain("reminder list").output.contains("Drink water") == (how != "damaged"))
        let files = try FileManager.default.contentsOfDirectory(atPath: home.folder.path + "/disk")
        #expect(files.contains { $0.hasPrefix("ledger.sqlite.damaged-") } == (how != "empty"), "\(files)")
    }

    /// A home whose ledger is behind a link, with a snapshot.
    private func linked() throws -> Home {
        let home = try Home.waiting()
        try home.antrain("schedule-next")
        let disk = home.folder.path + "/disk"
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: ledger(home), toPath: disk + "/ledger.sqlite")
        for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: ledger(home) + end) }
        try FileManager.default.createSymbolicLink(atPath: ledger(home), withDestinationPath: disk + "/ledger.sqlite")
        #expect(try home.antrain("reminder list").output.contains("Drink water"))
        return home
    }

    @Test func aRestoredBackupIsUsed() throws {
        let home = try Home.ready()
        #expect(try home.antrain("repair copy copy.sqlite").status == 0)
        #expect(try home.antrain("repair copy copy.sqlite").status == 64)
        let before = try home.pending()
        try lose(home, "missing")
        #expect(try home.antrain("schedule-next").status == 66)
        try FileManager.default.copyItem(atPath: home.folder.path + "/copy.sqlite", toPath: ledger(home))
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try home.pending() == before)
    }

    @Test func aDamagedPageIsRepaired() throws {
        let home = try Home.waiting()
        for number in 0..<60 {
            try home.antrain(arguments: [
                "reminder", "add", "Reminder \(number) \(String(repeating: "x", count: 150))", "--at",
                "2026-12-01 08:00",
            ])
        }
        // A page of the reminders' table is overwritten, as by a failing disk.
        let path = ledger(home)
        let root = try #require(
            Int(
                try run("/usr/bin/sqlite3", [path, "SELECT max(pageno) FROM dbstat WHERE name = 'reminder'"]).output
                    .split(separator: "\n").first ?? ""
            )
        )
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: UInt64((root - 1) * 4096))
        try file.write(contentsOf: Data(repeating: 0x5A, count: 4096))
        try file.close()
        let broken = try home.antrain("schedule-next")
        #expect(broken.status == 65 && broken.errors.contains("antrain repair"), "\(broken)")
        let repair = try home.antrain("repair")
        #expect(repair.status == 0 && repair.output.contains("part of the table could not be read"), "\(repair)")
        #expect(repair.output.contains("the damaged ledger was kept as ~/\(Self.folder)/ledger.sqlite.damaged-"))
        #expect(try home.antrain("schedule-next").status == 0)
        let kept = try home.antrain("reminder list").output.split(separator: "\n").count { $0.contains("Reminder ") }
        #expect(kept > 10 && kept < 60)
        #expect(try home.antrain("history").output.contains("Push Day"))
        let files = try FileManager.default.contentsOfDirectory(atPath: home.folder.path + "/" + Self.folder)
        #expect(files.contains { $0.hasPrefix("ledger.sqlite.damaged-") && !$0.hasSuffix("-wal") })
        #expect(!files.contains { $0.contains("repair") })
    }

    @Test func wrongValuesAreRepaired() throws {
        let home = try Home.waiting()
        #expect(try run("/usr/bin/sqlite3", [ledger(home), "UPDATE reminder SET at = 'x'"]).status == 0)
        #expect(try home.antrain("schedule-next").status == 65)
        let repair = try home.antrain("repair")
        #expect(repair.output.contains("reminder: 0 rows kept, 1 lost"), "\(repair)")
        #expect(repair.output.contains("lost: table reminder, row number 1, column at: 'x' is not"))
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try home.antrain("repair").output.contains("rows were kept"))
    }

    @Test func aForeignFileIsNotRepairedButKept() throws {
        let home = try Home.ready()
        try lose(home, String(repeating: "no database ", count: 1000))
        let repair = try home.antrain("repair")
        #expect(repair.status == 65, "\(repair)")
        #expect(repair.errors.contains("start a new ledger, run: antrain repair new"), "\(repair)")
        #expect(try home.folder.read(Self.folder + "/ledger.sqlite").hasPrefix("no database"))
        let new = try home.antrain("repair new")
        #expect(new.status == 0 && new.output.contains("the damaged ledger was kept as"), "\(new)")
        let files = try FileManager.default.contentsOfDirectory(atPath: home.folder.path + "/" + Self.folder)
        let kept = try #require(files.first { $0.hasPrefix("ledger.sqlite.damaged-") })
        #expect(try home.folder.read(Self.folder + "/" + kept).hasPrefix("no database"))
        #expect(try home.antrain("program list").status == 0)
    }

    @Test func aCopyOfTheFileIsCompleteDuringTheDaemon() throws {
        let home = try DaemonHome()
        try home.start()
        let path = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        #expect(try home.antrain("reminder add Stretch --in 45m").status == 0)
        // The daemon notices the change, plans, and is idle then.
        let copy = home.folder.path + "/copy.sqlite"
        let found = try eventually("Stretch\n") {
            try? FileManager.default.removeItem(atPath: copy)
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            return try run("/usr/bin/sqlite3", [copy, "SELECT title FROM reminder"]).output
        }
        #expect(found == "Stretch\n")
    }

    @Test func aWritableLedgerCausesOneWarning() throws {
        let home = try Home.ready()
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: ledger(home))
        #expect(try home.antrain("schedule-next").errors.contains("other users can read or change the ledger"))
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        #expect(try home.antrain("today").errors.contains("chmod 600 ~/.local/share/antrain/ledger.sqlite"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: ledger(home))
        #expect(try home.antrain("today").errors.isEmpty)
    }
}
