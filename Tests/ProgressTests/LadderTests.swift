import Progress
import TestSupport
import Testing
import Training

/// Ladders of exercises, as in the Recommended Routine of r/bodyweightfitness: after 3×8, the next, harder exercise begins with 3×5.
@Suite struct LadderTests {
    private static let text = """
        antrain: 1
        id: ladder
        name: Ladder
        rounding: 2.5
        days:
          a:
            exercises:
              - exercise: Incline Push-up
                sets: 3x5-8
                progression:
                  type: rotate
                  advance: success
                  add: 2.5
                  fails: 2
                  to: [{exercise: Support Hold, sets: 2x10-30s}, {exercise: Dip, sets: 3x5-8 @ bodyweight}]
        schedule: {mode: cycle, cycle: [a]}
        """

    private func run(_ steps: [Course.Step], _ text: String = text) throws {
        var course = try Course(text)
        course.run(steps)
    }

    private func sets(_ text: String) -> PerformedWorkout.Result {
        guard let sets = try? PerformedSet.parse(text, unit: .kilograms) else { return .missed }
        return .sets(sets)
    }

    @Test func successesClimbAndFailuresStepBack() throws {
        try run([
            .init("a", "Incline Push-up 3×5–8", ["incline-push-up": reps(8, 8, 7)]),
            .init("a", "Incline Push-up 3×5–8 (+0 belowTop)", ["incline-push-up": reps(8, 8, 8)]),
            .init(
                "a",
                "Support Hold 2×10–30 s (+0 climbed(from: \"Incline Push-up\"))",
                ["support-hold": sets("30s,9s")]
            ),
            .init("a", "Support Hold 2×10–30 s", ["support-hold": sets("10s,10s")]),
            // A completed workout ends the row of failures.
            .init("a", "Support Hold 2×10–30 s", ["support-hold": .missed]),
            .init("a", "Support Hold 2×10–30 s", ["support-hold": .missed]),
            .init(
                "a",
                "Incline Push-up 3×5–8 (+0 steppedBack(from: \"Support Hold\", failures: 2))",
                ["incline-push-up": reps(8, 8, 8)]
            ),
            .init(
                "a",
                "Support Hold 2×10–30 s (+0 climbed(from: \"Incline Push-up\"))",
                ["support-hold": sets("30s,30s")]
            ),
            .init("a", "Dip 3×5–8 @ bodyweight (+0 climbed(from: \"Support Hold\"))", ["dip": reps(8, 8, 8)]),
            // The last one grows by load.
            .init("a", "Dip 3×5–8 @ bodyweight + 2.5 kg (+2.5 reachedTop)", ["dip": reps(8, 8, 8)]),
            .init("a", "Dip 3×5–8 @ bodyweight + 5 kg (+2.5 reachedTop)", ["dip": reps(5, 4, 4)]),
            .init("a", "Dip 3×5–8 @ bodyweight + 5 kg (+0 failed(times: 1, of: nil))", ["dip": reps(5, 5, 4)]),
            .init(
                "a",
                "Support Hold 2×10–30 s (+0 steppedBack(from: \"Dip\", failures: 2))",
                ["support-hold": sets("30s,30s")]
            ),
            // With its own load.
            .init("a", "Dip 3×5–8 @ bodyweight + 5 kg (+0 climbed(from: \"Support Hold\"))"),
        ])
    }

    @Test func aDeloadReducesTheLoadOfAnExerciseThatReturns() throws {
        try run(
            [
                .init("a", "Incline Push-up 3×5–8", ["incline-push-up": reps(8, 8, 8)]),
                .init(
                    "a",
                    "Support Hold 2×10–30 s (+0 climbed(from: \"Incline Push-up\"))",
                    ["support-hold": sets("30s,30s")]
                ),
                .init("a", "Dip 3×5–8 @ bodyweight (+0 climbed(from: \"Support Hold\"))", ["dip": reps(8, 8, 8)]),
                .init("a", "Dip 3×5–8 @ bodyweight + 2.5 kg (+2.5 reachedTop)", ["dip": .missed]),
                .init(
                    "a",
                    "Support Hold 2×10–30 s (+0 steppedBack(from: \"Dip\", failures: 1))",
                    ["support-hold": sets("30s,30s")]
                ),
                .init("a", "Dip 3×5–8 @ bodyweight (-2.5 climbed(from: \"Support Hold\"))"),
            ],
            Self.text.replacing("fails: 2", with: "fails: 1\n          deload: 2.5kg")
        )
    }

    /// Without `fails` nothing leads back, and before the first exercise there is none.
    @Test(arguments: ["", "fails: 1"]) func theFirstExerciseStays(fails: String) throws {
        try run(
            [
                .init("a", "Incline Push-up 3×5–8", ["incline-push-up": .missed]),
                .init("a", "Incline Push-up 3×5–8 (+0 failed(times: 1, of: nil))", ["incline-push-up": .missed]),
                .init("a", "Incline Push-up 3×5–8 (+0 failed(times: 2, of: nil))", ["incline-push-up": reps(8, 8, 8)]),
                .init("a", "Support Hold 2×10–30 s (+0 climbed(from: \"Incline Push-up\"))"),
            ],
            Self.text.replacing("fails: 2", with: fails)
        )
    }
}
