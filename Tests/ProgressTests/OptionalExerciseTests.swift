import Progress
import Testing
import Training

/// Exercises with `optional: yes`: a workout is complete without them.
@Suite struct OptionalExerciseTests {
    private static func text(curl progression: String, sets: String = "3x5 @ 20kg", top: String = "") -> String {
        """
        antrain: 1
        id: mine
        name: Mine
        \(top)days:
          a:
            exercises:
              - {exercise: Squat, sets: 3x5 @ 60kg, progression: {type: linear, add: 2.5}}
              - {exercise: Curl, optional: yes, sets: \(sets), progression: \(progression)}
        schedule: {mode: cycle, cycle: [a]}

        """
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var progression = "{type: linear, add: 2.5, fails: 2}"
        /// The result of the curl in each workout; nil if it was left out.
        let curls: [PerformedWorkout.Result?]
        let expected: String

        var testDescription: String { name }
    }

    @Test(arguments: [
        Case(name: "left out", curls: [nil, nil], expected: "20 kg"),
        Case(name: "done once", curls: [nil, reps(5, 5, 5, kg: 20)], expected: "22.5 kg"),
        Case(name: "only warm-up sets", curls: [.sets([]), .sets([warmUp])], expected: "20 kg"),
        Case(name: "failed twice with one left out between", curls: [.missed, nil, .missed], expected: "18 kg"),
        Case(name: "a part of the sets fails", curls: [reps(5, kg: 20), reps(5, kg: 20)], expected: "18 kg"),
        Case(
            name: "a week's increment",
            progression: "{type: linear, add: 2.5, every: week}",
            curls: [reps(5, 5, 5, kg: 20), nil, nil],
            expected: "22.5 kg"
        ),
        Case(
            name: "a cycle left out",
            progression: "{type: per-cycle, add: 5}",
            curls: [nil, nil],
            expected: "20 kg"
        ),
        Case(
            name: "the next stage",
            progression: "{type: stages, stages: [3x5 @ 20kg, 6x2 @ 20kg], add: 2.5}",
            curls: [nil],
            expected: "20 kg"
        ),
    ])
    func whatWasLeftOutChangesNoLoad(_ one: Case) throws {
        var progress = ProgramProgress(try Simulation.program(text: Self.text(curl: one.progression)))
        for (index, curl) in one.curls.enumerated() {
            let week = one.progression.contains("per-cycle") || one.progression.contains("week") ? index + 1 : 1
            let results = curl.map { ["curl": $0] } ?? [:]
            progress.apply(.completed(PerformedWorkout(dayID: "a", week: week, results: results)))
        }
        let items = try #require(progress.workout("a", week: 9)).items
        #expect(items[1].topSet?.load?.description == one.expected)
        // The other exercise is complete in each workout.
        let squat = 60_000 + 2500 * one.curls.count
        #expect(items[0].topSet?.load?.description == "\(Weight(thousandths: squat)) kg")
    }

    private static let warmUp = PerformedSet(kind: .warmUp, amount: PerformedSet.Amount(reps: 5))

    /// What replaces an optional exercise, and the exercises of an optional template, are optional, too.
    @Test func optionalityIsInherited() throws {
        let text = """
            antrain: 1
            id: mine
            name: Mine
            templates:
              core: [{exercise: Plank, sets: 1x60s}, {exercise: Crunch, sets: 3x20}]
            days:
              a:
                exercises:
                  - {exercise: Curl, sets: 3x10, optional: yes}
                  - {exercise: Row, sets: 3x10, optional: no}
                  - {use: core, optional: on}
            weeks:
              - {name: A}
              - {exercises: {curl: {exercise: Hammer Curl, sets: 3x12}, row: {exercise: Pull-Up, sets: 3x5, optional: yes}}}
              - {exercises: {curl: 2x8}}
            schedule: {mode: cycle, cycle: [a]}

            """
        let program = try Simulation.program(text: text)
        let optional = (1...3).map { week in
            program.days[0].exercises(in: program.week(week)).filter(\.isOptional).map(\.id).joined(separator: " ")
        }
        #expect(
            optional == [
                "curl plank crunch", "hammer-curl pull-up plank crunch", "curl plank crunch",
            ]
        )
    }
}
