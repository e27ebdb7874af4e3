import Progress
import Testing
import Training

/// GZCLP: tier 1 goes from 5×3+ to 6×2+ to 10×1+, tier 2 from 3×10 to 3×8 to 3×6; tier 3 adds weight at 25 repetitions.
@Suite struct StageProgressionTests {
    private func start() throws -> Simulation {
        var simulation = try Simulation("gzclp", days: ["a1", "b1", "a2", "b2"], perWeek: 3)
        for (exercise, load) in [("squat-t1", 80.0), ("squat-t2", 60), ("pulldown-t3", 30)] {
            simulation.progress.apply(.load(exercise: exercise, kg(load)))
        }
        return simulation
    }

    /// Carries out a round of four workouts; `first` is the result of its first.
    private func round(_ simulation: inout Simulation, _ first: [String: PerformedWorkout.Result] = [:]) {
        simulation.complete(first)
        for _ in 0..<3 { simulation.complete() }
    }

    @Test func tiersProgressSeparately() throws {
        var simulation = try start()
        #expect(simulation.sets("squat-t1") == "4×3 @ 80 kg, 3+ @ 80 kg")
        round(&simulation)
        #expect(simulation.sets("squat-t1") == "4×3 @ 85 kg, 3+ @ 85 kg")
        simulation.complete()
        simulation.complete()
        #expect(simulation.sets("squat-t2") == "3×10 @ 65 kg")
    }

    @Test func failuresLeadThroughTheStagesAndBack() throws {
        var simulation = try start()
        var seen: [String] = []
        for _ in 0..<4 {
            seen.append(simulation.sets("squat-t1"))
            round(&simulation, ["squat-t1": .missed])
        }
        #expect(
            seen == [
                "4×3 @ 80 kg, 3+ @ 80 kg", "5×2 @ 80 kg, 2+ @ 80 kg", "9×1 @ 80 kg, 1+ @ 80 kg",
                // 85% of 80 kg is 68 kg, rounded down.
                "4×3 @ 67.5 kg, 3+ @ 67.5 kg",
            ]
        )
        #expect(simulation.change("squat-t1") == LoadChange(by: .weight(kg(0)), reason: .nextStage(2)))
        round(&simulation)
        #expect(simulation.sets("squat-t1") == "5×2 @ 72.5 kg, 2+ @ 72.5 kg")
    }

    /// Tier 2 starts again a little above its last 3×10, not at the load of 3×6.
    @Test func tierTwoRestartsAboveItsFirstStage() throws {
        var course = try Course(
            """
            antrain: 1
            id: mine
            name: Mine
            rounding: 2.5
            days:
              a:
                exercises:
                  - exercise: Squat
                    sets: 3x10
                    progression: {type: stages, stages: [3x10, 3x8, 3x6], add: 2.5, reset: first + 5kg}
            schedule: {mode: cycle, cycle: [a]}

            """
        )
        course.apply(.load(exercise: "squat", kg(57.5)))
        course.run([
            .init("a", "Squat 3×10 @ 57.5 kg"),
            .init("a", "Squat 3×10 @ 60 kg (+2.5 completed)", ["squat": .missed]),
            .init("a", "Squat 3×8 @ 60 kg (+0 nextStage(2))"),
            .init("a", "Squat 3×8 @ 62.5 kg (+2.5 completed)"),
            .init("a", "Squat 3×8 @ 65 kg (+2.5 completed)", ["squat": .missed]),
            .init("a", "Squat 3×6 @ 65 kg (+0 nextStage(3))"),
            .init("a", "Squat 3×6 @ 67.5 kg (+2.5 completed)", ["squat": .missed]),
            .init("a", "Squat 3×10 @ 65 kg (-2.5 restarted)", ["squat": .missed]),
            .init("a", "Squat 3×8 @ 65 kg (+0 nextStage(2))", ["squat": .missed]),
            .init("a", "Squat 3×6 @ 65 kg (+0 nextStage(3))", ["squat": .missed]),
            // Never more than what just failed.
            .init("a", "Squat 3×10 @ 65 kg (+0 restarted)"),
        ])
    }

    @Test func withoutAResetTheLoadStays() throws {
        var course = try Course(
            """
            antrain: 1
            id: mine
            name: Mine
            rounding: 2.5
            days:
              a:
                exercises:
                  - {exercise: Squat, sets: 5x3 @ 61.5kg, progression: {type: stages, stages: [5x3, 6x2], add: 2.5}}
            schedule: {mode: cycle, cycle: [a]}

            """
        )
        course.run([
            .init("a", "Squat 5×3 @ 61.5 kg", ["squat": .missed]),
            .init("a", "Squat 6×2 @ 61.5 kg (+0 nextStage(2))", ["squat": .missed]),
            .init("a", "Squat 5×3 @ 61.5 kg (+0 restarted)"),
        ])
    }

    @Test(arguments: [(15, "30 kg"), (24, "30 kg"), (25, "32.5 kg"), (40, "32.5 kg")])
    func theLastSetOfTierThreeDecides(last: Int, expected: String) throws {
        var simulation = try start()
        round(&simulation, ["pulldown-t3": reps(15, 15, last)])
        #expect(simulation.top("pulldown-t3") == expected)
    }
}
