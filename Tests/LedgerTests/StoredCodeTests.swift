import Ledger
import Recovery
import Reminders
import SystemPackage
import TestSupport
import Testing

@Suite struct StoredCodeTests {
    /// Their codes are parts of statements.
    @Test func codesAreWords() {
        func codes<Code: RawRepresentable & CaseIterable>(_ type: Code.Type) -> [String] where Code.RawValue == String {
            type.allCases.map { $0.rawValue }
        }
        let all =
            codes(JournalKind.self) + codes(NotificationState.self) + codes(NotificationOrigin.self)
            + codes(OutboxState.self) + codes(PermissionState.self) + codes(NotificationCategory.self)
        #expect(all.count > 60)
        for code in all { #expect(code.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(code)") }
        #expect([OutboxState.leased, .retrying].sql == "('leased', 'retrying')" && JournalKind.load.sql == "'load'")
    }

    /// An unknown code is an error that names it, wherever it is read.
    @Test(arguments: [
        ("journal", "kind", "INSERT INTO journal (at, kind, subject) VALUES (0, 'x', 'y')"),
        ("notification", "origin", "UPDATE notification SET origin = 'x'"),
        ("notification", "state", "UPDATE notification SET state = 'x'"),
        ("delivery", "state", "UPDATE delivery SET state = 'x'"),
        (
            "log_entry", "outcome",
            "INSERT INTO log_entry (at, batch, date, exercise, name, outcome, sets) VALUES (0, 1, '2026-11-23', 'a', 'A', 'x', '')"
        ),
    ])
    func anUnknownCodeIsAnError(table: String, column: String, change: String) throws {
        let folder = try TemporaryFolder()
        let path = FilePath(folder.path + "/ledger.sqlite")
        _ = try Ledger(path: path).plan([notification(0)])
        #expect(try run("/usr/bin/sqlite3", [path.string, change]).status == 0)
        let error = #expect(throws: LedgerError.self) { try Ledger(path: path, isKnown: true).check() }
        guard case .badValue(_, let problem) = try #require(error) else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.table == table && problem.column == column && problem.value == "'x'", "\(problem)")
        #expect(problem.expected.hasPrefix("one of "), "\(problem)")
    }
}
