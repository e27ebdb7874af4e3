import Foundation
@testable import Ledger
@testable import Recovery
import SystemPackage
import TestSupport
import Testing

/// A read error of the disk is not damage of the ledger.
@Suite struct ReadFailureTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/ledger.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
        let ledger = try Ledger(path: FilePath(path))
        _ = try ledger.plan((0..<7).map { notification($0) })
        ledger.checkpoint()
    }

    /// SQLite reports damage, but a second read succeeds.
    @Test func anIntactFileIsNotDamaged() throws {
        #expect(LedgerFile.failureToRead(FilePath(path))?.contains("then correctly") == true)
        let error = LedgerError.inputOutput(path: FilePath(path), reason: "disk I/O error")
        #expect(!error.description.contains("antrain repair") && error.description.contains("does not need a repair"))
    }

    @Test func aDamagedFileIsDamaged() throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0x5A, count: 4096))
        try file.close()
        #expect(LedgerFile.failureToRead(FilePath(path)) == nil)
        try Data(repeating: 0x41, count: 9000).write(to: URL(filePath: path))
        #expect(LedgerFile.failureToRead(FilePath(path)) == nil)
        let error = #expect(throws: LedgerError.self) { try Ledger(path: FilePath(path), isKnown: true) }
        guard case .damaged = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// Reading the pages without SQLite yields the same rows, including long ones and those in the write-ahead log.
    @Test(arguments: [true, false]) func pagesHaveTheSameRowsAsTables(isLogged: Bool) throws {
        let ledger = try Ledger(path: FilePath(path))
        let long = String(repeating: "long ", count: 4000)
        _ = try ledger.plan((0..<400).map { notification($0, body: $0 == 3 ? long : "Day \($0)") })
        if !isLogged { ledger.checkpoint() }
        let pages = try #require(LedgerPages(path: FilePath(path)))
        let columns = [
            "number", "id", "category", "origin", "date", "fire_at", "zone", "instant", "title", "body", "state", "key",
            "created_at",
        ]
        var ids: Set<String> = []
        var bodies: Set<String> = []
        try pages.rows(of: .notification, columns) { row in
            let row = LedgerRow(row, of: .notification)
            ids.insert(try row.text("id"))
            bodies.insert(try row.text("body"))
        }
        #expect(ids.count == 400 && bodies.contains(long))
        withExtendedLifetime(ledger) {}
    }
}
