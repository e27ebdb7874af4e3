import Platform
import Session
import Testing
import Training

/// `antrain start` on a terminal.
@Suite struct GuidedWorkoutTests {
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        days:
          full:
            name: Full Body
            exercises:
              - {exercise: Squat, warm-up: [5 @ 40kg], sets: 2x5 @ 60kg, rest: 3m, progression: {type: linear, add: 2.5}}
              - {exercise: Press, sets: 2x5+ @ 30kg, superset: A}
              - {exercise: Pull-Up, sets: 2x8 @ bodyweight, superset: A, rest: 90s}
              - {exercise: Plank, sets: 1x60s}
        schedule: {mode: cycle, cycle: [full]}

        """

    private func stage(_ answers: String...) throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        try stage.write("mine.yaml", Self.program)
        #expect(try stage.run("program activate mine.yaml").status == .success)
        stage.answers = answers
        return stage
    }

    private func log(_ stage: CommandStage) throws -> [String] {
        try stage.run("log").output.split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
    }

    /// The gym has no small plates: the prompt says so, and the log keeps both loads.
    @Test func roundedLoadsAreShownAndLogged() throws {
        let stage = try stage("", "", "5@50", "q")
        stage.columns = 120
        try stage.write(
            ".config/antrain/settings.yaml",
            "equipment: {bar: 15, plates: [20, 10]}\ngyms: {travel: {plates: [20]}}\n"
        )
        let run = try stage.run("start")
        #expect(run.status == .success, "\(run)")
        #expect(
            stage.questions == [
                "  warm-up set 1 of 1: 5 @ 35 kg (10 per side; rounded from 40 kg)> ",
                "  set 1 of 2: 5 @ 55 kg (20 per side; rounded from 60 kg)> ",
                "  set 2 of 2: 5 @ 55 kg (20 per side; rounded from 60 kg)> ",
                "  Press, set 1 of 2: 5+ @ 35 kg (10 per side; rounded from 30 kg)> ",
            ]
        )
        #expect(
            try log(stage) == [
                "1 2026-11-23 Squat warm-up 5 @ 35 kg (rounded from 40 kg), 5 @ 55 kg (rounded from 60 kg), 5 @ 50 kg"
            ]
        )
    }

    @Test func enterLogsEachSetAsPlanned() throws {
        let stage = try stage("", "", "", "", "6", "", "8", "7", "", "")
        let run = try stage.run("start")
        #expect(run.status == .success)
        #expect(
            stage.questions == [
                "  warm-up set 1 of 1: 5 @ 40 kg (10 per side)> ", "  set 1 of 2: 5 @ 60 kg (20 per side)> ",
                "  set 2 of 2: 5 @ 60 kg (20 per side)> ", "  Press, set 1 of 2: 5+ @ 30 kg (5 per side)> ",
                "  repetitions? ", "  Pull-Up, set 1 of 2: 8 @ bodyweight> ",
                "  Press, set 2 of 2: 5+ @ 30 kg (5 per side)> ", "  Pull-Up, set 2 of 2: 8 @ bodyweight> ",
                "  set 1 of 1: 60 s> ",
            ]
        )
        #expect(
            stage.countdowns == ["rest 180", "rest 180", "rest 90", "rest 90", "Plank 60"],
            "\(stage.countdowns)"
        )
        #expect(run.output.hasPrefix("done: Full Body"), "\(run.output)")
        #expect(
            try log(stage) == [
                "8 2026-11-23 Plank 1:00", "5 2026-11-23 Pull-Up 8 @ bodyweight, 7 @ bodyweight",
                "4 2026-11-23 Press 6 @ 30 kg, 8 @ 30 kg",
                "1 2026-11-23 Squat warm-up 5 @ 40 kg, 2×5 @ 60 kg",
            ]
        )
        let next = try stage.run("next --workouts 1").output
        #expect(next.contains("2×5 @ 62.5 kg ") && next.contains("+2.5 kg: all sets completed"), "\(next)")
    }

    @Test func aStoppedSessionContinuesWithTheNextSet() throws {
        let stage = try stage("s", "w 62.5", "5", "q")
        let run = try stage.run("start")
        #expect(run.messages.contains("to continue: antrain start\n"), "\(run.messages)")
        #expect(try log(stage) == ["1 2026-11-23 Squat 5 @ 62.5 kg"])
        stage.answers = ["4"]
        // The input ends, as if the terminal was closed.
        _ = try stage.run("start")
        #expect(stage.questions.suffix(2).first == "  set 2 of 2: 5 @ 62.5 kg (20 + 1.25 per side)> ")
        #expect(try log(stage) == ["1 2026-11-23 Squat 5 @ 62.5 kg, 4 @ 62.5 kg"])
    }

    /// A session keeps the load of `w`, even if no set was done with it.
    @Test func aLoadSurvivesAnInterruption() throws {
        let stage = try stage("s", "w 62.5", "q")
        _ = try stage.run("start")
        // A warm-up that was skipped is offered again.
        stage.answers = ["s", "q"]
        _ = try stage.run("start")
        #expect(stage.questions.last?.contains("5 @ 62.5 kg") == true, "\(stage.questions)")
        // Another workout has its own load.
        stage.answers = ["s", "q"]
        _ = try stage.run("start", now: "2026-11-24T19:00")
        #expect(stage.questions.last?.contains("5 @ 60 kg") == true, "\(stage.questions)")
    }

    /// What is typed during the rest is the result of the next set.
    @Test func whatIsTypedDuringTheRestIsTheNextAnswer() throws {
        let stage = try stage("s", "", "q")
        stage.typedDuringRests = ["4@55"]
        let run = try stage.run("start")
        #expect(run.messages.contains("set 2 of 2: 5 @ 60 kg (20 per side)> 4@55\n"), "\(run.messages)")
        #expect(try log(stage) == ["1 2026-11-23 Squat 5 @ 60 kg, 4 @ 55 kg"])
    }

    @Test func aSetCanBeUndone() throws {
        let stage = try stage("", "3", "u", "5", "u", "u", "u", "q")
        let run = try stage.run("start")
        #expect(run.messages.contains("there is no set to undo"), "\(run.messages)")
        #expect(try log(stage) == ["the training log has no entries; add one: antrain log squat 5x5@80kg"])
        // The session is one action.
        #expect(try stage.run("undo").output.contains("undid: started"))
        #expect(try stage.run("undo --list").output.split(separator: "\n").count == 1)
    }

    @Test func mistakesAreExplainedAndAskedAgain() throws {
        let stage = try stage("s", "five", "8-12", "5 5", "w", "?", "q")
        let run = try stage.run("start")
        for part in [
            "repetitions cannot begin with 'f'", "'8-12' is a target", "one set at a time", "missing weight",
            "undo the last set",
        ] { #expect(run.messages.contains(part), "\(part): \(run.messages)") }
        #expect(try log(stage) == ["the training log has no entries; add one: antrain log squat 5x5@80kg"])
    }

    @Test func aSkippedSetIsNotCompleted() throws {
        let stage = try stage("s", "", "s", "s", "s", "s", "s", "s")
        #expect(try stage.run("start").output.hasPrefix("done: Full Body"))
        #expect(try log(stage).last == "1 2026-11-23 Squat 5 @ 60 kg, 0")
        #expect(try stage.run("next --workouts 1").output.contains("same load: failed once"))
    }

    @Test func anInterruptedTimedSetKeepsItsTime() throws {
        let stage = try stage("s", "s", "s", "s", "s", "s", "s", "")
        stage.patience = 42
        _ = try stage.run("start")
        #expect(try log(stage).first == "7 2026-11-23 Plank 42 s")
    }

    @Test func anUnknownLoadIsAskedFor() throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        _ = try stage.run("program activate stronglifts-5x5")
        stage.answers = ["sixty", "60", "", "q"]
        let run = try stage.run("start")
        #expect(run.messages.contains("expected a weight such as 60 or 135lb"))
        #expect(stage.questions[0] == "  load in kg (Enter: none): ")
        #expect(try log(stage) == ["1 2026-11-23 Squat 5 @ 60 kg"])
        stage.answers = ["q"]
        _ = try stage.run("start")
        #expect(stage.questions.last == "  set 2 of 5: 5 @ 60 kg (20 per side)> ")
    }

    @Test func aSkippedWarmUpCanBeUndone() throws {
        let stage = try stage("s", "u", "q")
        _ = try stage.run("start")
        #expect(stage.questions[2] == stage.questions[0])
    }

    /// Another shell may log, correct or answer while a question waits.
    @Test func whatOtherShellsLogMeanwhileIsKept() throws {
        let stage = try stage("s", "5", "3@62")
        stage.beforeAnswer = { number in
            if number == 3 { _ = try? stage.run("log edit 1 1@50") }
        }
        _ = try stage.run("start")
        #expect(try log(stage) == ["1 2026-11-23 Squat 1 @ 50 kg, 3 @ 62 kg"])
    }

    @Test func anAnswerFromAnotherShellEndsTheSession() throws {
        let stage = try stage("s", "5", "3@62")
        stage.beforeAnswer = { number in
            if number == 3 { _ = try? stage.run("done") }
        }
        let run = try stage.run("start")
        #expect(run.messages.contains("'Full Body' on 2026-11-23 is already answered"), "\(run.messages)")
        #expect(try log(stage).last == "1 2026-11-23 Squat 5 @ 60 kg")
    }

    /// A set of another kind would never count as completed.
    @Test(arguments: [
        ("s s s s s s s 60 q", "the set is timed; enter a time such as 60s"),
        ("s 60s q", "the set counts repetitions; enter a number such as 5"),
        ("s w_60_70 q", "one load, such as w 77.5"),
    ])
    func setsOfAnotherKindAreMistakes(answers: String, expected: String) throws {
        let stage = try stage()
        stage.answers = answers.split(separator: " ").map { String($0.replacing("_", with: " ")) }
        let run = try stage.run("start")
        #expect(run.messages.contains(expected), "\(run.messages)")
    }

    @Test func withoutATerminalTheWorkoutIsShown() throws {
        let stage = try stage()
        stage.answers = nil
        #expect(try stage.run("start").output.contains("2×5 @ 60 kg"))
        stage.answers = []
        #expect(try stage.run("start --show").output.contains("2×5 @ 60 kg"))
        #expect(stage.questions.isEmpty)
    }

    @Test func lastTimeIsShown() throws {
        let stage = try stage("q")
        _ = try stage.run("log squat 2x5@57.5kg --date 2026-11-20")
        #expect(try stage.run("start").messages.contains("last time: 2×5 @ 57.5 kg (2026-11-20)"))
    }

    @Test(arguments: [
        ("", SessionInput.asPlanned), ("s", .skip), ("U", .back), ("q", .quit), ("?", .help),
        ("w 77.5", .load(.weight(Weight(thousandths: 77_500), .kilograms))),
        ("w bw+10", .load(.bodyweight(plus: Weight(thousandths: 10_000), .kilograms))),
        ("8", .set(PerformedSet(amount: PerformedSet.Amount(reps: 8)))),
        ("8/6", .set(PerformedSet(amount: PerformedSet.Amount(reps: 6)))),
        ("90s", .set(PerformedSet(amount: PerformedSet.Amount(seconds: 90)))),
    ])
    func linesAreRead(line: String, expected: SessionInput) {
        #expect(SessionInput.parse(line, unit: .kilograms, kind: .work) == expected)
    }
}
