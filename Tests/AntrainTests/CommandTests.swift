import Foundation
@testable import Platform
import TestSupport
import Testing

/// The parts of commands that depend on a terminal, an editor, system programs or failing files.
@Suite struct CommandTests {
    private func stage() throws -> CommandStage {
        let stage = try CommandStage()
        let run = try stage.run("settings --time 07:30 --on")
        try #require(run.status == .success, "\(run.messages)")
        return stage
    }

    @Test func aMisspelledExerciseIsReportedWithTheNearestName() throws {
        let stage = try CommandStage()
        let program = """
            antrain: 1
            id: mine
            name: Mine
            days: {a: {exercises: [{exercise: Bnch Press, sets: 3x5}, {exercise: Zorcher Flop, sets: 3x5}]}}
            schedule: {mode: weekdays, monday: a}

            """
        try stage.write("mine.yaml", program)
        try stage.write(
            ".config/antrain/exercises.yaml",
            "antrain: 1\nexercises: {zorcher-flap: {name: Zorcher Flap}}\n"
        )
        for command in ["program validate", "program activate --add"] {
            let run = try stage.run("\(command) \(stage.path("mine.yaml"))")
            #expect(run.status == .success)
            #expect(run.messages.contains("warning: unknown exercise 'Bnch Press'"), "\(run.messages)")
            #expect(run.messages.contains("did you mean 'Bench Press'?") && run.messages.contains("'Zorcher Flap'?"))
        }
        // The cron line is not told about it.
        #expect(try !stage.run("schedule-next").messages.contains("Bnch"))
    }

    @Test(arguments: [
        (["e"], true, 1), (["n"], false, 1), (["19:00"], true, 1), (["later?", "n"], false, 2), ([], false, 1),
    ])
    func activationAsksOnceWhetherToTurnRemindersOn(answers: [String], isOn: Bool, questions: Int) throws {
        let stage = try CommandStage()
        stage.answers = answers
        let run = try stage.run("program activate push-pull-legs")
        #expect(run.status == .success && stage.questionsAboutReminders == questions, "\(run.messages)")
        let settings = stage.contents(".config/antrain/settings.yaml") ?? ""
        #expect(settings.contains("enabled: on") == isOn, "\(settings)")
        #expect(settings.contains("19:00") == (answers == ["19:00"]))
        // The answer holds: activating another program asks nothing.
        stage.answers = ["e"]
        _ = try stage.run("program activate couch-to-5k --add")
        #expect(stage.questionsAboutReminders == questions)
    }

    @Test func withoutATerminalNothingIsAsked() throws {
        let stage = try CommandStage()
        let run = try stage.run("program activate push-pull-legs")
        #expect(run.status == .success && stage.questions.isEmpty)
        #expect(run.messages.contains("antrain settings --time 07:30"), "\(run.messages)")
    }

    @Test(arguments: [("1", 1), ("a", 2), ("3", nil), ("", nil)] as [(String, Int?)])
    func ofSeveralWorkoutsTheUserChooses(answer: String, done: Int?) throws {
        let stage = try stage()
        _ = try stage.run("program activate push-pull-legs --start 2026-11-23")
        _ = try stage.run("program activate stronglifts-5x5 --start 2026-11-23 --add")
        stage.answers = [answer]
        let run = try stage.run("done", now: "2026-11-23T19:00")
        #expect(stage.questions.count == 1)
        #expect((run.status == .success) == (done != nil), "\(run.messages)")
        if let done {
            let today = try JSONSerialization.jsonObject(with: Data(try stage.run("today --json").output.utf8))
            let workouts = (today as? [String: Any])?["workouts"] as? [[String: Any]] ?? []
            #expect(workouts.filter { $0["state"] as? String == "done" }.count == done, "\(workouts)")
        } else {
            #expect(run.messages.contains("--program push-pull-legs"), "\(run.messages)")
        }
    }

