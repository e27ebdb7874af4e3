import Foundation
import TestSupport
import Testing

/// A backup allows no plugin: its decisions count only where the user has already made the same ones.
@Suite struct RestoredPermissionTests {
    private static func backup() throws -> Home {
        let home = try BackupTests.used()
        #expect(try home.antrain("backup b.tar").status == 0)
        return home
    }

    private static func other(_ home: Home) throws -> Home {
        let other = try Home(now: "2026-11-23T08:10")
        try FileManager.default.copyItem(atPath: home.folder.path + "/b.tar", toPath: other.folder.path + "/b.tar")
        return other
    }

    /// The plugin writes its notifications to `notes.txt`.
    private static func hasRun(_ home: Home) -> Bool {
        FileManager.default.fileExists(atPath: home.folder.path + "/notes.txt")
    }

    @Test func onAnotherAccountThePluginIsNotRunAndItsNeedsAreShown() throws {
        let other = try Self.other(try Self.backup())
        let run = try other.antrain("restore b.tar")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("antrain channel allow desk") && run.output.contains("libdesk.so"), "\(run)")
        #expect(run.output.contains("it needs, according to the backup:"), "\(run)")
        other.now = "2026-11-25T07:30"
        let next = try other.antrain("schedule-next")
        #expect(next.status == 69 && next.errors.contains("antrain channel allow desk"), "\(next)")
        #expect(next.output.contains("Pull Day") && !Self.hasRun(other), "\(next)")
        let info = try other.antrain("plugin info desk --json").output
        #expect(info.contains("\"permission\" : \"not-determined\""), "\(info)")
        #expect(try other.antrain("plugin allow desk").status == 0)
        #expect(try other.antrain("plugin test desk").status == 0)
    }

    @Test func onATerminalItAsks() throws {
        let home = try Self.backup()
        let refused = try Self.other(home)
        let no = try refused.onTerminal("restore b.tar", "n")
        #expect(no.contains("channel 'desk' now, and allow it? [y/N]"), "\(no)")
        #expect(try refused.antrain("plugin test desk").status == 69)
        let allowed = try Self.other(home)
        let yes = try allowed.onTerminal("restore b.tar", "y\ny")
        #expect(yes.contains("'desk' may deliver through"), "\(yes)")
        #expect(try allowed.antrain("plugin test desk").status == 0)
    }

    /// The same decision, a decision that was withdrawn, and one that was never made.
    @Test(arguments: [("", "authorized"), ("plugin deny desk", "denied"), ("plugin reset desk", "not-determined")])
    func onTheSameAccountTheDecisionInForceCounts(change: String, state: String) throws {
        let home = try Self.backup()
        if !change.isEmpty { #expect(try home.antrain(change).status == 0) }
        try home.antrain("settings --time 06:15")
        #expect(try home.antrain("restore b.tar --yes").status == 0)
        let info = try home.antrain("plugin info desk --json").output
        #expect(info.contains("\"permission\" : \"\(state)\""), "\(info)")
    }

    /// The backup claims that the allowed plugin declared something else.
    @Test func needsAreNotTakenFromTheBackup() throws {
        let home = try Self.backup()
        var backup = try HostileBackupTests.Backup(home.folder.path + "/b.tar")
        try backup.ledger("UPDATE permission SET card = x'00' WHERE channel = 'desk'")
        try Data(try backup.archive()).write(to: URL(filePath: home.folder.path + "/bad.tar"))
        let info = try home.antrain("plugin info desk --json").output
        #expect(info.contains("authorized"), "\(info)")
        #expect(try home.antrain("restore bad.tar --yes").status == 0)
        #expect(try home.antrain("plugin info desk --json").output == info)
    }

    /// The permission is newer than the backup.
    @Test func aRestoreAndItsUndoKeepThePermissionsInForce() throws {
        let home = try BackupTests.used()
        #expect(try home.antrain("plugin reset desk").status == 0)
        #expect(try home.antrain("backup b.tar").status == 0)
        #expect(try home.antrain("plugin allow desk").status == 0)
        let restored = try home.antrain("restore b.tar --yes")
        #expect(try home.antrain("plugin info desk --json").output.contains("\"permission\" : \"authorized\""))
        let kept = try #require(restored.output.firstMatch(of: /antrain restore (.+)/)).1
        #expect(try home.antrain("restore \(kept.replacing("~", with: home.folder.path)) --yes").status == 0)
        #expect(try home.antrain("plugin test desk").status == 0)
    }

    /// A library in the user's folder comes before the plugin of the same name that ships with antrain.
    @Test func aBackupDoesNotSilenceAShippedChannel() throws {
        let home = try Home.ready()
        #expect(try home.antrain("backup good.tar").status == 0)
        var backup = try HostileBackupTests.Backup(home.folder.path + "/good.tar")
        try backup.put("data/plugins/liblog.so", "plugin", Array("evil".utf8))
        try Data(try backup.archive()).write(to: URL(filePath: home.folder.path + "/bad.tar"))
        let run = try home.antrain("restore bad.tar --yes")
        #expect(run.status == 0 && run.output.contains("liblog.so was not restored"), "\(run)")
        #expect(try home.antrain("plugin test log").status == 0)
        // The user's own one comes back.
        try home.folder.write(".local/share/antrain/plugins/liblog.so", "mine")
        let own = try home.antrain("restore bad.tar --yes")
        #expect(own.status == 0 && own.output.contains("antrain channel allow log"), "\(own)")
        #expect(try home.folder.read(".local/share/antrain/plugins/liblog.so") == "evil")
    }
}
