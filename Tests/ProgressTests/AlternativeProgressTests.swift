import Progress
import Testing
import Training

/// Each alternative has its own load.
@Suite struct AlternativeProgressTests {
    private static let text = """
        antrain: 1
        id: mine
        name: Mine
        days:
          a:
            exercises:
              - exercise: Squat
                sets: 3x5 @ 60kg
                progression: {type: linear, add: 2.5}
                alternatives: [{exercise: Front Squat, sets: 3x5 @ 40kg}, {exercise: Leg Press, sets: 2x10 @ 100kg, progression: {type: linear, add: 10}}]
        schedule: {mode: cycle, cycle: [a]}

        """

    /// The exercise of each completed workout, and the loads of all three afterwards.
    @Test(arguments: [
        ([String](), ["60 kg", "40 kg", "100 kg"]), (["squat", "squat"], ["65 kg", "40 kg", "100 kg"]),
        (["squat", "front-squat", "front-squat"], ["62.5 kg", "45 kg", "100 kg"]),
        (["leg-press", "squat", "leg-press"], ["62.5 kg", "40 kg", "120 kg"]),
    ])
    func eachAlternativeProgressesByItself(done: [String], loads: [String]) throws {
        var progress = ProgramProgress(try Simulation.program(text: Self.text))
        for exercise in done {
            progress.apply(.completed(PerformedWorkout(dayID: "a", week: 1, chosen: ["squat": exercise])))
        }
        let shown = ["squat", "front-squat", "leg-press"].map { exercise in
            let item = progress.workout("a", week: 1, chosen: ["squat": exercise])?.items.first
            #expect(item?.exercise.id == exercise && item?.own.id == "squat")
            #expect(item?.otherChoices.count == 2 && item?.otherChoices.contains { $0.id == exercise } == false)
            return item?.topSet?.load?.description ?? "-"
        }
        #expect(shown == loads)
    }

    /// What is logged was done, whatever was chosen.
    @Test(arguments: [
        ([String: String](), ["front-squat"], "front-squat"), (["squat": "front-squat"], ["squat"], "squat"),
        (["squat": "front-squat"], [], "front-squat"), (["squat": "leg-press"], ["front-squat"], "front-squat"),
        (["squat": "front-squat"], ["squat", "front-squat"], "front-squat"), ([:], ["squat", "front-squat"], "squat"),
    ])
    func theLogDecides(chosen: [String: String], logged: [String], expected: String) throws {
        let day = try Simulation.program(text: Self.text).days[0]
        let choices = day.choices(chosen, in: nil, logged: Set(logged))
        #expect(day.exercises(in: nil, chosen: choices)[0].id == expected)
    }
}
