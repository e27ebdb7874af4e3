import Foundation
import TestSupport
import Testing

/// `antrain program test`: the tests that programs contain.
@Suite struct ProgramTestCommandTests {
    /// Squat from 100 kg: +2.5 kg after a success, and 10 % less after the second failure in a row.
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        rounding: 2.5
        exercises: {squat: Squat, bench-press: Bench Press}
        days:
          a:
            exercises:
              - {lift: squat, warm-up: [5 @ 40kg], sets: 3x5, progression: {type: linear, add: 2.5, fails: 2, deload: 10%}}
              - {exercise: Dip, sets: 3x5-8 @ bodyweight, progression: {type: double, add: 2.5}}
          b: {exercises: [{exercise: Bench Press, lift: bench-press, sets: [5 @ 80%, 5+ @ 90%], progression: {type: per-cycle, add: 5}}]}
        schedule: {mode: rotation, rotation: [a, b], default-days: [mon, wed, fri], on-missed: shift}
        tests:
          - name: loads
            loads: {squat: 100kg}

        """

    private func home(_ test: String) throws -> Home {
        let home = try Home()
        try home.folder.write("mine.yaml", ProgramTestCommandTests.program + test)
        return home
    }

    private func workouts(_ lines: String...) -> String {
        "    workouts:\n" + lines.map { "      - {\($0)}\n" }.joined()
    }

    @Test(
        arguments: [
            // The dates of Monday, Wednesday and Friday, from Monday 2024-01-01 on.
            [
                "date: 2024-01-01, day: a, week: 1, sets: {squat: 3x5 @ 100kg}", "date: 2024-01-03, day: b",
                "date: 2024-01-05",
            ],
            ["repeat: 2", "day: a, sets: {squat: [2x5 @ 102.5kg, 5 @ 102.5kg]}"],
            ["sets: {squat: 100kg}, results: {squat: '5,5,4'}", "day: b", "sets: {squat: 3x5 @ 100kg}"],
            ["results: {squat: missed}, repeat: 4", "sets: {squat: 90kg}"],
            // 225 lb are 102.058 kg; loads in another unit are rounded.
            ["results: {squat: '5,5,5@225lb'}, repeat: 2", "sets: {squat: 105kg}"],
            ["outcome: skipped", "day: b", "sets: {squat: 100kg}"],
            // Sets without a load have the planned one.
            [
                "results: {dip: '8,8,7'}", "", "sets: {dip: 3x5-8 @ bodyweight}, results: {dip: '8,8,8'}", "",
                "sets: {dip: 3x5-8 @ bodyweight+2.5kg}",
            ],
            // The missed workout follows on the next training day.
            ["", "day: b, outcome: missed", "date: 2024-01-05, day: b", "day: a"],
        ] as [[String]]
    )
    func `A test passes if the program plans what it expects`(_ lines: [String]) throws {
        let run = try home("    workouts:\n" + lines.map { "      - {\($0)}\n" }.joined()).antrain(
            "program test mine.yaml"
        )
        #expect(run.status == 0 && run.output == "mine.yaml: 1 test passed\n" && run.errors.isEmpty, "\(run)")
    }

    @Test(
        arguments: [
            ("date: 2024-01-02", "loads: workout 1 (2024-01-01, a): the date is 2024-01-01", "expected: 2024-01-02"),
            ("day: b", "the day is a", "expected: b"),
            ("week: 2", "the week is 1", "expected: 2"),
            ("sets: {squat: 3x5 @ 102.5kg}", "squat has 3×5 @ 100 kg", "expected: 3x5 @ 102.5kg"),
            ("sets: {squat: 2x5 @ 100kg}", "squat has 3×5 @ 100 kg", "expected: 2x5 @ 100kg"),
            ("sets: {squat: 101kg}", "squat has 3×5 @ 100 kg", "expected: 101kg"),
            ("results: {squat: 60s}", "the result of squat does not fit its sets, 3×5 @ 100 kg", "repetitions"),
            ("sets: {bench-press: 5 @ 80kg}", "the workout has no 'bench-press'", "its exercises are squat, dip"),
        ] as [(String, String, String)]
    )
    func `A difference is reported with its place`(_ line: String, _ message: String, _ help: String) throws {
        let run = try home(
            workouts(line, "day: nothing-else-is-checked-after-this").replacing(
                "day: nothing-else-is-checked-after-this",
                with: "day: a"
            )
        )
        .antrain("program test mine.yaml")
        #expect(run.status == 65 && run.output == "mine.yaml: 1 of 1 test failed\n", "\(run)")
        #expect(run.errors.contains(message) && run.errors.contains(help), "\(run.errors)")
        #expect(run.errors.contains("mine.yaml:17:") && !run.errors.contains("workout 2"), "\(run.errors)")
    }

    @Test func `Maxes, training days and the start can be chosen`() throws {
        let test = """
                workouts: [{}]
              - name: cycle
                maxes: {bench-press: 100}
                days: [tue]
                start: 2026-11-23
                workouts:
                  - {date: 2026-11-24, day: a}
                  - {date: 2026-12-01, sets: {bench-press: [5 @ 80kg, 5+ @ 90kg]}}
                  - {}
                  - {sets: {bench-press: [5 @ 85kg, 5+ @ 95kg]}}
              - {name: training max, maxes: {bench-press: {training-max: 110}}, workouts: [{}, {sets: {bench-press: 100kg}}]}

