import Progress
import Testing
import Training
import YAMLSource

/// More weight once the repetitions of all work sets add up to a goal.
@Suite struct RepGoalTests {
    private static let text = """
        antrain: 1
        id: goal
        name: Goal
        rounding: 2.5
        days:
          a:
            exercises:
              - {exercise: Row, warm-up: [10], sets: 3x5-12, progression: {type: rep-goal, reps: 25, add: 2.5}}
        schedule: {mode: cycle, cycle: [a]}
        """

    @Test(
        arguments: [
            (reps(10, 8, 7), "22.5 kg", 25), (reps(12, 12, 12), "22.5 kg", 36), (reps(25), "22.5 kg", 25),
            (reps(10, 8, 6), "20 kg", 24), (.asPlanned, "20 kg", 15), (.missed, "20 kg", 0),
        ] as [(PerformedWorkout.Result, String, Int)]
    )
    func theSumOfRepetitionsAddsWeight(result: PerformedWorkout.Result, load: String, sum: Int) throws {
        var progress = ProgramProgress(try Simulation.program(text: Self.text))
        progress.apply(.load(exercise: "row", kg(20)))
        progress.apply(.completed(PerformedWorkout(dayID: "a", week: 1, results: ["row": result])))
        let item = try #require(progress.workout("a", week: 1)?.items.first)
        #expect(item.topSet?.load?.description == load)
        #expect(item.change?.reason == .repGoal(reps: sum, of: 25))
    }

    @Test func warmUpsDoNotCount() throws {
        var progress = ProgramProgress(try Simulation.program(text: Self.text))
        progress.apply(.load(exercise: "row", kg(20)))
        let sets = [SetPrescription.Kind.warmUp, .work, .work, .work].map {
            PerformedSet(kind: $0, amount: PerformedSet.Amount(reps: 8))
        }
        progress.apply(.completed(PerformedWorkout(dayID: "a", week: 1, results: ["row": .sets(sets)])))
        #expect(progress.workout("a", week: 1)?.items.first?.change?.reason == .repGoal(reps: 24, of: 25))
    }

    @Test func assumedWorkoutsReachTheGoal() throws {
        var progress = ProgramProgress(try Simulation.program(text: Self.text))
        progress.apply(.load(exercise: "row", kg(20)))
        var count: [String: Int] = [:]
        for assumption in [OutcomeAssumption.success, .success, .failEvery(1)] {
            let workout = try #require(progress.workout("a", week: 1))
            progress.apply(.completed(assumption.result(of: workout, counting: &count)))
        }
        #expect(progress.workout("a", week: 1)?.items.first?.topSet?.load?.description == "25 kg")
    }

    @Test(
        arguments: [
            ("{type: rep-goal, add: 2.5}", "missing key 'reps'"),
            ("{type: rep-goal, reps: 0, add: 2.5}", "repetitions"),
            ("{type: rep-goal, reps: 25}", "missing key 'add'"),
            ("{type: rep-gaol, reps: 25, add: 1}", "did you mean 'rep-goal'"),
        ]
    )
    func mistakesAreReported(progression: String, expected: String) throws {
        let text = Self.text.replacing("{type: rep-goal, reps: 25, add: 2.5}", with: progression)
        let source = SourceText(path: "program.yaml", text: text)
        let message = DiagnosticRenderer(source: source).render(ProgramReader.read(source).diagnostics)
        #expect(message.contains(expected), "\(message)")
    }
}
