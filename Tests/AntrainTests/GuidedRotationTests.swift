import Platform
import Testing

/// `antrain start` on a terminal with an exercise that has a rotation.
@Suite struct GuidedRotationTests {
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        rounding: 2.5
        days:
          full:
            exercises:
              - exercise: Squat
                sets: 8-12 @ 60kg
                progression: {type: rotate, add: 2.5, to: [{exercise: Leg Press, sets: 8-12 @ 100kg}]}
        schedule: {mode: cycle, cycle: [full]}

        """

    /// The headings of five workouts, with the answers to their sets.
    @Test func theExerciseWhoseTurnItIsIsDone() throws {
        let stage = try CommandStage(now: "2026-11-23T06:00")
        try stage.write("mine.yaml", Self.program)
        #expect(try stage.run("program activate mine.yaml").status == .success)
        let workouts = [
            ("", "Squat: 8–12 @ 60 kg"), ("8", "Squat: 9–12 @ 60 kg; same load: top of the range not yet reached"),
            ("12", "Leg Press: 8–12 @ 100 kg; rotation: Squat failed at 60 kg"),
            ("s", "Leg Press: 8–12 @ 102.5 kg; +2.5 kg: top of the range reached"),
            ("", "Squat: 8–12 @ 60 kg; rotation: Leg Press failed at 102.5 kg"),
        ]
        for (index, (answer, heading)) in workouts.enumerated() {
            stage.answers = [answer]
            let run = try stage.run("start", now: "2026-11-\(23 + index)T19:00")
            #expect(run.status == .success && run.messages.contains("\n\(heading)\n"), "\(index): \(run)")
        }
    }
}