            """
        let run = try home(test).antrain("program test mine.yaml")
        // Percentages are rounded to 2.5 kg: 84 kg and 94.5 kg in the second cycle.
        #expect(run.output == "mine.yaml: 3 tests passed\n", "\(run)")
    }

    @Test(arguments: [("2 workouts", 0, ""), ("3 workouts", 65, "workout 3 (2024-01-05, a) follows")])
    func `The end of the program can be expected`(length: String, status: Int32, message: String) throws {
        let home = try home(workouts("repeat: 2") + "    ends: yes\n")
        let program = try home.folder.read("mine.yaml")
        try home.folder.write("mine.yaml", program.replacing("on-missed: shift", with: "length: \(length)"))
        let run = try home.antrain("program test mine.yaml")
        #expect(run.status == status && run.errors.contains(message) != message.isEmpty, "\(run)")
        #expect(
            message.isEmpty ? run.errors.isEmpty : run.errors.contains("expected: the end of the program"),
            "\(run)"
        )
    }

    @Test(
        arguments: [
            ("sets: {sqat: 100kg}", "unknown exercise 'sqat'", "did you mean 'squat'?"),
            ("day: c", "unknown day 'c'", "expected: a, b"),
            ("date: tomorrow", "tomorrow", "2026-11-23"),
            ("results: {squat: lots}", "invalid result 'lots'", "expected: sets such as"),
            ("outcome: failed", "invalid outcome 'failed'", "done, skipped"),
            ("outcome: skipped, results: {squat: 5}", "a workout that is skipped has no results", "remove"),
            ("repeat: 501", "501", "500"),
            ("set: {squat: 100kg}", "unknown key 'set'", "did you mean 'sets'?"),
            ("sets: {squat: 3x}", "3x", "mine.yaml:17:"),
        ] as [(String, String, String)]
    )
    func `An error in a test is reported by test and validate`(_ line: String, _ message: String, _ help: String) throws
    {
        let home = try home(workouts(line))
        for command in ["test", "validate"] {
            let run = try home.antrain("program \(command) mine.yaml")
            #expect(run.status == 65 && run.errors.contains(message) && run.errors.contains(help), "\(run)")
        }
        // Other commands do not read tests, so that a mistake in one stops no reminder.
        #expect(try home.antrain("program activate mine.yaml").status == 0)
        let json = try home.antrain("program test mine.yaml --json")
        #expect(json.status == 65 && json.output.isEmpty && json.errors.hasPrefix("{"), "\(json)")
    }

    @Test func `A program without tests and one with errors are named`() throws {
        let home = try home(workouts("repeat: 3"))
        let run = try home.antrain("program test phul mine.yaml")
        #expect(run.status == 0 && run.output.hasSuffix("mine.yaml: 1 test passed\n"), "\(run)")
        #expect(try home.antrain("program test nothing").status == 66)
    }
}
