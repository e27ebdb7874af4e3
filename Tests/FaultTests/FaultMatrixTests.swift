import TestSupport
import Testing

/// Every command with a fault at each of its file operations in turn: what it reported as done is there, what it could not do is
/// reported, and the next run goes on from there.
@Suite struct FaultMatrixTests {
    /// The kinds of fault, and how many of each `make test` samples.
    private static let kinds = [
        ("eio", 3), ("broken-disk", 1), ("full-disk", 2), ("short-write", 1), ("interrupted", 1), ("torn-write", 1),
        ("kill-change", 2), ("kill", 1),
    ]

    @Test(arguments: Scenario.all)
    func noFaultLosesWhatWasReportedAsDone(scenario: Scenario) throws {
        let home = try scenario.home()
        let trial = try FaultTrial(scenario, home)
        for (kind, few) in Self.kinds {
            try home.restore(trial.before)
            home.now = scenario.now
            let count = try home.antrain(scenario.command, kind, at: 0).operations
            for number in Effort.sample(few, of: count) { try trial.run(kind, at: number) }
        }
    }
}
