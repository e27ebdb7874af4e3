import Progress
import Testing
import Training

/// StrongLifts 5×5: 2.5 kg after each completed workout, 5 kg for the deadlift; after three failures, 10% less.
@Suite struct LinearProgressionTests {
    private func start() throws -> Simulation {
        var simulation = try Simulation("stronglifts-5x5", days: ["workout-a", "workout-b"], perWeek: 3)
        for (exercise, load) in [
            ("squat", 60.0), ("bench-press", 40), ("barbell-row", 40), ("overhead-press", 30), ("deadlift", 80),
        ] { simulation.progress.apply(.load(exercise: exercise, kg(load))) }
        return simulation
    }

    @Test func twelveWeeksOfSuccess() throws {
        var simulation = try start()
        // 36 workouts: each has a squat, every other one the bench press or the deadlift.
        for workout in 0..<36 {
            #expect(simulation.top("squat") == "\(Weight(thousandths: 60_000 + workout * 2500)) kg")
            let own = workout / 2
            if workout % 2 == 0 {
                #expect(simulation.top("bench-press") == "\(Weight(thousandths: 40_000 + own * 2500)) kg")
                #expect(simulation.top("barbell-row") == "\(Weight(thousandths: 40_000 + own * 2500)) kg")
            } else {
                #expect(simulation.top("overhead-press") == "\(Weight(thousandths: 30_000 + own * 2500)) kg")
                #expect(simulation.sets("deadlift") == "5 @ \(Weight(thousandths: 80_000 + own * 5000)) kg")
            }
            simulation.complete()
        }
    }

    /// Sets that were done with the planned loads leave the load as it is, even if the heaviest was not done.
    @Test func aRampThatWasNotFinishedKeepsTheLoad() throws {
        var simulation = try Self.ramp()
        simulation.complete(["squat": .sets([Self.set(60), Self.set(80)])])
        #expect(simulation.sets("squat") == "5 @ 60 kg, 5 @ 80 kg, 5 @ 100 kg")
        simulation.complete(["squat": .sets([Self.set(60), Self.set(70)])])
        #expect(simulation.top("squat") == "70 kg")
    }

    /// What the program prescribes need not be a multiple of its rounding.
    @Test func prescribedWeightsAreNotRounded() throws {
        let program = try Simulation.program(
            text: """
                antrain: 1
                id: mine
                name: Mine
                rounding: 5
                days:
                  a: {exercises: [{exercise: Curl, sets: 3x10 @ 22kg}, {exercise: Dip, sets: 3x10 @ bodyweight + 7kg, progression: {type: linear, add: 3}}]}
                schedule: {mode: cycle, cycle: [a]}

                """
        )
        var progress = ProgramProgress(program)
        for results in [[:], ["dip": PerformedWorkout.Result.missed]] {
            progress.apply(.completed(PerformedWorkout(dayID: "a", week: 1, results: results)))
        }
        let items = try #require(progress.workout("a", week: 2)).items
        #expect(items[0].sets.map(\.description) == ["3×10 @ 22 kg"])
        #expect(items[1].sets.map(\.description) == ["3×10 @ bodyweight + 10 kg"])
    }

    @Test func anUnknownLoadDoesNotChange() throws {
        var simulation = try Simulation("stronglifts-5x5", days: ["workout-a"], perWeek: 3)
        simulation.complete()
        #expect(simulation.sets("squat") == "5×5" && simulation.change("squat") == nil)
    }

    private static func set(_ load: Double) -> PerformedSet {
        PerformedSet(amount: PerformedSet.Amount(reps: 5), load: .weight(kg(load), .kilograms))
    }

    private static func ramp() throws -> Simulation {
        let program = try Simulation.program(
            text: """
                antrain: 1
                id: mine
                name: Mine
                days:
                  a: {exercises: [{exercise: Squat, sets: [5 @ 60kg, 5 @ 80kg, 5 @ 100kg], progression: {type: linear, add: 5}}]}
                schedule: {mode: cycle, cycle: [a]}

                """
        )
        var simulation = try Simulation("stronglifts-5x5", days: ["a"], perWeek: 3)
        simulation.progress = ProgramProgress(program)
        return simulation
    }

