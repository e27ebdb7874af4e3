import Platform
import Testing

/// `antrain next`, `max` and `load`, and the questions about loads at an activation.
@Suite struct LoadCommandTests {
    private func strongLifts() throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-22T20:00")
        let run = try stage.run(
            "program activate stronglifts-5x5 --load squat=60kg --load bench-press=40 --load barbell-row=88lb"
        )
        #expect(run.status == .success, "\(run.messages)")
        return stage
    }

    @Test func theDoneWorkoutDecidesTheNextLoad() throws {
        let stage = try strongLifts()
        #expect(try stage.run("next --workouts 1").output.contains("Squat        5×5 @ 60 kg\n"))
        _ = try stage.run("done", now: "2026-11-23T19:00")
        let next = try stage.run("next --workouts 1").output
        #expect(next.contains("Squat           5×5 @ 62.5 kg  +2.5 kg: all sets completed\n"), "\(next)")
        _ = try stage.run("undo")
        #expect(try stage.run("next --workouts 1").output.contains("Squat        5×5 @ 60 kg\n"))
    }

    @Test func aDoneWorkoutShowsTheLoadsThatItWasDoneWith() throws {
        let stage = try strongLifts()
        _ = try stage.run("done", now: "2026-11-23T19:00")
        #expect(try stage.run("today").output.contains("5×5 @ 60 kg"))
    }

    @Test func laterDaysShowTheLoadsOfTheirReminders() throws {
        let week = try strongLifts().run("week --json").output
        #expect(["60", "62.5", "65"].allSatisfy { week.contains("5×5 @ \($0) kg") }, "\(week)")
    }

    @Test func poundsAreConverted() throws {
        #expect(try strongLifts().run("next --workouts 1").output.contains("Barbell Row  5×5 @ 40 kg\n"))
    }

    @Test func anEarlierMaxCanBeCorrected() throws {
        let stage = try CommandStage(now: "2026-11-23T06:00")
        _ = try stage.run("program activate 531 --add --max overhead-press=60kg")
        #expect(try stage.run("next --workouts 1").output.contains("5 @ 35 kg, 5 @ 40 kg, 5+ @ 45 kg"))
        _ = try stage.run("program max set overhead-press 70kg")
        #expect(try stage.run("next --workouts 1").output.contains("5 @ 40 kg, 5 @ 47.5 kg, 5+ @ 52.5 kg"))
        _ = try stage.run("program max set overhead-press 54kg --training")
        #expect(try stage.run("next --workouts 1").output.contains("5 @ 35 kg, 5 @ 40 kg, 5+ @ 45 kg"))
        let list = try stage.run("program max").output
        #expect(list.contains("overhead-press  one-rep max   60 kg"), "\(list)")
        #expect(list.contains("overhead-press  training max  54 kg"))
    }

    /// The max decides these loads, so that a load would change nothing.
    @Test func aLoadThatAMaxDecidesIsRefused() throws {
        let stage = try CommandStage(now: "2026-11-23T06:00")
        let activated = try stage.run("program activate 531 --add --load squat=100kg")
        #expect(
            activated.status == .usage && activated.messages.contains("antrain program max set squat 100kg"),
            "\(activated)"
        )
        _ = try stage.run("program activate 531 --add --max squat=140kg")
        let before = try stage.run("next --workouts 8").output
        let run = try stage.run("program load squat 100kg")
        #expect(run.status == .usage, "\(run)")
        #expect(
            run.messages.contains(
                "its loads are percentages of a max; set the max instead: antrain program max set squat 100kg"
            )
        )
        #expect(try stage.run("next --workouts 8").output == before)
        // In a program whose sets have no load of their own, it is the load.
        _ = try stage.run("program activate stronglifts-5x5 --add")
        #expect(try stage.run("program load squat 60kg --program stronglifts-5x5").status == .success)
    }

    @Test func projectionsFailAsAsked() throws {
        let stage = try strongLifts()
        let all = try stage.run("next --workouts 8 --assume fail-every:1").output
        #expect(all.contains("5×5 @ 52.5 kg  -7.5 kg: deload, failed 3 times at 60 kg"), "\(all)")
    }

    @Test func missingValuesAreNamedWithTheCommandThatSetsThem() throws {
        let stage = try CommandStage(now: "2026-11-23T06:00")
        _ = try stage.run("program activate 531")
        let start = try stage.run("start").output
        #expect(
            start.contains("5+ @ 85%") && start.contains("\n  antrain program max set overhead-press 100kg\n"),
            "\(start)"
        )
        let other = try CommandStage(now: "2026-11-23T06:00")
        _ = try other.run("program activate stronglifts-5x5")
        #expect(
            try other.run("next --workouts 1").output.contains("\n  antrain program load squat 40kg\n")
        )
    }

    @Test func aTerminalAsksForWhatIsMissing() throws {
        let stage = try CommandStage(now: "2026-11-23T06:00")
        // 140 kg for the squat after a typo, nothing for the others, and no reminders.
        stage.answers = ["n", "", "", "", "14o", "140"]
        let run = try stage.run("program activate 531")
        #expect(
            stage.questions.dropFirst().map { $0.prefix(30) } == [
                "One-rep max of Overhead Press ", "One-rep max of Deadlift in kg ", "One-rep max of Bench Press in ",
                "One-rep max of Squat in kg (En", "One-rep max of Squat in kg (En",
            ]
        )
        #expect(run.messages.contains("press Enter to skip"))
        stage.answers = nil
        #expect(try stage.run("program max").output.contains("squat  one-rep max  140 kg"))
    }

    @Test(
        arguments: [
            ("program load sqat 60kg", "did you mean 'squat'?"),
            ("program load squat 60st", "unknown weight unit 'st'"),
            ("program load squat 0", "expected a weight above 0 and up to 1000 kg"),
            ("program load squat 75%", "expected a weight such as 82.5kg or 180lb"),
            ("program max set squat 1200kg", "expected a weight above 0 and up to 1000 kg"),
            ("program max set squat 100kg --date tomorrow", "expected today (2026-11-22) or an earlier date"),
            ("program max set sqat 100kg", "did you mean 'squat'?"), ("program max set ../x 100kg", "expected an id"),
            ("program activate 531 --add --max sqat=100", "did you mean 'squat'?"),
            ("program activate 531 --add --max squat", "expected a name and a weight"),
            ("program activate 531 --add --load nothing-like-it=20", "it has overhead-press"),
            ("next --workouts 0", "from 1 to 500"), ("next --weeks 3 --workouts 2", "not both"),
            ("next --assume fail-every:0", "N from 1 to 100"), ("next --assume hope", "expected success"),
        ]
    )
    func mistakesAreNamed(line: String, expected: String) throws {
        let run = try strongLifts().run(line)
        #expect(run.status == .usage && run.messages.contains(expected), "\(run.messages)")
    }
}
