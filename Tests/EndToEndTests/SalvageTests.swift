import Foundation
import TestSupport
import Testing

/// Ledgers that SQLite cannot open, or that lost data that only the user can enter again.
@Suite struct SalvageTests {
    private static let path = ".local/share/antrain/ledger.sqlite"

    /// A home with an active program, history, and one of the user's own reminders.
    private func home() throws -> (home: Home, ledger: String) {
        let home = try Home.waiting()
        try home.antrain("done")
        return (home, home.folder.path + "/" + Self.path)
    }

    private func overwrite(_ path: String, page: Int, with byte: UInt8, count: Int = 4096) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: UInt64((page - 1) * 4096))
        try file.write(contentsOf: Data(repeating: byte, count: count))
        try file.close()
    }

    /// The first page has the file's header and the schema.
    @Test(arguments: [0, 0x5A] as [UInt8], [100, 4096]) func aDamagedFirstPageLosesNothing(byte: UInt8, count: Int)
        throws
    {
        let (home, ledger) = try home()
        let (history, pending) = (try home.antrain("history --json").output, try home.pending())
        try overwrite(ledger, page: 1, with: byte, count: count)
        let broken = try home.antrain("today")
        #expect(broken.status == 65 && broken.errors.contains("antrain repair"), "\(broken)")
        let repair = try home.antrain("repair")
        #expect(repair.status == 0, "\(repair)")
        // With the rest of the page, the schema is lost, so nothing shows that all rows were found.
        #expect(repair.output.contains("lost") == (count > 100), "\(repair)")
        #expect(try home.antrain("history --json").output == history)
        #expect(try home.pending() == pending)
        #expect(try home.antrain("program list").output.contains("Push Pull Legs"))
        #expect(try home.antrain("reminder list").output.contains("Drink water"))
        #expect(!repair.output.contains("lost the activation") && !repair.output.contains("may have lost"))
        let status = try home.antrain("--json").output.filter { !$0.isWhitespace }
        #expect(status.contains("\"losses\":[]"), "\(status)")
    }

    /// An incomplete copy.
    @Test func aTruncatedFileKeepsItsRows() throws {
        let (home, ledger) = try home()
        let size = try #require(try FileManager.default.attributesOfItem(atPath: ledger)[.size] as? Int)
        #expect(truncate(ledger, size / 4096 / 2 * 4096 + 100) == 0)
        let repair = try home.antrain("repair")
        #expect(repair.status == 0 && repair.output.contains("an unknown number lost"), "\(repair)")
        #expect(!repair.output.contains(" 0 lost"))
        #expect(try home.antrain("schedule-next").status == 0)
    }

    /// The page of the activations is overwritten: the journal and the pending reminders still name the program.
    @Test func aLostActivationIsReportedWithTheCommand() throws {
        let (home, ledger) = try home()
        for table in ["activation", "reminder"] {
            let page = try run(
                "/usr/bin/sqlite3",
                [ledger, "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'"]
            )
            try overwrite(ledger, page: try #require(Int(page.output.dropLast())), with: 0x5A)
        }
        let repair = try home.antrain("repair")
        let command = "antrain program activate push-pull-legs"
        #expect(repair.output.contains(command) && repair.output.contains("'Drink water'"), "\(repair)")
        #expect(repair.output.contains("activation: 0 rows kept, an unknown number lost"))
        let status = try home.antrain("")
        #expect(status.errors.contains("lost the activation of 'Push Pull Legs'") && status.errors.contains(command))
        #expect(status.errors.contains("lost your reminder 1, 'Drink water'"), "\(status.errors)")
        #expect(try home.antrain("--json").output.contains("\"command\" : \"\(command)\""))
        #expect(try home.antrain("program activate push-pull-legs").status == 0)
        try home.antrain(arguments: ["reminder", "add", "Drink water", "--at", "09:00"])
        #expect(try !home.antrain("").errors.contains("lost"))
    }

    @Test func aFileWithoutRowsIsNoLedger() throws {
        let (home, ledger) = try home()
        try Data(repeating: 0x41, count: 20_000).write(to: URL(filePath: ledger))
        let repair = try home.antrain("repair")
        #expect(repair.status == 65 && repair.errors.contains("antrain repair new"), "\(repair)")
    }

    /// Before the command, the empty file and its folder are accessible to others.
    @Test func aNewLedgerIsPrivate() throws {
        let (home, ledger) = try home()
        for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: ledger + end) }
        try Data().write(to: URL(filePath: ledger))
        let folder = home.folder.path + "/.local/share/antrain"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: ledger)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
        #expect(try home.antrain("repair new").status == 0)
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(ledger) == 0o600)
        #expect(try mode(folder) == 0o700)
    }
}
