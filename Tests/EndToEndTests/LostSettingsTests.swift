import Foundation
import TestSupport
import Testing

/// A lost or damaged settings file does not turn reminders off.
@Suite struct LostSettingsTests {
    private static let path = ".config/antrain/settings.yaml"

    /// Damages the settings file of a home.
    private func damage(_ home: Home, _ how: String) throws {
        let file = home.folder.path + "/" + Self.path
        switch how {
        case "missing": try FileManager.default.removeItem(atPath: file)
        case "a folder":
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        case "truncated before its switch": try home.folder.write(Self.path, "time: \"07:30\"\ndays: [mon, wed, fri]\n")
        default: try home.folder.write(Self.path, how)
        }
    }

    @Test(arguments: [
        ("missing", "settings.yaml is missing"), ("a folder", "cannot be read"), ("", "contains no settings"),
        ("\n \n", "contains no settings"), ("# only a comment\n", "contains no settings"),
        ("{}\n", "contains no settings"), ("enabled:\n", "contains no settings"),
        ("\0\0\0\0\0\0\0\0", "contains only NUL bytes"), ("time: '07:", "has errors"),
        ("timezone: Mars/Olympus\n", "settings.yaml:1:11: error: unknown time zone 'Mars/Olympus'"),
    ])
    func theLastGoodSettingsRemainAndOneErrorIsReported(how: String, said: String) throws {
        let home = try Home.ready()
        try home.antrain("schedule-next")
        let before = try home.pending()
        #expect(before.count == 3)
        try damage(home, how)
        let first = try home.antrain("schedule-next")
        #expect(first.status == 78 && first.errors.contains(said), "\(first)")
        #expect(first.errors.contains("the last good settings stay in force"))
        #expect(try home.pending() == before)
        for command in ["schedule-next", "deliver"] {
            let again = try home.antrain(command)
            #expect(again.status == 78 && again.errors.isEmpty && again.output.isEmpty, "\(command): \(again)")
        }
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("schedule-next").output.contains("Today: Push Day"))
        #expect(try home.antrain("settings --json").output.contains("\"enabled\""))
    }

    @Test func aTruncatedFileTurnsNothingOff() throws {
        let home = try Home.ready()
        try damage(home, "truncated before its switch")
        for _ in 0..<2 { #expect(try home.antrain("schedule-next").status == 0) }
        #expect(try home.pending().count == 3)
        // an explicit switch counts
        try home.folder.write(Self.path, "enabled: off\n")
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        #expect(try home.pending().isEmpty)
        try home.folder.write(Self.path, "time: '07:30'\n")
        try home.antrain("schedule-next")
        #expect(try home.pending().isEmpty)
    }

    @Test func aConfigOptionWithATypoCancelsNothing() throws {
        let home = try Home.ready()
        let typo = try home.antrain("schedule-next --config typo.yaml")
        #expect(typo.status == 78 && typo.errors.contains("typo.yaml is missing"))
        #expect(try home.pending().count == 3)
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/typo.yaml"))
    }

    @Test(arguments: ["missing", "", "\0\0\0\0"]) func aChangeRestoresLostSettings(how: String) throws {
        let home = try Home.ready()
        try home.antrain("schedule-next")
        try damage(home, how)
        #expect(try home.antrain("settings horizon 3").status == 0)
        let text = try home.folder.read(Self.path)
        #expect(text.contains("07:30") && text.contains("mon") && text.contains("horizon: 3"), "\(text)")
        #expect(try home.antrain("settings --off").status == 0)
        #expect(try home.pending().isEmpty)
    }

    @Test func forgottenSecretsAreNotRestored() throws {
        let home = try Home.ready()
        let good = try home.folder.read(Self.path)
        try home.folder.write(
            Self.path,
            good + "configure:\n  hook: {plugin: webhook, url: 'https://127.0.0.1:1/secret'}\n"
        )
        try home.antrain("schedule-next")
        try damage(home, "missing")
        let refused = try home.antrain("settings horizon 3")
        #expect(refused.status == 78 && refused.errors.contains("contain secrets"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/" + Self.path))
        #expect(try home.pending().count == 3)
    }

    @Test func anEmptyHomeIsAFirstRun() throws {
        let home = try Home()
        for command in ["schedule-next", "deliver"] {
            let run = try home.antrain(command)
            #expect(run.status == 0 && run.errors.isEmpty, "\(command): \(run)")
        }
        let today = try home.antrain("today")
        #expect(today.status == 0 && today.errors.contains("antrain program activate"), "\(today)")
    }

    @Test(arguments: ["", "antrain: 1\nid: ppl\n", "\0\0\0\0"]) func aLostProgramFileStaysInForce(text: String) throws {
        let home = try Home()
        let shipped = try String(
            contentsOfFile: BuildProducts.package + "Programs/push-pull-legs.yaml",
            encoding: .utf8
        )
        try home.folder.write("mine.yaml", shipped)
        try home.antrain("program activate mine.yaml")
        try home.antrain("settings --time 07:30 --days mon,wed,fri")
        let before = try home.pending()
        try home.folder.write("mine.yaml", text)
        #expect(try home.antrain("schedule-next").errors.contains("stays active as last read"))
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        #expect(try home.pending() == before && !before.isEmpty)
    }
}
