import Foundation
import Ledger
import Recovery
import SystemPackage
import TestSupport
import Testing

/// Ledgers with a wrong byte in the 100 bytes of SQLite's header: each works, or a repair recovers all of its rows.
@Suite struct HeaderDamageTests {
    private let folder: TemporaryFolder
    private let path: FilePath

    /// A ledger with rows, and with free pages of a settings file that was longer.
    init() throws {
        folder = try TemporaryFolder()
        path = FilePath(folder.path + "/ledger.sqlite")
        let ledger = try Ledger(path: path)
        _ = try ledger.plan([notification(0), notification(2)], facts: [.settingsRead(Self.text(40_000))])
        _ = try ledger.plan([notification(0), notification(2)], facts: [.settingsRead(Self.text(10))])
        try ledger.note(told: ["a", "b"])
        ledger.checkpoint()
    }

    private static func text(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x61, count: count) }

    private func rows(_ path: FilePath) throws -> String {
        let tables = ["activation", "journal", "notification", "notification_item", "delivery", "fact", "log_entry"]
        let facts = "name NOT IN ('settings', 'clock', 'last-run', 'losses')"
        let queries = tables.map {
            "SELECT '\($0)', * FROM \($0)\($0 == "fact" ? " WHERE \(facts)" : "") ORDER BY 2, 3;"
        }
        let done = try run("/usr/bin/sqlite3", [path.string, queries.joined()])
        #expect(done.status == 0 && done.errors.isEmpty, "\(done)")
        return done.output
    }

    /// Opens a ledger, reads everything, and writes so much that free pages are used.
    private func use(_ path: FilePath) throws {
        let ledger = try Ledger(path: path, isKnown: true)
        if let damage = try ledger.damages(isThorough: true).first {
            throw LedgerError.damaged(path: path, reason: damage)
        }
        _ = try ledger.plan([notification(0), notification(2)], facts: [.settingsRead(Self.text(60_000))])
        ledger.checkpoint()
    }

    @Test(arguments: Share.of(0..<100, 20, "bytes of the header")) func noByteOfTheHeaderLosesARow(place: Int) throws {
        let expected = try rows(path)
        for mask in [0xFF, UInt8(1) << UInt8(place % 8), UInt8(1) << UInt8((place + 3) % 8)] {
            let damaged = try folder.write("\(mask)/ledger.sqlite", "")
            var bytes = try Data(contentsOf: URL(filePath: path.string))
            bytes[place] ^= mask
            try bytes.write(to: URL(filePath: damaged))
            let file = FilePath(damaged)
            do { try use(file) } catch let error as LedgerError {
                #expect(error != .foreign(path: file) && !(68..<72).contains(place), "\(mask): \(error)")
                let repair = try Ledger.repair(path: file, suffix: "damaged", now: evening)
                #expect(repair.isComplete, "\(mask): \(error); \(repair)")
                try use(file)
            }
            #expect(try rows(file) == expected, "\(mask)")
        }
    }

    /// Another program that copied antrain's migrations, or a newer antrain.
    @Test func aLedgerWithUnknownMigrationsIsNotRepaired() throws {
        let change = "PRAGMA user_version = 99; INSERT INTO grdb_migrations VALUES ('99 of a newer antrain')"
        #expect(try run("/usr/bin/sqlite3", [path.string, change]).status == 0)
        let before = try Data(contentsOf: URL(filePath: path.string))
        #expect(throws: LedgerError.newer(path: path, version: 99, isCertain: true)) {
            try Ledger.repair(path: path, suffix: "damaged", now: evening)
        }
        #expect(try Data(contentsOf: URL(filePath: path.string)) == before)
    }
}
