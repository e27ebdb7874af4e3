import Progress
import TestSupport
import Testing
import Training
import YAMLSource

/// Progressions that change repetitions, times and distances, and tables with rows of any sign.
@Suite struct StepProgressionTests {
    private func course(_ sets: String, _ progression: String, weeks: String = "", perWeek: Int = .max) throws -> Course
    {
        let text = """
            antrain: 1
            id: test
            name: Test
            rounding: 2.5
            \(weeks)
            days:
              a:
                exercises:
                  - {exercise: X, sets: \(sets), progression: {\(progression)}}
            schedule: {mode: cycle, cycle: [a]}

            """
        return try Course(text, perWeek: perWeek)
    }

    private func sets(_ text: String) throws -> [String: PerformedWorkout.Result] {
        ["x": text == "missed" ? .missed : .sets(try PerformedSet.parse(text, unit: .kilograms))]
    }

    /// Sets and changes before each workout, and the result of each; an empty result is as planned.
    @Test(
        arguments: [
            // Times, with a deload of a tenth, rounded down: 75 s − 8 s.
            (
                "3x60s", "type: linear, add: 5s, fails: 2",
                [
                    ("X 3×60 s", ""), ("X 3×65 s (+5s completed)", "65s,65s,66s"),
                    ("X 3×70 s (+5s completed)", "70s,70s,70s"), ("X 3×75 s (+5s completed)", "75s,75s,60s"),
                    ("X 3×75 s (+0s failed(times: 1, of: Optional(2)))", "missed"),
                    ("X 3×67 s (-8s lowered(failures: 2, from: 75s))", ""), ("X 3×72 s (+5s completed)", ""),
                ]
            ),
            // A tenth more each week, rounded to a metre: 5000, 5500, 6050, 6655.
            (
                "5km", "type: linear, add: 10%, every: week",
                [
                    ("X 5 km", ""), ("X 5 km", ""), ("X 5.5 km (+500m completedWeek)", ""), ("X 5.5 km", ""),
                    ("X 6.05 km (+550m completedWeek)", "5km"), ("X 6.05 km (+0m failed(times: 1, of: nil))", "missed"),
                    ("X 6.05 km (+0m failed(times: 2, of: nil))", ""),
                ]
            ),
            // Repetitions without a load.
            (
                "3x5", "type: linear, add: 1 rep",
                [
                    ("X 3×5", ""), ("X 3×6 (+1 reps completed)", "6,6,5"),
                    ("X 3×6 (+0 reps failed(times: 1, of: nil))", "6,6,6"), ("X 3×7 (+1 reps completed)", ""),
                ]
            ),
            // A range moves as a whole, and the load of the sets stays.
            (
                "2x30-40s @ 10kg", "type: double, add: 5s",
                [
                    ("X 2×30–40 s @ 10 kg", "35s@10kg,40s@10kg"),
                    ("X 2×30–40 s @ 10 kg (+0s belowTop)", "40s@10kg,40s@10kg"),
                    ("X 2×35–45 s @ 10 kg (+5s reachedTop)", "30s@10kg,45s@10kg"),
                    ("X 2×35–45 s @ 10 kg (+0s failed(times: 1, of: nil))", ""),
                ]
            ),
            // A share of the load: 50 kg, 55 kg, 60.5 kg.
            (
                "3x5 @ 50kg", "type: linear, add: 10%",
                [("X 3×5 @ 50 kg", ""), ("X 3×5 @ 55 kg (+5 completed)", ""), ("X 3×5 @ 60 kg (+5.5 completed)", "")]
            ),
            // A tenth less assistance each time: -20 kg, -18 kg, -16.2 kg.
            (
                "3x5 @ bodyweight - 20kg", "type: linear, add: 10%",
                [
                    ("X 3×5 @ bodyweight - 20 kg", ""), ("X 3×5 @ bodyweight - 17.5 kg (+2 completed)", ""),
                    ("X 3×5 @ bodyweight - 15 kg (+1.8 completed)", ""),
                ]
            ),
            // Stages that follow a success, and that lead back after two failures.
            (
                "3x5 @ 40kg", "type: stages, stages: [3x5, 3x6, 3x8], advance: success, add: 5, fails: 2, deload: 10%",
                [
                    ("X 3×5 @ 40 kg", ""), ("X 3×6 @ 40 kg (+0 completedStage(next: 2))", "6@40kg,6@40kg,5@40kg"),
                    ("X 3×6 @ 40 kg (+0 failed(times: 1, of: nil))", "missed"),
                    ("X 3×5 @ 40 kg (+0 formerStage(1, failures: 2))", ""),
                    ("X 3×6 @ 40 kg (+0 completedStage(next: 2))", ""),
                    ("X 3×8 @ 40 kg (+0 completedStage(next: 3))", ""),
                    ("X 3×5 @ 45 kg (+5 completed)", "missed"),
                    ("X 3×5 @ 45 kg (+0 failed(times: 1, of: Optional(2)))", "missed"),
                    ("X 3×5 @ 40 kg (-5 deload(failures: 2, from: 45))", ""),
                ]
            ),
            // Without a load, the last stage stays.
            (
                "3x5", "type: stages, stages: [3x5, 3x8], advance: success, add: 5",
                [
                    ("X 3×5", ""), ("X 3×8 (+0 completedStage(next: 2))", ""), ("X 3×8 (+0 completed)", "missed"),
                    ("X 3×8 (+0 failed(times: 1, of: nil))", ""),
                ]
            ),
            // Without an addition, the last stage stays, too.
            (
                "3x5 @ 40kg", "type: stages, stages: [3x5, 3x8], advance: success",
                [
                    ("X 3×5 @ 40 kg", ""), ("X 3×8 @ 40 kg (+0 completedStage(next: 2))", ""),
                    ("X 3×8 @ 40 kg (+0 completed)", ""),
                ]
            ),
            // Stages that follow two failures in a row.
            (
                "3x5 @ 40kg", "type: stages, stages: [3x5, 5x3], add: 5, fails: 2",
                [
                    ("X 3×5 @ 40 kg", "missed"), ("X 3×5 @ 40 kg (+0 failed(times: 1, of: nil))", ""),
                    ("X 3×5 @ 45 kg (+5 completed)", "missed"),
                    ("X 3×5 @ 45 kg (+0 failed(times: 1, of: nil))", "missed"),
                    ("X 5×3 @ 45 kg (+0 nextStage(2))", "missed"),
                    ("X 5×3 @ 45 kg (+0 failed(times: 1, of: nil))", ""), ("X 5×3 @ 50 kg (+5 completed)", "missed"),
                    ("X 5×3 @ 50 kg (+0 failed(times: 1, of: nil))", "missed"), ("X 3×5 @ 50 kg (+0 restarted)", ""),
                ]
            ),
            // A test as the last stage decides the load with which the first one begins again: 85% of 60 kg, rounded down.
            (
                "5x3 @ 50kg", "type: stages, stages: [5x3, 5RM], add: 5, reset: 85%",
                [
                    ("X 5×3 @ 50 kg", "missed"), ("X 5RM (+0 nextStage(2))", ""), ("X 5RM (+0 notTested)", "missed"),
                    ("X 5RM (+0 notTested)", "4@62.5kg"), ("X 5RM (+0 notTested)", "5@57.5kg,5@60kg,4@62.5kg"),
                    ("X 5×3 @ 50 kg (+0 maxTest(60))", ""), ("X 5×3 @ 55 kg (+5 completed)", ""),
                ]
            ),
            (
                "3x5 @ 60kg", "type: stages, stages: [3x5, 5RM, 3x3], add: 5, advance: success",
                [
                    ("X 3×5 @ 60 kg", ""), ("X 5RM (+0 completedStage(next: 2))", ""),
                    ("X 5RM (+0 notTested)", "5@80kg"), ("X 3×3 @ 80 kg (+20 maxTest(80))", ""),
                    ("X 3×5 @ 85 kg (+5 completed)", ""),
                ]
            ),
            // A reset after the last success is no failure.
            (
                "3x5 @ 60kg", "type: stages, stages: [3x5, 3x3], advance: success, reset: 85%",
                [
                    ("X 3×5 @ 60 kg", ""), ("X 3×3 @ 60 kg (+0 completedStage(next: 2))", ""),
                    ("X 3×5 @ 50 kg (-10 completed)", ""),
                ]
            ),
            // Deloads by a weight, and by seconds.
            (
                "3x5 @ 52.5kg", "type: linear, add: 5, fails: 1, deload: 7.5kg",
                [
                    ("X 3×5 @ 52.5 kg", "missed"), ("X 3×5 @ 45 kg (-7.5 deload(failures: 1, from: 52.5))", ""),
                    ("X 3×5 @ 50 kg (+5 completed)", ""),
                ]
            ),
            (
                "3x60s", "type: linear, add: 5s, fails: 1, deload: 15s",
                [("X 3×60 s", "missed"), ("X 3×45 s (-15s lowered(failures: 1, from: 60s))", "")]
            ),
            // Not below zero.
            (
                "3x5 @ 10kg", "type: linear, add: 5, fails: 1, deload: 25kg",
                [
                    ("X 3×5 @ 10 kg", "missed"), ("X 3×5 @ 0 kg (-10 deload(failures: 1, from: 10))", "missed"),
                    ("X 3×5 @ 0 kg (+0 failed(times: 1, of: nil))", ""), ("X 3×5 @ 5 kg (+5 completed)", ""),
                ]
            ),
            // Results that must be better are compared with the sets that were added to.
            (
                "3x5-8", "type: double, beat-last: yes, add: 1 rep, fails: 1, deload: 2 reps",
                [
                    ("X 3×5–8", "8,8,8"), ("X 2×8–9, 9 (+1 reps reachedTop)", "8,8,9"),
                    ("X 8–9, 2×9 (+0 reps belowTop)", "8,9,8"),
                    ("X 3×4–7 (-2 reps lowered(failures: 1, from: 6 reps))", ""),
                ]
            ),
            // Each workout must beat the last one; after two failures in a row there is nothing to beat.
            (
                "3xAMRAP", "type: double, beat-last: yes",
                [
                    ("X 3×AMRAP", "8,7,6"), ("X 2×7+, 8+", "8,7,6"),
                    ("X 2×7+, 8+ (+0 failed(times: 1, of: nil))", "missed"),
                    ("X 2×7+, 8+ (+0 failed(times: 2, of: nil))", "9,7,6"), ("X 7+, 2×8+", ""),
                ]
            ),
            (
                "2x6-10 @ 40kg", "type: double, beat-last: yes, add: 2.5, fails: 2, deload: 10%",
                [
                    ("X 2×6–10 @ 40 kg", "8@40kg,7@40kg"), ("X 2×8–10 @ 40 kg (+0 belowTop)", "10@40kg,10@40kg"),
                    ("X 2×6–10 @ 42.5 kg (+2.5 reachedTop)", "7@42.5kg,6@42.5kg"),
                    ("X 2×7–10 @ 42.5 kg (+0 belowTop)", "7@42.5kg,6@42.5kg"),
                    ("X 2×7–10 @ 42.5 kg (+0 failed(times: 1, of: Optional(2)))", "6@42.5kg,6@42.5kg"),
                    ("X 2×6–10 @ 37.5 kg (-5 deload(failures: 2, from: 42.5))", "6@37.5kg,6@37.5kg"),
                    ("X 6–10 @ 37.5 kg, 7–10 @ 37.5 kg (+0 belowTop)", ""),
                ]
            ),
            // As many singles as the first set had repetitions, as in General Gainz; at the top of the range there are six.
            (
                "[3-6 @ 100kg, 3-6x1 per rep @ 100kg]", "type: double, add: 5, fails: 1, deload: 10kg",
                [
                    ("X 3–6 @ 100 kg, 3–6×1 per rep @ 100 kg", "5@100kg,1@100kg,1@100kg,1@100kg,1@100kg"),
                    ("X 3–6 @ 90 kg, 3–6×1 per rep @ 90 kg (-10 deload(failures: 1, from: 100))", "4,1,1,1,1"),
                    ("X 3–6 @ 90 kg, 3–6×1 per rep @ 90 kg (+0 belowTop)", "6,1,1,1,1,1,1"),
                    ("X 3–6 @ 95 kg, 3–6×1 per rep @ 95 kg (+5 reachedTop)", "6,1,1,1,1,1"),
                    ("X 3–6 @ 85 kg, 3–6×1 per rep @ 85 kg (-10 deload(failures: 1, from: 95))", ""),
                    ("X 3–6 @ 85 kg, 3–6×1 per rep @ 85 kg (+0 belowTop)", "8,1,1,1,1,1,1"),
                    ("X 3–6 @ 90 kg, 3–6×1 per rep @ 90 kg (+5 reachedTop)", ""),
                ]
            ),
            // Only the first set gets a repetition, or has to beat the last result: 4 + 4 and then 5 + 5, 10 + 2 × 5 after 8 + 2 × 4.
            (
                "[3-6 @ 20kg, 3-6x1 per rep @ 20kg]", "type: linear, add: 1 rep",
                [
                    ("X 3–6 @ 20 kg, 3–6×1 per rep @ 20 kg", ""),
                    ("X 4–7 @ 20 kg, 3–6×1 per rep @ 20 kg (+1 reps completed)", ""),
                ]
            ),
            (
                "[3-6 @ 100kg, 3-6x1 per rep @ 100kg]", "type: double, beat-last: yes, add: 5",
                [
                    ("X 3–6 @ 100 kg, 3–6×1 per rep @ 100 kg", "4,4x1"),
                    ("X 5–6 @ 100 kg, 3–6×1 per rep @ 100 kg (+0 belowTop)", ""),
                    ("X 6 @ 100 kg, 3–6×1 per rep @ 100 kg (+0 belowTop)", ""),
                ]
            ),
            (
                "[6-10 @ 50kg, 2x3-5 half @ 50kg]", "type: double, beat-last: yes, add: 5",
                [
                    ("X 6–10 @ 50 kg, 2×3–5 half @ 50 kg", "8,4,4"),
                    ("X 9–10 @ 50 kg, 2×3–5 half @ 50 kg (+0 belowTop)", "9,4,4"),
                    ("X 10 @ 50 kg, 2×3–5 half @ 50 kg (+0 belowTop)", ""),
                ]
            ),
            // As planned, they follow from the planned first set.
            (
                "[5 @ 100kg, 3-6x1 per rep @ 100kg, 2x2-4 half @ 100kg]", "type: linear, add: 5",
                [
                    ("X 5 @ 100 kg, 3–6×1 per rep @ 100 kg, 2×2–4 half @ 100 kg", ""),
                    ("X 5 @ 105 kg, 3–6×1 per rep @ 105 kg, 2×2–4 half @ 105 kg (+5 completed)", "5,5x1,2x2"),
                    ("X 5 @ 110 kg, 3–6×1 per rep @ 110 kg, 2×2–4 half @ 110 kg (+5 completed)", "5,4x1,2x2"),
                    ("X 5 @ 110 kg, 3–6×1 per rep @ 110 kg, 2×2–4 half @ 110 kg (+0 failed(times: 1, of: nil))", ""),
                ]
            ),
            // Half as many repetitions as in the first set, rounded down.
            (
                "[6-10 @ 50kg, 2x3-5 half @ 50kg]", "type: double, add: 5, fails: 1, deload: 10kg",
                [
                    ("X 6–10 @ 50 kg, 2×3–5 half @ 50 kg", "9,4,4"),
                    ("X 6–10 @ 50 kg, 2×3–5 half @ 50 kg (+0 belowTop)", "9,4,3"),
                    ("X 6–10 @ 40 kg, 2×3–5 half @ 40 kg (-10 deload(failures: 1, from: 50))", "10,5,5"),
                    ("X 6–10 @ 45 kg, 2×3–5 half @ 45 kg (+5 reachedTop)", "10,5,4"),
                    ("X 6–10 @ 35 kg, 2×3–5 half @ 35 kg (-10 deload(failures: 1, from: 45))", ""),
                ]
            ),
            // A training max that falls after two failed cycles; each week is a cycle.
            (
                "3x5 @ 100kg", "type: per-cycle, add: 5, fails: 2, deload: 10%",
                [
                    ("X 3×5 @ 100 kg", ""), ("X 3×5 @ 100 kg", ""), ("X 3×5 @ 105 kg (+5 completedCycle)", "missed"),
                    ("X 3×5 @ 105 kg", ""), ("X 3×5 @ 105 kg (+0 failedCycle)", ""), ("X 3×5 @ 105 kg", "missed"),
                    ("X 3×5 @ 92.5 kg (-12.5 deload(failures: 2, from: 105))", ""),
                ]
            ),
            // Sets can be lowered below those of the file, and do not grow above what the notation allows.
            (
                "3x5", "type: linear, add: 1 rep, fails: 1",
                [
                    ("X 3×5", "missed"), ("X 3×4 (-1 reps lowered(failures: 1, from: 5 reps))", ""),
                    ("X 3×5 (+1 reps completed)", ""),
                ]
            ),
            (
                "3x900", "type: linear, add: 99 reps",
                [("X 3×900", ""), ("X 3×999 (+99 reps completed)", ""), ("X 3×1000 (+1 reps completed)", "")]
            ),
            // Only the sets that have the unit grow; a share belongs to the load if a set has one.
            ("[3x8, 2x30s]", "type: linear, add: 5s", [("X 3×8, 2×30 s", ""), ("X 3×8, 2×35 s (+5s completed)", "")]),
            (
                "[3x8 @ 60kg, 2x30s]", "type: linear, add: 10%",
                [("X 3×8 @ 60 kg, 2×30 s", ""), ("X 3×8 @ 65 kg, 2×30 s (+6 completed)", "")]
            ),
            // Less time for the same: never less than a second.
            (
                "1x3s", "type: linear, add: -2s",
                [("X 3 s", ""), ("X 1 s (-2s completed)", ""), ("X 1 s (+0s completed)", "")]
            ),
            ("3x5 @ 50kg", "type: linear, add: 0", [("X 3×5 @ 50 kg", ""), ("X 3×5 @ 50 kg (+0 completed)", "")]),
            // Rows that take off, shares, and rows for the AMRAP set.
            (
                "[5 @ 100kg, 1x5+ @ 100kg]", "type: amrap-table, table: {0-2: -10%, 3-4: -2.5, 5-7: 0, 8+: 5}",
                [
                    ("X 5 @ 100 kg, 5+ @ 100 kg", "5@100kg,8@100kg"),
                    ("X 5 @ 105 kg, 5+ @ 105 kg (+5 amrap(reps: 8))", "5@105kg,4@105kg"),
                    ("X 5 @ 102.5 kg, 5+ @ 102.5 kg (-2.5 amrap(reps: 4))", "5@102.5kg,2@102.5kg"),
                    ("X 5 @ 92.5 kg, 5+ @ 92.5 kg (-10.25 amrap(reps: 2))", ""),
                ]
            ),
            // The sum of the sets, and the worst set.
            (
                "3x8 @ 20kg", "type: amrap-table, count: total, table: {0-19: -5%, 20-24: 0, 25-26: 2.5, 27+: 5}",
                [
                    ("X 3×8 @ 20 kg", "10@20kg,9@20kg,8@20kg"),
                    ("X 3×8 @ 25 kg (+5 total(27))", "8@25kg,8@25kg,8@25kg"),
                    ("X 3×8 @ 25 kg (+0 total(24))", "8@25kg,6@25kg,5@25kg"), ("X 3×8 @ 25 kg (-1.25 total(19))", ""),
                ]
            ),
            (
                "3x8+", "type: amrap-table, count: worst, table: {0-7: -1 rep, 8-9: 0, 10+: 2 reps}",
                [
                    ("X 3×8+", "12,11,10"), ("X 3×10+ (+2 reps worst(10))", "10,9,9"),
                    ("X 3×10+ (+0 reps worst(9))", "9,8,7"),
                    ("X 3×9+ (-1 reps worst(7))", "missed"), ("X 3×8+ (-1 reps worst(0))", ""),
                ]
            ),
        ] as [(String, String, [(String, String)])]
    )
    func stepsFollowTheResults(sets: String, progression: String, workouts: [(String, String)]) throws {
        var course = try course(
            sets,
            progression,
            perWeek: progression.contains("week") || progression.contains("cycle") ? 2 : .max
        )
        course.run(
            try workouts.map { shown, result in Course.Step("a", shown, result.isEmpty ? [:] : try self.sets(result)) }
        )
    }

