import Progress
import Testing
import Training

/// First more repetitions, then more weight.
@Suite struct DoubleProgressionTests {
    private static let text = """
        antrain: 1
        id: double
        name: Double
        rounding: 2.5
        days:
          a:
            exercises:
              - {exercise: Curl, sets: 3x8-12, progression: {type: double, add: 2.5}}
              - {exercise: Dip, sets: 2x8-12 @ bodyweight, progression: {type: double, add: 2.5}}
        schedule: {mode: cycle, cycle: [a]}
        """

    @Test(
        arguments: [
            (reps(12, 12, 12), "22.5 kg", LoadChange.Reason.reachedTop),
            (reps(12, 12, 13), "22.5 kg", .reachedTop),
            (reps(12, 12, 11), "20 kg", .belowTop),
            // Nobody knows how many repetitions were done, so the load stays.
            (.asPlanned, "20 kg", .belowTop),
            (reps(12, 12, 7), "20 kg", .failed(times: 1, of: nil)),
            (reps(12, 12), "20 kg", .failed(times: 1, of: nil)),
        ]
    )
    func theTopOfTheRangeAddsWeight(result: PerformedWorkout.Result, load: String, reason: LoadChange.Reason) throws {
        var progress = ProgramProgress(try Simulation.program(text: Self.text))
        progress.apply(.load(exercise: "curl", kg(20)))
        progress.apply(.completed(PerformedWorkout(dayID: "a", week: 1, results: ["curl": result])))
        let item = try #require(progress.workout("a", week: 1)?.items.first)
        #expect(item.topSet?.load?.description == load)
        #expect(item.change?.reason == reason)
    }

    /// Ranges of times and totals, too; `next` assumes that they reach the top.
    @Test(arguments: [
        ("60-90s", "90s", "12.5 kg"), ("60-90s", "89s", "10 kg"), ("60-90s", "59s", "10 kg"),
        ("50-60 total", "40 20", "12.5 kg"), ("50-60 total", "40 19", "10 kg"),
    ])
    func otherRangesAddWeight(sets: String, done: String, load: String) throws {
        let text = Self.text.replacing("3x8-12,", with: "\(sets) @ 10kg,")
        var progress = ProgramProgress(try Simulation.program(text: text))
        let result = PerformedWorkout.Result.sets(try PerformedSet.parse(done, unit: .kilograms))
        progress.apply(.completed(PerformedWorkout(dayID: "a", week: 1, results: ["curl": result])))
        #expect(progress.workout("a", week: 1)?.items[0].topSet?.load?.description == load)
        var assumed = ProgramProgress(try Simulation.program(text: text))
        var count: [String: Int] = [:]
        let workout = try #require(assumed.workout("a", week: 1))
        assumed.apply(.completed(OutcomeAssumption.success.result(of: workout, counting: &count)))
        #expect(assumed.workout("a", week: 1)?.items[0].topSet?.load?.description == "12.5 kg")
    }

    @Test func weightIsAddedToTheBody() throws {
        var progress = ProgramProgress(try Simulation.program(text: Self.text))
        let bodyweight = PerformedSet(
            amount: PerformedSet.Amount(reps: 12),
            load: .bodyweight(plus: kg(0), .kilograms)
        )
        let result = PerformedWorkout(dayID: "a", week: 1, results: ["dip": .sets([bodyweight, bodyweight])])
        progress.apply(.completed(result))
        let dip = try #require(progress.workout("a", week: 1)?.items.last)
        #expect(dip.sets.map(\.description) == ["2×8–12 @ bodyweight + 2.5 kg"])
    }
}
