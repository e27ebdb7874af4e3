import Foundation
import TestSupport
import Testing

/// What `antrain program validate` warns about in programs without errors.
@Suite struct ProgramValidateTests {
    private func validate(_ exercises: String, head: String = "") throws -> Finished {
        let home = try Home()
        let text = """
            antrain: 1
            id: mine
            name: Mine
            \(head)
            days: {a: {exercises: [\(exercises)]}, b: {exercises: [{exercise: Squat, sets: 3x5}]}}
            schedule: {mode: cycle, cycle: [a, b]}

            """
        try home.folder.write("mine.yaml", text)
        return try home.antrain("program validate mine.yaml")
    }

    @Test(
        arguments: [
            ("{exercise: Bnch Press, sets: 3x5}", "unknown exercise 'Bnch Press'", "did you mean 'Bench Press'?"),
            (
                "{exercise: Qwertyuiop, sets: 3x5}", "unknown exercise 'Qwertyuiop'",
                "help: If it is an exercise of your own, add it"
            ),
            (
                "{exercise: Bench Press, sets: 5 @ 70%}",
                "'Bench Press' has percentages, but the program declares no max for it",
                "exercises: {bench-press: Bench Press}"
            ),
            (
                "{exercise: Bench Press, warm-up: [5 @ 40% 1rm], sets: 3x5}",
                "'Bench Press' has percentages, but the program declares no max for it", "maxes"
            ),
            (
                "{exercise: Squat, sets: 3x5, progression: {type: linear, add: 2.5}}",
                "'Squat' has no progression here, so these workouts never change its load", "repeat the progression"
            ),
        ] as [(String, String, String)]
    )
    func `A probable mistake is a warning`(_ exercise: String, _ message: String, _ help: String) throws {
        let run = try validate(exercise)
        #expect(run.status == 0 && run.output.hasPrefix("mine.yaml: valid"), "\(run)")
        #expect(run.errors.contains("warning: " + message) && run.errors.contains(help), "\(run.errors)")
    }

    @Test(
        arguments: [
            ("{exercise: Bench Press, sets: 5 @ 70%}", "maxes: {bench-press: 100}"),
            ("{exercise: Bench Press, sets: 5 @ 70%}", "exercises: {bench-press: Bench Press}"),
            ("{exercise: Bench Press, sets: [5, 5 @ 70% of top]}", ""),
            ("{exercise: Squat, sets: 3x5, progression: none}", ""),
            // The catalogue finds it by its lift.
            ("{exercise: Qwertyuiop, lift: bench-press, sets: 3x5}", "exercises: {bench-press: Bench Press}"),
        ] as [(String, String)]
    )
    func `A declared max, lift or progression causes no warning`(_ exercise: String, _ head: String) throws {
        let run = try validate(exercise, head: head)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    }

    /// Without a declared lift, the athlete's max counts all the same.
    @Test func `A max of the athlete applies to percentages of any exercise`() throws {
        let home = try Home()
        try home.folder.write(
            "mine.yaml",
            """
            antrain: 1
            id: mine
            name: Mine
            rounding: 2.5
            days: {a: {exercises: [{exercise: Rowing, sets: 5 @ 70%}, {exercise: Squat, sets: 3x5}]}}
            schedule: {mode: cycle, cycle: [a]}

            """
        )
        #expect(try home.antrain("program activate mine.yaml --max rowing=100kg").status == 0)
        let next = try home.antrain("next --workouts 1")
        #expect(next.output.contains("Rowing  5 @ 70 kg") && !next.output.contains("max set"), "\(next)")
    }
}
