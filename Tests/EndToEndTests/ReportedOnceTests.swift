import Foundation
import TestSupport
import Testing

/// Errors in files are reported once under cron until the files change, and by every command on a terminal.
@Suite struct ReportedOnceTests {
    @Test func brokenSettingsAreReportedOnceUntilTheyChange() throws {
        let home = try Home.ready()
        try home.antrain("schedule-next")
        let path = ".config/antrain/settings.yaml"
        let good = try home.folder.read(path)
        try home.folder.write(path, good + "tme: 5\n")
        #expect(try home.antrain("schedule-next").errors.contains("the last good settings stay in force"))
        for line in ["schedule-next", "deliver"] {
            let again = try home.antrain(line)
            #expect(again.status == 78 && again.errors.isEmpty && again.output.isEmpty, "\(line): \(again.errors)")
        }
        for line in ["week", "schedule-next --verbose", "schedule-next --dry-run"] {
            #expect(try home.antrain(line).errors.contains("error:"), "\(line)")
        }
        try home.folder.write(path, good + "tmee: 5\n")
        #expect(try home.antrain("schedule-next").errors.contains("'tmee'"))
        try home.folder.write(path, good)
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        try home.folder.write(path, good + "tme: 5\n")
        #expect(try home.antrain("schedule-next").errors.contains("'tme'"))
    }

    /// A status bar that reads problems and shows none does not keep cron from reporting them.
    @Test(arguments: ["--json", "today", "settings"])
    func readingSilencesNoRoutineRun(line: String) throws {
        let home = try Home.ready()
        try home.antrain("schedule-next")
        let path = ".config/antrain/settings.yaml"
        try home.folder.write(path, try home.folder.read(path) + "tme: 5\n")
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        let before = try Data(contentsOf: URL(filePath: ledger))
        _ = try home.antrain(line)
        #expect(try Data(contentsOf: URL(filePath: ledger)) == before, "\(line) wrote to the ledger")
        let run = try home.antrain("schedule-next")
        #expect(run.status == 78 && run.errors.contains("'tme'"), "\(run)")
    }

    @Test func settingsThatWereNeverValidAreReportedOnce() throws {
        let home = try Home()
        try home.folder.write(".config/antrain/settings.yaml", "tme: 5\n")
        let first = try home.antrain("schedule-next")
        #expect(first.status == 78 && first.errors.contains("'tme'"))
        let again = try home.antrain("schedule-next")
        #expect(again.status == 78 && again.errors.isEmpty, "\(again.errors)")
        #expect(try home.antrain("week").errors.contains("'tme'"))
    }

    /// Runs a command as a user who cannot write the files.
    ///
    /// A quarter of an hour passes before each run, so that it records when it ran.
    private func antrain(_ line: String, _ home: Home, _ user: OrdinaryUser, zone: String? = nil) throws -> Finished {
        let minutes = (Int(home.now.suffix(5).prefix(2)) ?? 0) * 60 + (Int(home.now.suffix(2)) ?? 0) + 15
        home.now = "2026-11-22T" + String(format: "%02d:%02d", minutes / 60, minutes % 60)
        let words = user.words([BuildProducts.path("antrain")] + line.split(separator: " ").map(String.init))
        let environment = home.environment.merging(zone.map { ["TZ": $0] } ?? [:]) { $1 }
        return try run(words[0], Array(words.dropFirst()), environment: environment, in: home.folder.path)
    }

    /// A problem that cannot be recorded in the ledger.
    @Test(arguments: ["ledger", "folder", "zone"], ["schedule-next", "deliver"])
    func whatTheLedgerCannotRecordIsReportedOnce(problem: String, line: String) throws {
        let home = try Home.ready()
        try home.antrain("schedule-next")
        let user = OrdinaryUser()
        try user.own(home.folder)
        let data = home.folder.path + "/.local/share/antrain"
        func spoil(_ isSpoilt: Bool) throws {
            // SQLite gives the files next to the ledger the same mode.
            let ledger = ["", "-shm", "-wal"].map { data + "/ledger.sqlite" + $0 }
            let mode = problem == "ledger" ? (isSpoilt ? 0o400 : 0o600) : (isSpoilt ? 0o500 : 0o700)
            for path in problem == "zone" ? [] : problem == "ledger" ? ledger : [data] {
                guard FileManager.default.fileExists(atPath: path) else { continue }
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            }
        }
        var zone: String? { problem == "zone" ? "Nowhere/City" : nil }
        defer { try? spoil(false) }
        try spoil(true)
        let first = try antrain(line, home, user, zone: zone)
        #expect(first.status != 0 && first.errors.contains("antrain: "), "\(first)")
        for line in [line, "schedule-next", "deliver"] {
            let again = try antrain(line, home, user, zone: zone)
            #expect(again.status == first.status && (again.output + again.errors).isEmpty, "\(line): \(again)")
        }
        // A person is told each time.
        #expect(try antrain(line + " --verbose", home, user, zone: zone).errors.contains("antrain: "))
        #expect(try antrain(line, home, user, zone: zone).errors.isEmpty)
        // Another problem is reported, and so is the same one after it was solved.
        let other = try antrain(line, home, user, zone: "Else/Where")
        #expect(other.errors.contains("Else/Where"), "\(other)")
        try spoil(false)
        #expect(try antrain(line, home, user).errors.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/.local/state/antrain/reported"))
        try spoil(true)
        #expect(try antrain(line, home, user, zone: zone).errors == first.errors)
        // Nothing can be recorded.
        let state = home.folder.path + "/.local/state/antrain"
        try FileManager.default.removeItem(atPath: state + "/reported")
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: state)
        for _ in 0..<2 { #expect(try antrain(line, home, user, zone: zone).errors == first.errors) }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: state)
    }

    /// Warnings that the ledger cannot record are not repeated either.
    @Test func brokenSettingsAreReportedOnceWithoutAWritableLedger() throws {
        let home = try Home.ready()
        try home.antrain("schedule-next")
        let user = OrdinaryUser()
        try user.own(home.folder)
        let path = ".config/antrain/settings.yaml"
        try home.folder.write(path, try home.folder.read(path) + "tme: 5\n")
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: ledger)
        let first = try antrain("schedule-next", home, user)
        #expect(first.errors.contains("'tme'"), "\(first)")
        let again = try antrain("schedule-next", home, user)
        #expect(again.status != 0 && again.errors.isEmpty, "\(again)")
    }

    @Test func aBrokenProgramIsReportedOnceUntilItChanges() throws {
        let home = try Home()
        let shipped = try String(
            contentsOfFile: BuildProducts.package + "Programs/push-pull-legs.yaml",
            encoding: .utf8
        )
        let file = try home.folder.write("mine.yaml", shipped)
        try home.antrain("program activate mine.yaml")
        try home.antrain("settings --time 07:30")
        try home.folder.write("mine.yaml", shipped + "nonsense: 1\n")
        #expect(try home.antrain("schedule-next").errors.contains("stays active as last read"))
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        #expect(try home.antrain("week").errors.contains("stays active as last read"))
        try FileManager.default.removeItem(atPath: file)
        #expect(try home.antrain("schedule-next").errors.contains("restore the file"))
        #expect(try home.antrain("schedule-next").errors.isEmpty)
    }
}
