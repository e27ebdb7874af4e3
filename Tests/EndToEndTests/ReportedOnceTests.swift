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
    @Test(arguments: ["status --json", "today", "settings"])
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