    @Test(arguments: [("y", true), ("n", false), ("", false)])
    func deletingAReminderIsConfirmed(answer: String, isDeleted: Bool) throws {
        let stage = try stage()
        _ = try stage.run("reminder add Water_the_plants --at tomorrow_09:00")
        stage.answers = [answer]
        let run = try stage.run("reminder delete 1")
        #expect((run.status == .success) == isDeleted, "\(run.messages)")
        stage.answers = nil
        #expect(try stage.run("reminder list").output.contains("Water the plants") == !isDeleted)
    }

    @Test func aRejectedEditIsEditedAgain() throws {
        let stage = try stage()
        stage.answers = ["y"]
        var texts = ["time: \"25:00\"\n", "time: \"06:45\"\nenabled: on\n"]
        stage.editor = { file in
            try? texts.removeFirst().write(toFile: file, atomically: false, encoding: .utf8)
            return 0
        }
        let run = try stage.run("settings edit")
        #expect(run.status == .success && stage.questions.count == 1, "\(run.messages)")
        #expect(run.messages.contains("25:00"))
        #expect(stage.contents(".config/antrain/settings.yaml") == "time: \"06:45\"\nenabled: on\n")
        #expect(stage.contents(".config/antrain/settings.yaml~")?.contains("07:30") == true)
    }

    @Test(arguments: [(1, "exit code 1"), (127, "edit")])
    func aFailedEditorChangesNothing(code: Int32, expected: String) throws {
        let stage = try stage()
        let before = stage.contents(".config/antrain/settings.yaml")
        stage.editor = { _ in code }
        let run = try stage.run("settings edit")
        #expect(run.status != .success && run.messages.contains(expected), "\(run.messages)")
        #expect(stage.contents(".config/antrain/settings.yaml") == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: stage.path(".config/antrain"))
        #expect(!names.contains { $0.hasPrefix(".edit-") }, "\(names)")
    }

    @Test func settingsThatCannotBeWrittenStay() throws {
        let stage = try stage()
        let before = stage.contents(".config/antrain/settings.yaml")
        stage.replaceProblem = "No space left on device"
        let run = try stage.run("settings --time 06:00")
        #expect(run.status == .inputOutput && run.messages.contains("No space left on device"), "\(run.messages)")
        #expect(stage.contents(".config/antrain/settings.yaml") == before)
    }

    @Test func lostOutputIsAnError() throws {
        let stage = try stage()
        stage.outputProblem = "No space left on device"
        let run = try stage.run("today")
        #expect(run.status == .inputOutput && run.messages.contains("No space left on device"), "\(run.messages)")
    }

    @Test func withoutCronThereIsNothingToMigrate() throws {
        let run = try stage().run("migrate")
        #expect(!run.messages.contains("crontab -l"), "\(run.messages)")
    }

    @Test func aCrontabThatCannotBeReadIsReported() throws {
        let stage = try stage()
        stage.system = { command in
            command.program == "crontab" ? SystemAnswer(status: 1, output: [], errors: "crontab: not allowed") : nil
        }
        let run = try stage.run("migrate")
        #expect(run.messages.contains("crontab: not allowed"), "\(run.messages)")
    }

    /// Text is wrapped to the terminal, except for words that are longer.
    @Test(arguments: [50, 80, 120])
    func textFitsTheTerminal(columns: Int) throws {
        let stage = try stage()
        _ = try stage.run("program activate push-pull-legs --start 2026-11-23")
        stage.columns = columns
        for line in [
            "today", "week", "", "pending", "settings", "program list", "program show push-pull-legs", "channel list",
        ] {
            let output = try stage.run(line).output
            #expect(!output.isEmpty)
            let long = output.split(separator: "\n").filter {
                $0.count > columns && $0.trimmingCharacters(in: .whitespaces).contains(" ")
            }
            #expect(long.isEmpty, "\(line): \(long)")
        }
    }
}
