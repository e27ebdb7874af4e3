import Foundation
import TestSupport
import Testing

/// `antrain history` on a terminal shows its output in the user's pager.
@Suite struct PagerTests {
    @Test(arguments: [
        ("history", "sed s/^/paged:/", true), ("history --no-pager", "sed s/^/paged:/", false),
        ("history --json", "sed s/^/paged:/", false), ("history", "cat", false), ("history", "", false),
    ])
    func theHistoryIsPagedOnATerminal(line: String, pager: String, isPaged: Bool) throws {
        let home = try Home.waiting()
        let output = try home.onTerminal(line, "", environment: ["PAGER": pager])
        #expect(output.contains("Push Day"), "\(output)")
        #expect(output.contains("paged:") == isPaged, "\(output)")
    }

    @Test func aPipeIsNotPaged() throws {
        let home = try Home.waiting()
        let run = try home.antrain("history", environment: ["PAGER": "sed s/^/paged:/"])
        #expect(run.status == 0 && run.output.contains("Push Day") && !run.output.contains("paged:"), "\(run)")
    }

    /// The command succeeds if the pager ends early or does not exist.
    @Test(arguments: ["head -1", "true", "no-such-pager"]) func aPagerMayEndEarly(pager: String) throws {
        let home = try Home.waiting()
        let output = try home.onTerminal("history", "", environment: ["PAGER": pager])
        #expect(!output.contains("cannot write") && !output.contains("antrain:"), "\(output)")
    }
}
