import Foundation
import Platform
import Testing

/// `antrain start` on a terminal, with sets whose number, load or time is found in the workout.
@Suite struct GuidedNotationTests {
    private func stage(sets: String, _ answers: String...) throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        let program =
            "antrain: 1\nid: mine\nname: Mine\nrounding: 2.5\ndays: {full: {exercises: [{exercise: Squat, sets: \(sets)}]}}\n"
            + "schedule: {mode: cycle, cycle: [full]}\n"
        try stage.write("mine.yaml", program)
        #expect(try stage.run("program activate mine.yaml").status == .success)
        stage.answers = answers
        return stage
    }

    /// A total goes on until it is reached, and a skipped optional set leaves no trace.
    @Test(
        arguments: [
            (
                "50 total @ 20kg", ["20", "", "25", "", "5"],
                [
                    "set 1 of 1: 50 total @ 20 kg, 0 done", "set 1 of 1: 50 total @ 20 kg, 20 done", "repetitions?",
                    "set 1 of 1: 50 total @ 20 kg, 45 done", "repetitions?",
                ],
                "20 @ 20 kg, 25 @ 20 kg, 5 @ 20 kg"
            ),
            ("15 rest-pause @ 20kg", ["17@22.5"], ["set 1 of 1: 15 rest-pause @ 20 kg"], "17 total @ 22.5 kg"),
            // A range of totals goes on after its lower end, until its top or a skipped set.
            (
                "30-50 total @ 20kg", ["20", "15", "s"],
                [
                    "set 1 of 1: 30–50 total @ 20 kg, 0 done", "set 1 of 1: 30–50 total @ 20 kg, 20 done",
                    "set 1 of 1: 30–50 total @ 20 kg, 35 done",
                ], "20 @ 20 kg, 15 @ 20 kg, 0"
            ),
            (
                "30-50 total", ["20", "30"], ["set 1 of 1: 30–50 total, 0 done", "set 1 of 1: 30–50 total, 20 done"],
                "20, 30"
            ),
            ("2x60-90s", ["", "70s"], ["set 1 of 2: 60–90 s", "set 2 of 2: 60–90 s"], "1:30, 1:10"),
            (
                "AMRAP in 7min @ 24kg", ["", "35"], ["set 1 of 1: AMRAP in 7 min @ 24 kg", "repetitions?"],
                "35 total @ 24 kg"
            ),
            ("20+ in 5min", ["22"], ["set 1 of 1: 20+ in 5 min"], "22 total"),
            (
                "20 in 10min", ["12", "s"], ["set 1 of 1: 20 in 10 min, 0 done", "set 1 of 1: 20 in 10 min, 12 done"],
                "12, 0"
            ),
            (
                "[2-3x8 @ 60kg, 5 @ 40kg]", ["", "", "s", ""],
                [
                    "set 1 of 4: 8 @ 60 kg", "set 2 of 4: 8 @ 60 kg", "optional set 3 of 4: 8 @ 60 kg",
                    "set 4 of 4: 5 @ 40 kg",
                ],
                "2×8 @ 60 kg, 5 @ 40 kg"
            ),
            (
                "[2-3x8 @ 60kg, 5 @ 40kg]", ["", "", "s", "u", "", "u", "", ""],
                [
                    "set 1 of 4: 8 @ 60 kg", "set 2 of 4: 8 @ 60 kg", "optional set 3 of 4: 8 @ 60 kg",
                    "set 4 of 4: 5 @ 40 kg",
                    "optional set 3 of 4: 8 @ 60 kg", "set 4 of 4: 5 @ 40 kg", "optional set 3 of 4: 8 @ 60 kg",
                    "set 4 of 4: 5 @ 40 kg",
                ], "3×8 @ 60 kg, 5 @ 40 kg"
            ),
            (
                "[5RM, 2x5 @ 90% of top]", ["", "102.5", "", ""],
                ["set 1 of 3: 5RM", "load in kg (Enter: none):", "set 2 of 3: 5 @ 92.5 kg", "set 3 of 3: 5 @ 92.5 kg"],
                "5 @ 102.5 kg, 2×5 @ 92.5 kg"
            ),
            // The lifted load counts, not the planned one.
            (
                "[5 @ 100kg, 5 @ 90% of top, 5 @ 50% of last]", ["5@110", "", ""],
                ["set 1 of 3: 5 @ 100 kg", "set 2 of 3: 5 @ 100 kg", "set 3 of 3: 5 @ 50 kg"],
                "5 @ 110 kg, 5 @ 100 kg, 5 @ 50 kg"
            ),
            (
                "[5 @ 60-70kg, 5 @ 80kg+ cap rpe 8, 5 @ bodyweight - 20kg]", ["", "5@90", ""],
                [
                    "set 1 of 3: 5 @ 60–70 kg", "set 2 of 3: 5 @ ≥ 80 kg up to RPE 8",
                    "set 3 of 3: 5 @ bodyweight - 20 kg",
                ],
                "5 @ 60 kg, 5 @ 90 kg, 5 @ bodyweight - 20 kg"
            ),
        ]
    )
    func newNotationsAreGuided(sets: String, answers: [String], questions: [String], logged: String) throws {
        let stage = try stage(sets: sets)
        stage.answers = answers
        #expect(try stage.run("start").status == .success)
        let asked = stage.questions.map { question in
            String(question.drop { $0 == " " }.prefix { $0 != ">" && $0 != "(" || question.contains("Enter") })
                .trimmingCharacters(in: .whitespaces)
        }
        #expect(asked == questions)
        let log = try log(stage)
        #expect(log.map { $0.hasSuffix(" Squat \(logged)") } == [true], "\(log)")
    }

    /// A range of times counts down to its top, and a set within a time before the question.
    @Test(arguments: [
        ("60-90s", ["", "10s"], ["Squat 90"]), ("AMRAP in 7min", ["", "35"], ["Squat 420"]),
        ("AMRAP in 7min", ["35"], []), ("20+ in 5min", ["", "22"], ["Squat 300"]), ("20 in 10min", ["20"], []),
    ])
    func timedSetsCountDown(sets: String, answers: [String], countdowns: [String]) throws {
        let stage = try stage(sets: sets)
        stage.answers = answers
        #expect(try stage.run("start").status == .success)
        #expect(stage.countdowns == countdowns)
    }

    @Test func aCountdownThatIsStoppedIsTheTime() throws {
        let stage = try stage(sets: "60-90s", "")
        stage.patience = 75
        #expect(try stage.run("start").status == .success)
        #expect(try log(stage).map { $0.hasSuffix(" Squat 1:15") } == [true])
    }

    /// The interval began with the set.
    @Test func anIntervalIncludesItsSet() throws {
        let stage = try stage(sets: "4x3 @ 60kg every 1min", "", "", "", "")
        var time = 100
        stage.uptime = {
            time += 8
            return time
        }
        #expect(try stage.run("start").status == .success)
        #expect(stage.countdowns == ["rest 52", "rest 52", "rest 52"])
    }

    /// Without a session, the plan and what the user gives are logged.
    @Test(arguments: [
        ("50 total @ 20kg", "done", "50 total @ 20 kg as planned"),
        ("50 total @ 20kg", "done --set squat=20,20,10", "2×20 @ 20 kg, 10 @ 20 kg"),
        ("15 rest-pause @ 20kg", "done", "15 total @ 20 kg as planned"),
        ("15 rest-pause @ 20kg", "done --set squat=17", "17 total @ 20 kg"),
        ("3x60-90s", "done", "3×1:00 as planned"), ("60-90s @ 10kg", "done --set squat=75s", "1:15 @ 10 kg"),
        ("100-200 total", "done", "100 total as planned"), ("100-200 total", "done --set squat=60,60", "2×60"),
        ("AMRAP in 7min", "done", "1 total as planned"), ("20+ in 5min @ 16kg", "done", "20 total @ 16 kg as planned"),
        ("AMRAP in 7min @ 16kg", "done --set squat=35", "35 total @ 16 kg"),
        // The lifted load counts, not the planned one.
        ("[1 @ rpe 8, 3x5 @ 80% of top]", "done --set squat=1@150kg,5,5,5", "1 @ 150 kg, 3×5 @ 120 kg"),
        ("[1 @ 100kg, 2x5 @ 80% of top]", "done --set squat=1@150kg,5,5", "1 @ 150 kg, 2×5 @ 120 kg"),
        ("[1 @ 100kg, 2x5 @ 80% of top]", "done --set squat=1,5,5@85kg", "1 @ 85 kg, 2×5 @ 85 kg"),
        (
            "[5 @ 100kg, 5 @ 90% of last, 5 @ 90% of last]", "done --set squat=5@110kg,5,5",
            "5 @ 110 kg, 5 @ 100 kg, 5 @ 90 kg"
        ),
        ("[1 @ 100kg, 2x5 @ 80% of top]", "done", "1 @ 100 kg, 2×5 @ 80 kg as planned"),
    ])
    func newNotationsAreLogged(sets: String, command: String, logged: String) throws {
        let stage = try stage(sets: sets)
        #expect(try stage.run(command).status == .success)
        let log = try log(stage)
        #expect(log.map { $0.hasSuffix(" Squat \(logged)") } == [true], "\(log)")
    }

    /// An exercise's id decides, even if another exercise has it as its name.
    @Test func anIDDecidesAmongExercisesWithTheSameName() throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        let exercises = "[{exercise: Squat, sets: 5}, {exercise: Squat, id: squat-light, sets: 5}]"
        try stage.write(
            "mine.yaml",
            "antrain: 1\nid: mine\nname: Mine\ndays: {full: {exercises: \(exercises)}}\n"
                + "schedule: {mode: cycle, cycle: [full]}\n"
        )
        #expect(try stage.run("program activate mine.yaml").status == .success)
        let run = try stage.run("done --set squat=5@100kg --set squat-light=5@60kg")
        #expect(run.status == .success, "\(run)")
        let log = try log(stage)
        #expect(log.map { $0.contains(" 5 @ ") } == [true, true], "\(log)")
    }

    private func log(_ stage: CommandStage) throws -> [String] {
        try stage.run("log").output.split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
    }
}
