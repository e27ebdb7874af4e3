import Progress
import TestSupport
import Testing
import Training

/// Excerpts of published programs in the notation that their authors use, with the loads that follow.
///
/// The one-rep max is 150 kg, and the training max 135 kg.
@Suite struct PublishedProgramTests {
    /// A day of a published program.
    struct Excerpt: CustomTestStringConvertible, Sendable {
        let program: String
        let exercises: [String]
        let shown: [String]
        var testDescription: String { program }

        init(_ program: String, _ exercises: [String], _ shown: [String]) {
            (self.program, self.exercises, self.shown) = (program, exercises, shown)
        }
    }

    private static let excerpts = [
        Excerpt(
            "Texas Method",
            [
                "{lift: squat, sets: [work up to 5RM, 5x5 @ 90% of top]}",
                "{exercise: Chin-up, sets: 3xAMRAP @ bodyweight}",
            ],
            ["5RM, 5×5 @ 90% of top set", "3×AMRAP @ bodyweight"]
        ),
        Excerpt(
            "Tactical Barbell Operator",
            ["{lift: squat, sets: 3-5x5 @ 70% 1rm}", "{exercise: Weighted Pull-up, sets: 3-5x3 @ bodyweight+20kg}"],
            ["3–5×5 @ 105 kg", "3–5×3 @ bodyweight + 20 kg"]
        ),
        Excerpt(
            "Heavy Duty",
            [
                "{exercise: Pec Deck, sets: 1x6-10, superset: A}",
                "{exercise: Incline Press, sets: 1-3 rest-pause, superset: A}",
            ],
            ["6–10", "1–3 rest-pause"]
        ),
        Excerpt(
            "Deep Water",
            ["{lift: squat, sets: 10x10 @ 70% 1rm, rest: 4m}", "{lift: squat, sets: 100 total @ 70% 1rm}"],
            ["10×10 @ 105 kg", "100 total @ 105 kg"]
        ),
        Excerpt(
            "Madcow",
            ["{lift: squat, sets: [5 @ 50%, 5 @ 75%, 3 @ 102.5%, {reps: 8, load: 73% of top, kind: back-off}]}"],
            ["5 @ 67.5 kg, 5 @ 102.5 kg, 3 @ 137.5 kg, 8 @ 100 kg"]
        ),
        Excerpt(
            "Doggcrapp",
            [
                "{exercise: Hammer Press, sets: 11-15 @ 100kg rest-pause}", "{exercise: Leg Press, sets: [4-8, 20]}",
                "{exercise: Dip, sets: 8-12 @ bodyweight - 20kg}",
            ],
            ["11–15 rest-pause @ 100 kg", "4–8, 20", "8–12 @ bodyweight - 20 kg"]
        ),
        Excerpt(
            "Smolov Jr",
            ["{lift: squat, sets: 6x6 @ 70% 1rm + 5kg}", "{lift: squat, sets: 10x3 @ 85% 1rm + 5kg}"],
            ["6×6 @ 110 kg", "10×3 @ 132.5 kg"]
        ),
        Excerpt(
            "Sheiko 29-32",
            ["{lift: squat, sets: [5 @ 50% 1rm, 4 @ 60% 1rm, 2x3 @ 70% 1rm, 5x3 @ 80% 1rm]}"],
            ["5 @ 75 kg, 4 @ 90 kg, 2×3 @ 105 kg, 5×3 @ 120 kg"]
        ),
        Excerpt(
            "Calgary 16-week",
            [
                "{lift: squat, sets: [1 @ rpe 8, 4x4 @ 78-80% 1rm cap rpe 8]}",
                "{exercise: Pin Press, sets: 2-3x8 @ rpe 7-8}",
            ],
            ["1 @ RPE 8, 4×4 @ 117.5–120 kg up to RPE 8", "2–3×8 @ RPE 7–8"]
        ),
        Excerpt(
            "The Bridge",
            [
                "{lift: squat, sets: [4 @ rpe 6, 4 @ rpe 7, 4 @ rpe 8, 2x4 @ 95% of last]}",
                "{exercise: Row, sets: 3x8 @ rir 1-2}",
            ],
            ["4 @ RPE 6, 4 @ RPE 7, 4 @ RPE 8, 2×4 @ 95% of last set", "3×8 @ RIR 1–2"]
        ),
        Excerpt(
            "Building the Monolith",
            ["{lift: squat, sets: [5 @ 70%, 5 @ 80%, 5x5 @ 90%, 20 @ 45%]}", "{exercise: Chin-up, sets: 100 total}"],
            ["5 @ 95 kg, 5 @ 107.5 kg, 5×5 @ 122.5 kg, 20 @ 60 kg", "100 total"]
        ),
        Excerpt(
            "Bullmastiff",
            [
                "{lift: squat, sets: [3x6 @ 65% 1rm, 6+ @ 65% 1rm]}",
                "{exercise: Pause Squat, lift: squat, sets: 3x12 @ 70-75% of top}",
            ],
            ["3×6 @ 97.5 kg, 6+ @ 97.5 kg", "3×12 @ 67.5–72.5 kg"]
        ),
        Excerpt(
            "Hepburn",
            ["{lift: squat, sets: [8x2-3 @ 80% 1rm, 6x4-6 @ 75% of top]}"],
            ["8×2–3 @ 120 kg, 6×4–6 @ 90 kg"]
        ),
        Excerpt(
            "Jacked & Tan 2.0",
            [
                "{lift: squat, sets: [work up to 10RM, 3x6 @ 90% of top, 6+ @ 90% of top]}",
                "{exercise: Curl, sets: 12-15 myo}",
            ],
            ["10RM, 3×6 @ 90% of top set, 6+ @ 90% of top set", "12–15 myo-reps"]
        ),
        Excerpt(
            "Westside",
            [
                "{exercise: Box Squat, lift: squat, sets: 10x2 @ 50-55% 1rm every 1min}",
                "{exercise: Floor Press, sets: [work up to 1RM, 3 @ 90%+ of top]}",
                "{exercise: Swing, sets: 20 in 10min}",
            ],
            ["10×2 every 60 s @ 75–82.5 kg", "1RM, 3 @ ≥ 90% of top set", "20 in 10 min"]
        ),
    ]

    @Test(arguments: excerpts) func notationIsReadAndResolved(excerpt: Excerpt) throws {
        let program = try Simulation.program(
            text: """
                antrain: 1
                id: mine
                name: Mine
                rounding: 2.5
                maxes: {squat: {one-rep-max: 150, training-max: 135}}
                days:
                  a:
                    exercises:
                \(excerpt.exercises.map { "      - \($0)\n" }.joined())
                schedule: {mode: cycle, cycle: [a]}

                """
        )
        let workout = try #require(ProgramProgress(program).workout("a", week: 1))
        #expect(workout.items.map { $0.sets.map(\.description).joined(separator: ", ") } == excerpt.shown)
        #expect(workout.items.allSatisfy { $0.missing == nil })
        // What the program command shows is the same as long as nothing is logged.
        let shown = program.workout(of: program.days[0]).items.map {
            $0.sets.map(\.description).joined(separator: ", ")
        }
        #expect(shown == excerpt.shown)
    }
}
