import TestSupport
import Testing

/// Each command with a fault at each of its file operations in turn: reported successes persist, failures are reported, and the
/// next run continues.
@Suite struct FaultMatrixTests {
    /// The kinds of fault, and how many of each `make test` injects into a command; it takes one of the kinds for each command.
    private static let kinds = [
        ("eio", 3), ("broken-disk", 1), ("full-disk", 2), ("short-write", 1), ("interrupted", 1), ("torn-write", 1),
        ("kill-change", 2), ("kill", 1),
    ]

    @Test(arguments: Scenario.all)
    func noFaultLosesAReportedSuccess(scenario: Scenario) throws {
        let home = try scenario.home()
        let trial = try FaultTrial(scenario, home)
        for (kind, few) in Share.of(Self.kinds, 1, scenario.name) {
            try home.restore(trial.before)
            home.now = scenario.now
            let count = try home.antrain(scenario.command, kind, at: 0).operations
            #expect(count > 5, "nothing was counted")
            for number in Share.of(1..<count + 1, few, "\(kind) in \(scenario.name)", most: 60) {
                try trial.run(kind, at: number)
            }
        }
    }

    /// SQLite reports a read error of the disk as damage, and a new ledger that does not exist yet cannot be repaired.
    @Test func aReadErrorInANewLedgerIsNotDamage() throws {
        let scenario = try #require(Scenario.all.first { $0.name == "the very first command" })
        let home = try scenario.home()
        let start = try home.files()
        home.now = scenario.now
        let count = try home.antrain(scenario.command, "eio", at: 0).operations
        var hits = 0
        for number in 1..<max(2, count) where hits < 2 {
            try home.restore(start)
            let run = try home.antrain(scenario.command, "eio", at: number)
            guard let hit = run.hit, hit.contains(/^pread .*\.antrain-\d+\.tmp/) else { continue }
            #expect(run.finished.status == 74, "\(hit): \(run.finished)")
            hits += 1
        }
        #expect(hits == 2, "the new ledger was not read")
    }
}
