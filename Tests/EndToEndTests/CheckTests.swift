import Foundation
import TestSupport
import Testing

/// `antrain doctor --files` examines antrain's own files, and `antrain repair` recovers a damaged ledger.
@Suite struct CheckTests {
    private static let snapshots = DoctorHome.data + "/snapshots"
    private static let month = snapshots + "/month-2026-11.ledger.sqlite"

    /// What `check` must find, and what solves it: `--fix`, or the command in the fix.
    static let breakages = [
        DoctorBreakage("a row without its parent", "ledger-damaged", "antrain repair", 65) {
            try $0.sql(
                "PRAGMA foreign_keys = off; INSERT INTO delivery (notification, channel, state, attempts, due_at) VALUES (999, 'log', 'pending', 0, 0)"
            )
        },
        DoctorBreakage("an index that lacks a row", "ledger-damaged", "antrain repair", 65) {
            try $0.sql(
                """
                PRAGMA writable_schema = on; UPDATE sqlite_schema SET sql = 'CREATE INDEX held ON notification (id)',
                name = 'held' WHERE rowid = (SELECT max(rowid) FROM sqlite_schema WHERE type = 'index' AND sql <> '')
                """
            )
        },
        DoctorBreakage("an invalid value", "ledger-damaged", "antrain repair", 65) {
            try $0.sql("UPDATE activation SET start_date = 'x'")
        },
        DoctorBreakage("a decision without a channel", "decision-unused", "antrain plugin reset gone", 0) {
            try $0.sql("INSERT INTO permission (channel, state, decided_at) VALUES ('gone', 'denied', 0)")
        },
        DoctorBreakage("a plugin that nothing uses", "plugin-unused", "antrain plugin remove desk", 0) {
            try $0.write(DoctorHome.data + "/plugins/libdesk.so", "junk")
        },
        DoctorBreakage("a damaged snapshot", "snapshot-damaged", "rm ~/\(snapshots)/month-2026-10", 65) {
            try $0.write(snapshots + "/month-2026-10.ledger.sqlite", "junk")
            try $0.chmod(snapshots + "/month-2026-10.ledger.sqlite", 0o600)
        },
        DoctorBreakage("a snapshot of another schema", "snapshot-damaged", "rm ~/\(snapshots)/schema-3", 65) {
            try FileManager.default.copyItem(
                atPath: "\($0.path)/\(month)",
                toPath: "\($0.path)/\(snapshots)/schema-3.ledger.sqlite"
            )
        },
        DoctorBreakage("snapshots that are out of date", "snapshot-old", "antrain schedule-next", 69) {
            try FileManager.default.moveItem(
                atPath: "\($0.path)/\(month)",
                toPath: "\($0.path)/\(snapshots)/month-2026-08.ledger.sqlite"
            )
        },
        DoctorBreakage("no snapshot", "snapshot-old", "antrain schedule-next", 0) { try $0.remove(month) },
        DoctorBreakage("a snapshot that others can read", "open-to-others", "chmod 600 ~/\(month)", 74) {
            try $0.chmod(month, 0o644)
        },
        DoctorBreakage("a snapshot that was not completed", "leftover", "rm ~/\(month).new", 74) {
            try $0.write(month + ".new", "x")
        },
        DoctorBreakage("a backup that was not completed", "leftover", "rm ~/\(snapshots)", 74) {
            try $0.write(snapshots + "/.antrain-2000000000-before-restore-202611220700.tar.tmp", "x")
        },
        DoctorBreakage("the copies of a killed restore", "leftover", "antrain restore --abort", 74) {
            try killRestore($0)
        },
        DoctorBreakage("the copies of a killed repair", "leftover", "rm -r ~/\(DoctorHome.data)/.antrain-repair", 74) {
            try $0.write(DoctorHome.data + "/.antrain-repair-2000000000/ledger.sqlite", "x")
        },
    ]

    @Test(arguments: breakages) func eachProblemIsFoundAndItsFixSolvesIt(breakage: DoctorBreakage) throws {
        let home = try DoctorHome()
        try breakage.inflict(home)
        let before = try home.snapshot()
        let (findings, status) = try home.findings(of: "doctor --files")
        let found = try #require(findings.first { $0.code == breakage.code }, "\(findings)")
        #expect(found.fix.contains(breakage.fix) && status == breakage.status, "\(findings)")
        #expect(try home.snapshot() == before)
        // What 'check' finds, 'doctor' finds, too, except what only the thorough check of the ledger finds.
        if breakage.code != "ledger-damaged" {
            #expect(try home.findings().findings.contains { $0.code == breakage.code })
        }
        try home.solve(found, of: "doctor --files")
        #expect(try !home.findings(of: "doctor --files").findings.contains { $0.code == breakage.code })
    }

