import Foundation
import TestSupport
import Testing

/// Commands on a ledger that another program edited.
@Suite struct DamagedLedgerTests {
    @Test(arguments: ["schedule-next", "today", "week", "", "reminder list", "deliver"])
    func wrongValuesAreErrorsNotCrashes(command: String) throws {
        let home = try Home.waiting()
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        let change = "UPDATE reminder SET at = 'x'; UPDATE delivery SET due_at = 'soon' WHERE state = 'pending'"
        #expect(try run("/usr/bin/sqlite3", [ledger, change]).status == 0)
        let finished = try home.antrain(command)
        #expect(finished.status == 65 && finished.output.isEmpty, "\(finished)")
        #expect(finished.errors.contains("is damaged: table ") && finished.errors.contains("ledger.sqlite"))
    }
}