    @Test func threeFailuresLeadToADeload() throws {
        var simulation = try start()
        simulation.progress.apply(.load(exercise: "squat", kg(100)))
        let failure: [String: PerformedWorkout.Result] = ["squat": reps(5, 5, 5, 4, 3)]
        simulation.complete(failure)
        #expect(simulation.sets("squat") == "5×5 @ 100 kg")
        #expect(simulation.change("squat") == LoadChange(by: .weight(kg(0)), reason: .failed(times: 1, of: 3)))
        simulation.complete(failure)
        simulation.complete(failure)
        #expect(simulation.sets("squat") == "5×5 @ 90 kg")
        #expect(
            simulation.change("squat") == LoadChange(by: .weight(kg(-10)), reason: .deload(failures: 3, from: kg(100)))
        )
        simulation.complete()
        #expect(simulation.sets("squat") == "5×5 @ 92.5 kg")
        #expect(simulation.change("squat") == LoadChange(by: .weight(kg(2.5)), reason: .completed))
    }

    @Test func aSuccessForgetsFailures() throws {
        var simulation = try start()
        for result in [reps(5, 5, 5, 5, 4), reps(5, 5, 5, 5, 4), .asPlanned, .missed, .missed] {
            simulation.complete(["squat": result])
        }
        #expect(simulation.top("squat") == "62.5 kg")
        simulation.complete(["squat": .missed])
        // 90% of 62.5 kg is 56.25 kg, rounded down.
        #expect(simulation.top("squat") == "55 kg")
    }

    @Test func aSkippedWorkoutChangesNothing() throws {
        var simulation = try start()
        simulation.complete()
        for _ in 0..<3 { simulation.skip() }
        #expect(simulation.top("squat") == "62.5 kg")
        #expect(simulation.top("bench-press") == "42.5 kg")
    }

    @Test func theLiftedLoadCounts() throws {
        var simulation = try start()
        simulation.complete(["squat": reps(5, 5, 5, 5, 5, kg: 70)])
        #expect(simulation.top("squat") == "72.5 kg")
        simulation.complete(["squat": reps(5, 5, 5, 5, 3, kg: 65)])
        #expect(simulation.top("squat") == "65 kg")
    }

    /// Some sets with less than the planned load are no more a success than fewer repetitions.
    @Test(
        arguments: [
            ("5@60 4x5@50", "60 kg", true), ("4x5@60 5@50", "60 kg", true), ("2x5@60 2x5@55 5@52.5", "60 kg", true),
            ("5@65 4x5@50", "60 kg", true), ("4x5@60 5@57.5", "60 kg", true), ("5@55 4x5@50", "55 kg", true),
            ("5x5@50", "52.5 kg", false), ("5x5@65", "67.5 kg", false), ("5@65 4x5@60", "67.5 kg", false),
            ("4x5@60 5@59.5", "62.5 kg", false), ("5x5@60 5@50", "62.5 kg", false), ("5@60 4x5", "62.5 kg", false),
        ]
    )
    func lighterSetsAreNotCompleted(sets: String, next: String, isFailure: Bool) throws {
        var simulation = try start()
        simulation.complete(["squat": .sets(Self.logged(sets))])
        #expect(simulation.top("squat") == next)
        #expect((simulation.change("squat")?.reason == .failed(times: 1, of: 3)) == isFailure)
    }

    /// The sets of a ramp may all be lighter by the same weight.
    @Test(arguments: [("5@55 5@75 5@95", "100 kg"), ("5@60 5@80 5@95", "95 kg"), ("5@50 5@80 5@100", "100 kg")])
    func lighterSetsOfARamp(sets: String, next: String) throws {
        var simulation = try Self.ramp()
        simulation.complete(["squat": .sets(Self.logged(sets))])
        #expect(simulation.top("squat") == next)
    }

    @Test func aLoggedSetIsAsGoodAsAStartingLoad() throws {
        var simulation = try Simulation("stronglifts-5x5", days: ["workout-a", "workout-b"], perWeek: 3)
        #expect(simulation.sets("squat") == "5×5")
        #expect(simulation.next?.items.first?.missing == .load(exercise: "squat"))
        simulation.complete(["squat": reps(5, 5, 5, 5, 5, kg: 50)])
        #expect(simulation.sets("squat") == "5×5 @ 52.5 kg")
        #expect(simulation.next?.items.first?.missing == nil)
    }

    @Test func tooFewSetsAreAFailure() throws {
        var simulation = try start()
        simulation.complete(["squat": reps(5, 5, 5, 5)])
        #expect(simulation.change("squat")?.reason == .failed(times: 1, of: 3))
        simulation.complete(["squat": reps(5, 5, 5, 5, 5, 5)])
        #expect(simulation.top("squat") == "62.5 kg")
    }

    @Test func anIncrementPerWeekFollowsTheLastWorkoutOfTheWeek() throws {
        let program = try Simulation.program(
            text: """
                antrain: 1
                id: weekly
                name: Weekly
                units: lb
                days:
                  a: {exercises: [{exercise: Squat, sets: 3x5, progression: {type: linear, add: 5, every: week}}]}
                schedule: {mode: cycle, cycle: [a]}
                """
        )
        var progress = ProgramProgress(program)
        progress.apply(.load(exercise: "squat", kg(200)))
        func load(_ week: Int) -> String? { progress.workout("a", week: week)?.items.first?.topSet?.load?.description }
        progress.apply(.completed(PerformedWorkout(dayID: "a", week: 1)))
        #expect(load(1) == "200 lb")
        #expect(load(2) == "205 lb")
        progress.apply(.completed(PerformedWorkout(dayID: "a", week: 2, results: ["squat": .missed])))
        #expect(load(3) == "205 lb")
        // The load was lifted in kilograms: 95 kg are 209.439 lb.
        progress.apply(.completed(PerformedWorkout(dayID: "a", week: 3, results: ["squat": reps(5, 5, 5, kg: 95)])))
        #expect(load(4) == "214.439 lb")
    }

    private static func steps(_ head: String, _ sets: String, add: String) -> String {
        """
        antrain: 1
        id: mine
        name: Mine
        \(head)
        days:
          a: {exercises: [{exercise: Squat, sets: \(sets), progression: {type: linear, add: \(add)}}]}
        schedule: {mode: cycle, cycle: [a]}

        """
    }

    /// 62.27 kg are 137.28 lb, and 66 kg are 145.5 lb. What the athlete sets or lifts in the program's unit is not rounded.
    @Test func loadsInAnotherUnitAreRounded() throws {
        var course = try Course(Self.steps("units: lb\nrounding: 5", "5x5", add: "4"))
        try course.apply("squat", kg(62.27), .kilograms)
        course.run([
            .init("a", "Squat 5×5 @ 135 lb"), .init("a", "Squat 5×5 @ 139 lb (+4 completed)"),
            .init("a", "Squat 5×5 @ 143 lb (+4 completed)", ["squat": .sets(Self.logged("5x5@66kg"))]),
            .init("a", "Squat 5×5 @ 149 lb (+4 completed)", ["squat": .sets(Self.logged("5x5@147lb"))]),
            .init("a", "Squat 5×5 @ 151 lb (+4 completed)"),
        ])
    }

    /// What was lifted is what was shown, so the exact load counts.
    @Test func incrementsBelowTheRoundingStepAddUp() throws {
        var course = try Course(Self.steps("rounding: 2.5", "5x5 @ 60kg", add: "1"))
        course.apply(.load(exercise: "squat", kg(60)))
        let shown = ["60", "60", "62.5", "62.5", "65"]
        course.run(
            shown.enumerated().map { index, load in
                let change = index == 0 ? "" : " (+1 completed)"
                return .init("a", "Squat 5×5 @ \(load) kg\(change)", ["squat": .sets(Self.logged("5x5@\(load)kg"))])
            }
        )
    }

    private static func logged(_ text: String) -> [PerformedSet] {
        (try? PerformedSet.parse(text, unit: .kilograms)) ?? []
    }
}