    /// Deload weeks neither have the added amount nor change it.
    @Test func aDeloadWeekHasItsOwnSets() throws {
        let weeks = "weeks: [{name: A}, {name: B, deload: yes, exercises: {x: 2x20s}}]"
        var course = try course("3x60s", "type: linear, add: 5s", weeks: weeks, perWeek: 1)
        course.run([
            Course.Step("a", "X 3×60 s"), Course.Step("a", "X 2×20 s"),
            Course.Step("a", "X 3×65 s (+5s completed)"), Course.Step("a", "X 2×20 s"),
            Course.Step("a", "X 3×70 s (+5s completed)"),
        ])
    }

    /// Another week: a completed cycle has earned its increment, and weeks that are done again did not fail.
    @Test(arguments: [
        ([1, 2], 1, "X 3×5 @ 105 kg (+5 completedCycle)"), ([1, 2], 2, "X 3×5 @ 100 kg"), ([1], 1, "X 3×5 @ 100 kg"),
        ([1, 2, 3], 1, "X 3×5 @ 105 kg"),
    ]) func aJumpEndsACompletedCycle(weeks: [Int], to week: Int, shown: String) throws {
        let course = try course("3x5 @ 100kg", "type: per-cycle, add: 5", weeks: "weeks: [{name: A}, {name: B}]")
        var progress = course.progress
        for done in weeks { progress.apply(.completed(PerformedWorkout(dayID: "a", week: done))) }
        progress.apply(.jumped(toWeek: week))
        #expect(Course.shown(progress.workout("a", week: week)) == shown)
    }

