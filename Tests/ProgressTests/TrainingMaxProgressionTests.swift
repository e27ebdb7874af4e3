import Progress
import Testing
import Training

/// 5/3/1 and nSuns: percentages of a training max, which moves.
@Suite struct TrainingMaxProgressionTests {
    private func wendler(_ id: String = "531") throws -> Simulation {
        var simulation = try Simulation(id, days: ["press", "deadlift", "bench", "squat"], perWeek: 4)
        for (lift, max) in [("overhead-press", 60.0), ("deadlift", 160), ("bench-press", 100), ("squat", 140)] {
            simulation.progress.apply(.oneRepMax(lift: lift, kg(max)))
        }
        return simulation
    }

    /// Twelve weeks of the overhead press: training maxes 54, 56.5 and 59 kg, rounded to 2.5 kg.
    @Test func twelveWeeksOfWendler() throws {
        var simulation = try wendler()
        var seen: [String] = []
        for _ in 0..<12 {
            seen.append(simulation.sets("overhead-press"))
            for _ in 0..<4 { simulation.complete() }
        }
        #expect(
            seen == [
                "5 @ 35 kg, 5 @ 40 kg, 5+ @ 45 kg", "3 @ 37.5 kg, 3 @ 42.5 kg, 3+ @ 47.5 kg",
                "5 @ 40 kg, 3 @ 45 kg, 1+ @ 52.5 kg", "5 @ 22.5 kg, 5 @ 27.5 kg, 5 @ 32.5 kg",
                "5 @ 37.5 kg, 5 @ 42.5 kg, 5+ @ 47.5 kg", "3 @ 40 kg, 3 @ 45 kg, 3+ @ 50 kg",
                "5 @ 42.5 kg, 3 @ 47.5 kg, 1+ @ 52.5 kg", "5 @ 22.5 kg, 5 @ 27.5 kg, 5 @ 35 kg",
                "5 @ 37.5 kg, 5 @ 45 kg, 5+ @ 50 kg", "3 @ 42.5 kg, 3 @ 47.5 kg, 3+ @ 52.5 kg",
                "5 @ 45 kg, 3 @ 50 kg, 1+ @ 55 kg", "5 @ 22.5 kg, 5 @ 30 kg, 5 @ 35 kg",
            ]
        )
    }

    @Test func aFailedCycleKeepsTheTrainingMax() throws {
        var simulation = try wendler()
        for workout in 0..<16 { simulation.complete(workout == 8 ? ["overhead-press": reps(5, 3, 0)] : [:]) }
        #expect(simulation.sets("overhead-press") == "5 @ 35 kg, 5 @ 40 kg, 5+ @ 45 kg")
        #expect(simulation.change("overhead-press") == LoadChange(by: .weight(kg(0)), reason: .failedCycle))
        simulation.skip()
        #expect(simulation.change("deadlift") == LoadChange(by: .weight(kg(5)), reason: .completedCycle))
    }

    @Test func aSkippedCycleAddsNothing() throws {
        var simulation = try wendler()
        for _ in 0..<16 { simulation.skip() }
        #expect(simulation.sets("overhead-press") == "5 @ 35 kg, 5 @ 40 kg, 5+ @ 45 kg")
        #expect(simulation.change("overhead-press") == nil)
    }

    /// The training max of the squat belongs to both exercises, and grows once per cycle.
    @Test func theSupplementalExerciseFollowsTheLift() throws {
        var simulation = try wendler("531-boring-but-big")
        for _ in 0..<3 { simulation.skip() }
        #expect(simulation.sets("squat-boring") == "5×10 @ 62.5 kg")
        for _ in 0..<16 { simulation.complete() }
        // 126 kg, then 131 kg; half of it is 65.5 kg.
        #expect(simulation.sets("squat-boring") == "5×10 @ 65 kg")
        #expect(simulation.sets("squat-main") == "5 @ 85 kg, 5 @ 97.5 kg, 5+ @ 112.5 kg")
    }

    @Test(arguments: [(0, 126.0), (1, 126), (2, 128.5), (3, 128.5), (4, 131), (5, 131), (6, 133.5), (20, 133.5)])
    func theHeaviestAmrapSetMovesTheTrainingMax(last: Int, expected: Double) throws {
        var simulation = try Simulation(
            "nsuns-4-day",
            days: ["bench-and-press", "squat-and-sumo", "bench-and-close-grip", "deadlift-and-front-squat"],
            perWeek: 4
        )
        simulation.progress.apply(.oneRepMax(lift: "squat", kg(140)))
        simulation.complete()
        // The last set is an AMRAP set, too, but the one at 95% decides.
        simulation.complete(["squat": reps(5, 3, last, 3, 3, 3, 5, 5, 12)])
        for _ in 0..<3 { simulation.skip() }
        let top = Rounding(step: kg(2.5), direction: .nearest).rounded(kg(expected).share(Percentage(hundredths: 9500)))
        #expect(simulation.top("squat") == "\(top) kg")
    }

    @Test func aNewMaxReplacesTheOldOne() throws {
        var simulation = try wendler()
        for _ in 0..<16 { simulation.complete() }
        simulation.progress.apply(.trainingMax(lift: "overhead-press", kg(50)))
        #expect(simulation.sets("overhead-press") == "5 @ 32.5 kg, 5 @ 37.5 kg, 5+ @ 42.5 kg")
    }

    @Test func withoutAMaxPercentagesRemain() throws {
        let text = """
            antrain: 1
            id: bare
            name: Bare
            exercises: {squat: {name: Squat, progression: {type: per-cycle, add: 5}}}
            days: {a: {exercises: [{lift: squat, sets: [5 @ 65%, 5+ @ 85%]}]}}
            schedule: {mode: cycle, cycle: [a]}
            """
        var progress = ProgramProgress(try Simulation.program(text: text))
        let item = try #require(progress.workout("a", week: 1)?.items.first)
        #expect(item.sets.map(\.description) == ["5 @ 65%", "5+ @ 85%"])
        #expect(item.missing == .max(lift: "squat"))
        // Without weeks, each week is a cycle.
        progress.apply(.trainingMax(lift: "squat", kg(100)))
        progress.apply(.completed(PerformedWorkout(dayID: "a", week: 1)))
        #expect(progress.workout("a", week: 2)?.items.first?.topSet?.description == "5+ @ 89.25 kg")
    }
}
