import Platform
import Testing

/// Switching to an alternative in `antrain start` on a terminal.
@Suite struct GuidedAlternativeTests {
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        days:
          full:
            name: Full Body
            exercises:
              - {exercise: Dip, sets: 1x8, optional: yes}
              - exercise: Squat
                sets: 2x5 @ 60kg
                progression: {type: linear, add: 2.5}
                alternatives: [{exercise: Front Squat, sets: 3x5 @ 40kg}, {exercise: Leg Press, sets: 1x10 @ 100kg}]
              - {exercise: Press, sets: 1x5 @ 30kg}
        schedule: {mode: cycle, cycle: [full]}

        """

    private static let squat = "Squat 2×5 @ 60 kg"
    private static let front = "Front Squat 3×5 @ 40 kg"
    private static let legs = "Leg Press 10 @ 100 kg"

    /// The answers, and what is then logged besides the press.
    @Test(arguments: [
        (["s", "a", "1", "", "", "", ""], [front]),
        (["s", "a", "2", "", ""], [legs]),
        (["s", "a", "leg press", "", ""], [legs]),
        // No choice, or a wrong one, changes nothing.
        (["s", "a", "", "", "", ""], [squat]),
        (["s", "a", "7", "", "", ""], [squat]),
        // And back again.
        (["s", "a", "1", "a", "1", "", "", ""], [squat]),
        // The sets that were done stay in the log.
        (["s", "", "a", "2", "", ""], [legs, "Squat 5 @ 60 kg"]),
        // A skip of another exercise stays, and can be undone.
        (["s", "a", "2", "u", "", "", ""], ["Dip 8", legs]),
        // The dip has none.
        (["a", "s", "", "", ""], [squat]),
    ])
    func theUserSwitchesForThisWorkout(answers: [String], expected: [String]) throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        try stage.write("mine.yaml", Self.program)
        #expect(try stage.run("program activate mine.yaml").status == .success)
        stage.answers = answers
        let run = try stage.run("start")
        #expect(run.output.hasPrefix("done: Full Body"), "\(run) \(stage.questions)")
        #expect(run.messages.contains("Squat: 2×5 @ 60 kg; a: Front Squat, Leg Press"), "\(run.messages)")
        let log = try stage.run("log").output.split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).dropFirst(2).joined(separator: " ")
        }
        #expect(log.sorted() == (expected + ["Press 5 @ 30 kg"]).sorted(), "\(run) \(stage.questions)")
        // The choice is for this workout only.
        stage.answers = nil
        #expect(try stage.run("next --workouts 1", now: "2026-11-24T08:00").output.contains("  Squat  "))
    }
}