    @Test func aWeekThatIsDoneAgainDidNotFail() throws {
        let course = try course("3x5 @ 100kg", "type: per-cycle, add: 5", weeks: "weeks: [{name: A}, {name: B}]")
        var progress = course.progress
        progress.apply(.completed(PerformedWorkout(dayID: "a", week: 1, results: ["x": .missed])))
        progress.apply(.completed(PerformedWorkout(dayID: "a", week: 2)))
        progress.apply(.jumped(toWeek: 1))
        for done in [1, 2] { progress.apply(.completed(PerformedWorkout(dayID: "a", week: done))) }
        #expect(Course.shown(progress.workout("a", week: 3)) == "X 3×5 @ 105 kg (+5 completedCycle)")
    }

    @Test(arguments: [
        ("[3x8, 2x30s]", "type: linear, add: 500m", "expected: a weight or a percentage, or 1 rep"),
        ("1RM", "type: linear, add: 1 rep", "expected: a weight or a percentage"),
        ("3xAMRAP", "type: linear, add: 1 rep", "does not have the unit of its sets"),
        ("3x5+", "type: amrap-table, table: {0-4: -5%, 5+: 1 rep}", "the rows of 'X' change different things"),
        ("3x30s+", "type: linear, add: 5s", "error"),
        ("3x5", "type: linear, add: 2.5, fails: 1, deload: 1 rep", "expected: deload: 10%, or deload: 5kg"),
        ("3x5", "type: linear, add: 1 rep, fails: 1, deload: 5kg", "expected: deload: 10%, or deload: 1 rep"),
        ("3x5", "type: linear, add: 5, fails: 1, deload: -5kg", "invalid deload '-5kg'"),
        ("3x5", "type: linear, add: 5, fails: 1, deload: 95%", "a percentage up to 90%"),
    ]) func stepsThatDoNotFitAreErrors(sets: String, progression: String, message: String) {
        let text = """
            antrain: 1
            id: test
            name: Test
            days: {a: {exercises: [{exercise: X, sets: \(sets), progression: {\(progression)}}]}}
            schedule: {mode: cycle, cycle: [a]}
            """
        let source = SourceText(path: "p.yaml", text: text)
        let rendered = DiagnosticRenderer(source: source).render(ProgramReader.read(source).diagnostics)
        #expect(rendered.contains(message), "\(rendered)")
    }
}
