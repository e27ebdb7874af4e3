import Platform
import Testing

/// Optional exercises in `antrain start` on a terminal.
@Suite struct GuidedOptionalTests {
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        days:
          full:
            name: Full Body
            exercises:
              - {exercise: Curl, optional: yes, warm-up: [10 @ 10kg], sets: 2x10 @ 20kg, progression: {type: linear, add: 1}}
              - {exercise: Press, sets: 2x5 @ 30kg, superset: A}
              - {exercise: Face Pull, sets: 2x15 @ 15kg, superset: A, optional: yes}
        schedule: {mode: cycle, cycle: [full]}

        """

    /// The answers, and what is then logged.
    @Test(arguments: [
        // Everything optional is skipped: only the press is logged.
        (["s", "", "s", ""], ["Press 2×5 @ 30 kg"]),
        // Undoing a skip offers the exercise again.
        (["s", "u", "s", "", "s", "u", "s", ""], ["Press 2×5 @ 30 kg"]),
        // After a superset's skip, `u` undoes the later set.
        (["s", "", "s", "", "u"], ["Press 2×5 @ 30 kg"]),
        (["s", "", "s", "4", "q"], ["Press 5 @ 30 kg, 4 @ 30 kg"]),
        // A begun exercise counts like any other.
        (["", "", "s", "", "s", ""], ["Curl warm-up 10 @ 10 kg, 10 @ 20 kg, 0", "Press 2×5 @ 30 kg"]),
        // Only the warm-up was done.
        (["", "s", "", "s", ""], ["Curl warm-up 10 @ 10 kg", "Press 2×5 @ 30 kg"]),
    ])
    func skippingLeavesOutTheExercise(answers: [String], expected: [String]) throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        try stage.write("mine.yaml", Self.program)
        #expect(try stage.run("program activate mine.yaml").status == .success)
        stage.answers = answers
        let run = try stage.run("start")
        #expect(run.messages.contains("Curl: 2×10 @ 20 kg; optional, s skips it"), "\(run.messages)")
        let log = try stage.run("log").output.split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).dropFirst(2).joined(separator: " ")
        }
        #expect(log.sorted() == expected, "\(run) \(stage.questions)")
    }
}
