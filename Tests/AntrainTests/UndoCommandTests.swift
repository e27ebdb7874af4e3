import Foundation
import Platform
import TestSupport
import Testing

/// `antrain undo` and `antrain redo`.
@Suite struct UndoCommandTests {
    private static let settings = ".config/antrain/settings.yaml"

    /// A home with a program, one of the user's own reminders and a log entry, on the morning of a workout.
    private func stage() throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-22T20:00")
        try stage.write(Self.settings, "# mine\nenabled: on\ntime: \"07:30\"\ndays: [mon, wed, fri]\n")
        for line in [
            "program activate stronglifts-5x5 --load squat=60kg --load bench-press=40kg", "log barbell-row 5x5@50kg",
            "reminder add Water --at 21:00 --repeat daily",
        ] {
            let run = try stage.run(line)
            #expect(run.status == .success, "\(line): \(run)")
        }
        _ = try stage.run("schedule-next", now: "2026-11-23T06:00")
        #expect(try stage.run("reminder done 1").status == .success)
        return stage
    }

    /// What a person sees, and the settings file.
    private func views(_ stage: CommandStage) throws -> [String: String] {
        let lines = [
            "", "week --this", "today", "pending", "history", "stats", "next", "undo --list", "program list",
            "reminder list", "log list", "program max", "measure", "settings",
        ]
        var views = try Dictionary(uniqueKeysWithValues: lines.map { ($0, try stage.run($0).output) })
        views["the file"] = stage.contents(Self.settings) ?? "none"
        return views
    }

    private func expect(_ views: [String: String], _ expected: [String: String], _ what: String) {
        for (view, text) in views { #expect(text == expected[view], "\(view) after \(what)") }
    }

    private static let changes = [
        ("done", "done"), ("skip", "skipped"), ("start", "started"), ("snooze --for 1h", "snoozed"),
        ("cancel workout/2026-11-23/0730", "cancelled"), ("pause --until 2026-11-27", "paused"),
        ("move today tomorrow", "moved"), ("program activate stronglifts-5x5 --replace --time 18:00", "activated"),
        ("program deactivate stronglifts-5x5", "deactivated"), ("program priority stronglifts-5x5 5", "prioritized"),
        ("program load squat 70kg", "load"), ("program max set deadlift 140kg", "one-rep-max"),
        ("log squat 5x5@80kg", "logged"),
        ("log edit 1 5x5@55kg", "relogged"), ("log delete 1", "unlogged"), ("measure weight 82kg", "measured"),
        ("reminder add Tea --at 22:00", "reminder-added"),
        ("reminder edit 1 --title Milk --at 19:00", "reminder-edited"),
        ("reminder delete 1", "reminder-deleted"), ("reminder undone 1", "reminder-undone"),
        ("reminder preset add meals", "preset-added"), ("import ics other.ics", "reminder-imported"),
        ("settings --time 08:15", "settings-changed"), ("settings --off", "settings-changed"),
        ("settings language de --days tue,thu", "settings-changed"),
        ("settings --time auto --between 06:00-09:00", "settings-changed"),
    ]

    /// After `undo`, every view is exactly as before the command, and after `redo` as after it.
    @Test(arguments: Share.of(changes, 3, "undone commands"))
    func everyCommandIsUndoneAndRedone(line: String, action: String) throws {
        let stage = try stage()
        let calendar =
            ["VCALENDAR", "VEVENT"].map { "BEGIN:\($0)" } + [
                "UID:1", "SUMMARY:Tea", "DTSTART:20261123T160000", "END:VEVENT", "END:VCALENDAR", "",
            ]
        try stage.write("other.ics", calendar.joined(separator: "\r\n"))
        let before = try views(stage)
        let run = try stage.run(line)
        #expect(run.status == .success, "\(run)")
        let after = try views(stage)
        #expect(after != before)
        let undone = try stage.run("undo --json")
        #expect(undone.status == .success && undone.output.contains("\"action\" : \"\(action)\""), "\(undone)")
        expect(try views(stage), before, "undo of \(line)")
        let redone = try stage.run("redo --json")
        #expect(
            redone.output.contains("\"redone\"") && redone.output.contains("\"action\" : \"\(action)\""),
            "\(redone)"
        )
        expect(try views(stage), after, "redo of \(line)")
    }

    /// The last change is undone first, whatever its kind.
    @Test func undoTakesTheLastChangeOfAnyKind() throws {
        let stage = try stage()
        _ = try stage.run("done")
        _ = try stage.run("program deactivate stronglifts-5x5", now: "2026-11-27T09:00")
        #expect(try stage.run("undo").output.contains("undid: deactivated (StrongLifts 5×5)"))
        #expect(try stage.run("week").output.contains("Workout"))
        let first = try stage.run("undo --list").output.split(separator: "\n").first ?? ""
        #expect(first.hasPrefix("1  done: Workout A, 2026-11-23 ") && first.hasSuffix(" Mon 23 Nov"), "\(first)")
    }

    /// antrain asks before it undoes a change that was not recorded today, unless the user gives its number.
    @Test func anOlderChangeIsUndoneAfterAQuestion() throws {
        let stage = try stage()
        _ = try stage.run("done")
        let list = try stage.run("undo --list", now: "2026-11-24T09:00").output
        let refused = try stage.run("undo")
        #expect(refused.status == .usage && refused.output.isEmpty, "\(refused)")
        #expect(
            refused.messages.contains(
                "the last change (done: Workout A, 2026-11-23) was recorded on 2026-11-23, not today; to undo it anyway: antrain undo 1"
            ),
            "\(refused)"
        )
        #expect(try stage.run("undo --json").messages.contains("\"older-change\""))
        stage.answers = ["n"]
        #expect(try stage.run("undo").status == .unavailable)
        #expect(stage.questions.last == "Undo 'done: Workout A, 2026-11-23', recorded Mon 23 Nov? [y/N] ")
        stage.answers = []
        #expect(try stage.run("undo").status == .unavailable)
        #expect(try stage.run("undo --list").output == list)
        stage.answers = ["y"]
        #expect(try stage.run("undo").output.contains("undid: done"))
        #expect(try stage.run("redo").output.contains("redid: done (Workout A, 2026-11-23)"))
        #expect(try stage.run("undo --list").output == list)
        stage.answers = nil
        #expect(try stage.run("undo 1").output.contains("undid: done"))
    }

    /// A number names an earlier change; a change that others depend on cannot be undone before them.
    @Test func aNumberNamesTheChange() throws {
        let stage = try stage()
        _ = try stage.run("done")
        _ = try stage.run("pause --from 2026-11-25 --until 2026-11-27")
        #expect(try stage.run("undo 2").output.contains("undid: done"))
        #expect(try stage.run("week").output.contains("paused"))
        #expect(try stage.run("redo").output.contains("redid: done"))
        _ = try stage.run("reminder edit 1 --title Milk")
        // 1 the edit, 2 the pause, 3 the answer, 4 the reminder's answer, 5 the reminder, 6 the log entry, 7 the program.
        let reminder = try stage.run("undo 5")
        #expect(
            reminder.status == .usage && reminder.messages.contains("'added reminder: Milk' cannot be undone yet"),
            "\(reminder)"
        )
        #expect(reminder.messages.contains("'changed reminder: Milk', 'done: Milk, 2026-11-23'"), "\(reminder)")
        #expect(try stage.run("undo 7 --json").messages.contains("\"undo-depends\""))
        for number in ["8", "0", "99"] {
            let run = try stage.run("undo \(number)")
            #expect(run.status == .missingInput && run.messages.contains("'antrain undo --list' shows 7"), "\(run)")
        }
        #expect(try stage.run("undo --list").output.split(separator: "\n").count == 7)
    }

    @Test func withoutChangesThereIsNothingToUndo() throws {
        let stage = try CommandStage()
        for (line, code) in [("undo", "nothing-to-undo"), ("undo 1", "no-such-change"), ("redo", "nothing-to-redo")] {
            let run = try stage.run(line + " --json")
            #expect(run.status == .missingInput && run.messages.contains("\"\(code)\""), "\(run)")
        }
        #expect(stage.contents(".local/share/antrain/ledger.sqlite") == nil)
    }

    /// After a new change, nothing can be redone.
    @Test func aNewChangeEndsRedo() throws {
        let stage = try stage()
        _ = try stage.run("done")
        _ = try stage.run("pause --until 2026-11-27")
        _ = try stage.run("undo")
        _ = try stage.run("undo")
        #expect(try stage.run("redo").output.contains("redid: done"))
        #expect(try stage.run("redo").output.contains("redid: paused"))
        #expect(try stage.run("redo").status == .missingInput)
        _ = try stage.run("undo")
        _ = try stage.run("reminder add Tea --at 22:00")
        let run = try stage.run("redo")
        #expect(run.status == .missingInput && run.messages.contains("something was changed since"), "\(run)")
    }

    /// A permission is given only where antrain shows what a plugin may do; `undo` names the commands, and does not skip the decision.
    @Test func aDecisionAboutAChannelIsNotUndone() throws {
        let stage = try stage()
        _ = try stage.run("done")
        #expect(try stage.run("plugin deny console").status == .success)
        let run = try stage.run("undo")
        #expect(run.status == .usage && run.messages.contains("a decision about the channel 'console'"), "\(run)")
        #expect(run.messages.contains("to undo the change before it: antrain undo 1"), "\(run)")
        #expect(try stage.run("undo 1").output.contains("undid: done"))
        let alone = try CommandStage()
        _ = try alone.run("plugin deny console")
        #expect(try !alone.run("undo").messages.contains("undo 1"))
    }

    /// A change of the settings is undone only if the lines are still what the command wrote.
    @Test func settingsThatWereChangedSinceStay() throws {
        let stage = try stage()
        _ = try stage.run("settings --time 08:15")
        let text = try #require(stage.contents(Self.settings))
        let edited = text.replacing("08:15", with: "08:20")
        try stage.write(Self.settings, edited)
        let run = try stage.run("undo")
        #expect(
            run.status == .usage && run.messages.contains("settings.yaml was changed after antrain wrote it"),
            "\(run)"
        )
        #expect(stage.contents(Self.settings) == edited)
        #expect(try stage.run("undo --json").messages.contains("\"settings-changed-since\""))
        // Another line is kept.
        try stage.write(Self.settings, "horizon: 5\n" + text)
        #expect(try stage.run("undo").status == .success)
        #expect(stage.contents(Self.settings)?.contains("08:15") == false)
        #expect(stage.contents(Self.settings)?.hasPrefix("horizon: 5\n") == true)
        try stage.write(Self.settings, "enabled: on\n")
        #expect(try stage.run("redo").status == .usage)
        #expect(stage.contents(Self.settings) == "enabled: on\n")
    }

    /// An undo that was interrupted after the file was restored is completed by the next one.
    @Test func anInterruptedUndoIsCompleted() throws {
        let stage = try stage()
        let former = try #require(stage.contents(Self.settings))
        let before = try views(stage)
        _ = try stage.run("settings --time 08:15")
        try stage.write(Self.settings, former)
        #expect(try stage.run("undo").status == .success)
        expect(try views(stage), before, "the second undo")
    }

    /// The former text may not be stored if values of channels were replaced: they may be secrets.
    @Test func anEditOfChannelValuesIsNotStored() throws {
        let stage = try stage()
        func edit(_ text: String) throws {
            stage.editor = { path in (try? text.write(toFile: path, atomically: true, encoding: .utf8)) == nil ? 1 : 0 }
            #expect(try stage.run("settings edit").status == .success)
        }
        try edit("enabled: on\ntime: \"07:45\"\n")
        #expect(try stage.run("undo").output.contains("undid: settings (settings.yaml)"))
        #expect(stage.contents(Self.settings)?.hasPrefix("# mine\n") == true)
        try edit("enabled: on\nconfigure:\n  mail:\n    to: hush@example.org\n")
        try edit("enabled: on\nconfigure:\n  mail:\n    to: mum@example.net\n")
        let run = try stage.run("undo")
        #expect(run.messages.contains("which may be secrets") && run.messages.contains("settings.yaml~"), "\(run)")
        #expect(try stage.run("undo --json").messages.contains("\"settings-not-kept\""))
        let ledger = try Data(contentsOf: URL(filePath: stage.path(".local/share/antrain/ledger.sqlite")))
        #expect(ledger.range(of: Data("hush".utf8.flatMap { Array(String($0, radix: 16).utf8) })) == nil)
    }

    /// The first settings are removed again, with all that follows from them.
    @Test(arguments: ["settings --time 08:00", "settings --off"])
    func theFirstSettingsAreUndone(line: String) throws {
        let stage = try CommandStage()
        _ = try stage.run("measure weight 82kg")
        let before = try views(stage)
        _ = try stage.run(line)
        let after = try views(stage)
        let undone = try stage.run("undo")
        #expect(undone.status == .success && undone.messages.isEmpty, "\(undone)")
        expect(try views(stage), before, "undo of \(line)")
        _ = try stage.run("redo")
        expect(try views(stage), after, "redo of \(line)")
    }

    /// An activation is one change, with its loads and the settings that its questions led to.
    @Test func theAnswersToAnActivationsQuestionsBelongToIt() throws {
        let stage = try CommandStage()
        _ = try stage.run("measure weight 82kg")
        let before = try views(stage)
        stage.answers = ["08:00", "60", "40", "50"]
        let run = try stage.run("program activate stronglifts-5x5 --priority 3")
        #expect(run.status == .success && stage.questions.count > 3, "\(stage.questions)")
        stage.answers = nil
        #expect(stage.contents(Self.settings)?.contains("08:00") == true)
        let after = try views(stage)
        #expect(after["undo --list"]?.split(separator: "\n").count == 2, "\(after)")
        #expect(try stage.run("undo").output.contains("undid: activated (StrongLifts 5×5, 2026-11-22)"))
        expect(try views(stage), before, "undo")
        _ = try stage.run("redo")
        expect(try views(stage), after, "redo")
    }
}