    /// The difference between two schemas is not damage.
    @Test(arguments: [14, 15])
    func anEarlierLedgerIsUpdatedByARepair(version: Int) throws {
        let home = try DoctorHome()
        try home.sql(FormerLedger.sql(version: version))
        let repair = try home.antrain("repair")
        #expect(repair.status == 0 && repair.output.contains("is intact"), "\(repair)")
        let files = try FileManager.default.contentsOfDirectory(atPath: home.path + "/" + DoctorHome.data)
        #expect(!files.contains { $0.contains("damaged") }, "\(files)")
        let snapshot = home.path + "/" + DoctorHome.data + "/snapshots/schema-\(version).ledger.sqlite"
        #expect(FileManager.default.fileExists(atPath: snapshot))
    }

    @Test func aHealthyHomeHasNoFindings() throws {
        let home = try DoctorHome()
        let before = try home.snapshot()
        let run = try home.antrain("doctor --files")
        #expect(run.status == 0 && run.output.contains("1, the newest from 2026-11"), "\(run)")
        #expect(!run.output.contains("trigger") && !run.output.contains("channel"), "\(run)")
        #expect(try home.snapshot() == before)
    }

    /// Leaves the journal and a copy of a restore that was killed before it replaced any file.
    static func killRestore(_ home: DoctorHome) throws {
        let copy = DoctorHome.data + "/.antrain-restore-1"
        try home.write(copy + "-0.new", "x")
        let step = #"{"target": "\#(home.path)/x", "new": "\#(home.path)/\#(copy)-0.new"}"#
        let ledger = #"{"target": "\#(home.path)/y", "new": "\#(home.path)/\#(copy)-ledger.new"}"#
        let journal = #"{"steps": [\#(step)], "folders": [], "ledger": \#(ledger)}"#
        try home.write(DoctorHome.data + "/.antrain-restore-prepared.json", journal)
    }

    @Test func onlyARestoreOrDoctorRemovesTheCopiesOfAKilledRestore() throws {
        let home = try DoctorHome()
        let copy = "\(home.path)/\(DoctorHome.data)/.antrain-restore-1-0.new"
        for line in ["restore --abort", "doctor --fix", "restore b.tar --yes"] {
            #expect(try home.antrain("backup b.tar --force").status == 0)
            try Self.killRestore(home)
            for reading in ["today", "pending", "schedule-next"] { try home.antrain(reading) }
            #expect(FileManager.default.fileExists(atPath: copy), "\(line)")
            try home.antrain(line)
            #expect(!FileManager.default.fileExists(atPath: copy), "\(line)")
            #expect(try home.antrain("restore --abort").status == 66, "\(line)")
        }
    }

    /// What SQLite cannot read at all is damage, too, and neither a wrong header nor a schema that a restore refuses is intact.
    @Test(arguments: ["index", "header", "schema"]) func allThatARepairReplacesIsFound(part: String) throws {
        let home = try DoctorHome()
        let ledger = home.path + "/" + DoctorHome.ledger
        if part == "schema" {
            let sql = """
                PRAGMA writable_schema = on;
                UPDATE sqlite_schema SET sql = replace(sql, 'title TEXT', 'title TExT') WHERE name = 'notification';
                """
            #expect(try run("/usr/bin/sqlite3", [ledger, sql]).status == 0)
            #expect(try home.antrain("backup b.tar").errors.contains("antrain repair"))
        }
        var bytes = try Data(contentsOf: URL(filePath: ledger))
        if part == "index" {
            let query = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_grdb_migrations_1'"
            let page = try #require(Int(try run("/usr/bin/sqlite3", [ledger, query]).output.dropLast()))
            let start = (page - 1) * 4096
            // The size of the header of the first entry (https://www.sqlite.org/fileformat.html#b_tree_pages).
            bytes[start + Int(bytes[start + 8]) * 256 + Int(bytes[start + 9]) + 1] = 0x83
        } else if part == "header" {
            // The number of the text encoding.
            bytes[58] = 0xEC
        }
        try bytes.write(to: URL(filePath: ledger))
        let check = try home.antrain("doctor --files")
        #expect(check.status == 65 && check.output.contains("antrain repair"), "\(check)")
        #expect(try home.antrain("repair").output.contains("was kept as"))
        #expect(try home.antrain("doctor --files").status == 0)
        #expect(try home.antrain("backup b.tar").status == 0)
    }

    /// `before-restore-*.tar` files would otherwise pile up.
    @Test func onlyTheLatestBackupsOfReplacedFilesAreKept() throws {
        let home = try DoctorHome()
        try home.antrain("backup b.tar")
        var latest: Substring = ""
        for number in 1...5 {
            try home.antrain("settings --time 0\(number):00")
            let run = try home.antrain("restore b.tar --yes")
            #expect(run.status == 0, "\(run)")
            latest = run.output.components(separatedBy: "antrain restore ").last?.split(separator: "\n").first ?? ""
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/\(Self.snapshots)").filter {
            $0.hasPrefix("before-restore-")
        }
        #expect(names.count == 3, "\(names)")
        // The latest has what the last restore replaced.
        let path = latest.replacing("~", with: home.path)
        #expect(try home.antrain("restore \(path) --yes").status == 0, "\(path)")
        #expect(try home.antrain("settings").output.contains("05:00"))
    }
}
