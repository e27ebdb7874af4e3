import TestSupport
import Testing

/// Each command with a fault at each of its file operations in turn: reported successes persist, failures are reported, and the
/// next run continues.
@Suite struct FaultMatrixTests {
    /// The kinds of fault, and how many of each `make test` samples.
    private static let kinds = [
        ("eio", 3), ("broken-disk", 1), ("full-disk", 2), ("short-write", 1), ("interrupted", 1), ("torn-write", 1),
        ("kill-change", 2), ("kill", 1),
    ]

    @Test(arguments: Scenario.all)
    func noFaultLosesAReportedSuccess(scenario: Scenario) throws {
        let home = try scenario.home()
        let trial = try FaultTrial(scenario, home)
        for (kind, few) in Self.kinds {
            try home.restore(trial.before)
            home.now = scenario.now
            let count = try home.antrain(scenario.command, kind, at: 0).operations
            #expect(count > 5, "nothing was counted")
            for number in Effort.sample(few, of: count) { try trial.run(kind, at: number) }
        }
    }
}
