import Foundation
import TestSupport
import Testing

/// A file system without hard links, such as vfat: link(2) fails with EPERM.
@Suite struct NoLinksTests {
    private static let ledger = ".local/share/antrain/ledger.sqlite"

    private func home() throws -> FaultHome {
        let home = try FaultHome()
        try home.write(".config/antrain/settings.yaml", home.settings)
        for line in [
            "program activate push-pull-legs", "plugin allow note", "reminder add Tea --in 16h", "schedule-next",
        ] {
            #expect(try home.antrain(line).status == 0, "\(line)")
        }
        return home
    }

    private func damaged(_ home: FaultHome) throws -> [String] {
        try home.files().files.keys.filter { $0.hasPrefix(Self.ledger + ".damaged-") && !$0.hasSuffix("-wal") }
    }

    @Test(arguments: ["UPDATE reminder SET at = 'x'", "no tables"]) func aLedgerIsRepaired(how: String) throws {
        let home = try home()
        let path = home.path + "/" + Self.ledger
        if how == "no tables" {
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        }
        #expect(try run("/usr/bin/sqlite3", [path, how == "no tables" ? "VACUUM" : how]).status == 0)
        let repair = try home.antrain("repair", "no-links", at: 0).finished
        #expect(repair.status == 0, "\(repair)")
        #expect(try damaged(home).count == 1)
        #expect(try home.antrain("reminder list").output.contains("Tea"))
        #expect(try home.antrain("doctor --files").status == 0)
    }

    @Test func aBackupIsRestored() throws {
        let home = try home()
        #expect(try home.antrain("backup b.tar").status == 0)
        #expect(try home.antrain("settings --time 06:15").status == 0)
        let restore = try home.antrain("restore b.tar --yes", "no-links", at: 0).finished
        #expect(restore.status == 0, "\(restore)")
        #expect(try home.antrain("settings --json").output.contains("07:30"))
        #expect(try !home.files().files.keys.contains { $0.contains(".antrain-restore") })
    }
}
