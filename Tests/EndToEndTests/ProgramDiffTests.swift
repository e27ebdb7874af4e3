import Foundation
import TestSupport
import Testing

/// `program diff`, `program update`, and what `program edit` and other commands say about an edited program.
@Suite struct ProgramDiffTests {
    private static let text = """
        antrain: 1
        id: mine
        name: Mine
        maxes: {bench: 100}
        days:
          a:
            name: Day A
            exercises:
              - {exercise: Squat, sets: 3x5, progression: {type: linear, add: 2.5}}
              - {exercise: Bench Press, lift: bench, sets: 5 @ 80%}
          b: {name: Day B, exercises: [{exercise: Rowing, sets: 3x8}]}
        schedule: {mode: weekdays, monday: a, thursday: b}

        """

    /// A home in which the program starts on Monday 2026-11-23 with a squat of 100 kg, reminders at 07:30, and the first workout done.
    private func home() throws -> Home {
        let home = try Home(now: "2026-11-23T06:00")
        try home.folder.write("mine.yaml", ProgramDiffTests.text)
        try home.antrain("settings --time 07:30")
        try home.antrain("program activate mine.yaml --load squat=100kg")
        home.now = "2026-11-23T20:00"
        try home.antrain("done")
        return home
    }

    private func edited(_ changes: (String, String)...) -> String {
        changes.reduce(ProgramDiffTests.text) { text, change in
            precondition(text.contains(change.0))
            return text.replacing(change.0, with: change.1)
        }
    }

    @Test func `Dates, sets, loads, maxes and reminders are compared`() throws {
        let home = try home()
        // Monday's workout, which is done, stays; Day B moves from Thursday to Friday.
        try home.folder.write(
            "new.yaml",
            edited(
                ("add: 2.5", "add: 5"),
                ("thursday", "friday"),
                ("bench: 100", "bench: 110"),
                ("Rowing, sets: 3x8", "Press-Up, sets: 5x5")
            )
        )
        let run = try home.antrain("program diff mine new.yaml --weeks 2")
        #expect(
            run.output == """
                Mine: what changes through Sun 6 Dec

                  Thu 26 Nov  Day B → rest
                    Rowing  3×8  → –

                  Fri 27 Nov  rest → Day B
                    Press-Up  –  → 5×5

                  Mon 30 Nov  Day A
                    Bench Press  5 @ 80 kg  → 5 @ 88 kg

                  Thu 3 Dec  Day B → rest
                    Rowing  3×8  → –

                  Fri 4 Dec  rest → Day B
                    Press-Up  –  → 5×5

                  Maxes
                    bench  one-rep max   100 kg → 110 kg
                    bench  training max  100 kg → 110 kg

                  Reminders
                    - Thu 26 Nov at 07:30    Day B
                    + Fri 27 Nov at 07:30    Day B
                    - Thu 3 Dec at 07:30     Day B
                    + Fri 4 Dec at 07:30     Day B

                """,
            "\(run)"
        )
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        // Nothing was changed.
        #expect(try home.antrain("next --workouts 1").output.contains("2026-11-26"))
    }

    /// Monday's result was 100 kg, and the workout of the 30th follows from it with the rule of that time: 102.5 kg.
    @Test(arguments: [
        ("", "Squat  3×5 @ 105 kg  → 3×5 @ 107.5 kg"), (" --assume fail-every:1", "2 reminders have another text"),
    ])
    func `Results keep their rule, and an outcome can be assumed`(_ option: String, _ expected: String) throws {
        let home = try home()
        try home.folder.write("new.yaml", edited(("add: 2.5", "add: 5")))
        let run = try home.antrain("program diff mine.yaml new.yaml" + option)
        #expect(run.output.contains(expected) && !run.output.contains("Mon 30 Nov"), "\(run)")
    }

    @Test func `Programs that are not active are compared as if they started today`() throws {
        let home = try Home(now: "2026-11-23T06:00")
        try home.folder.write("old.yaml", ProgramDiffTests.text)
        try home.folder.write("new.yaml", edited(("id: mine", "id: other"), ("3x8", "4x8")))
        let run = try home.antrain("program diff old.yaml new.yaml --weeks 1")
        #expect(run.output.contains("Thu 26 Nov  Day B\n    Rowing  3×8  → 4×8\n"), "\(run)")
        let same = try home.antrain("program diff old.yaml old.yaml")
        #expect(same.output == "Mine: nothing changes through Sun 20 Dec\n", "\(same)")
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/.local/share/antrain/ledger.sqlite"))
    }

    @Test func `One name shows the latest edit, before and after it takes effect`() throws {
        let home = try home()
        let none = try home.antrain("program diff mine")
        #expect(none.output == "Mine: nothing changes through Sun 20 Dec\n", "\(none)")
        try home.folder.write("mine.yaml", edited(("3x8", "4x8")))
        let before = try home.antrain("program diff mine --weeks 1")
        let change = "Thu 26 Nov  Day B\n    Rowing  3×8  → 4×8\n"
        #expect(before.output.hasPrefix("Mine: what changes through Sun 29 Nov\n") && before.output.contains(change))
        // Without a terminal, as under cron, the edit is taken over without a word.
        let run = try home.antrain("schedule-next")
        #expect(run.errors.isEmpty && run.status == 0, "\(run)")
        let after = try home.antrain("program diff mine --weeks 1")
        #expect(after.output.hasPrefix("Mine, edited today at 20:00: what changes"), "\(after)")
        #expect(after.output.contains(change), "\(after)")
        let json = try home.antrain("program diff mine --weeks 1 --json").output
        #expect(json.contains("\"in_force_since\" : \"2026-11-23T19:00:00Z\""), "\(json)")
    }

    @Test func `On a terminal, a command that takes over an edit says how much it changes`() throws {
        let home = try home()
        try home.folder.write("mine.yaml", edited(("thursday", "friday")))
        let said = try home.onTerminal("schedule-next", "", environment: ["NO_COLOR": "1", "COLUMNS": "200"])
        #expect(
            said.contains(
                "the program 'mine' was edited, which changes 8 workouts and 8 reminders of the next four weeks; to see it: antrain program diff mine"
            ),
            "\(said)"
        )
        #expect(try !home.onTerminal("schedule-next", "").contains("was edited"))
    }

    @Test(arguments: [("y", true), ("n", false)])
    func `Before an edit of an active program is saved, it is shown`(_ answer: String, _ isSaved: Bool) throws {
        let home = try home()
        let editor = ["EDITOR": "sed -i s/3x8/4x8/", "NO_COLOR": "1", "COLUMNS": "200"]
        let said = try home.onTerminal("program edit mine", answer, environment: editor)
        #expect(said.contains("Rowing  3×8  → 4×8") && said.contains("Save it? [Y/n]"), "\(said)")
        #expect(said.contains("was edited") == false && said.contains("saved ~/mine.yaml") == isSaved, "\(said)")
        #expect(isSaved || said.contains("~/mine.yaml was not changed; the edited text is kept in ~/.edit-"), "\(said)")
        #expect(try home.folder.read("mine.yaml").contains("4x8") == isSaved)
        // The reminders follow at once, and the edit is not reported again.
        #expect(try !home.onTerminal("schedule-next", "").contains("was edited"))
    }

    @Test func `An edit that changes nothing in four weeks is saved without a question`() throws {
        let home = try home()
        let said = try home.onTerminal("program edit mine", "", environment: ["EDITOR": "sed -i 1i#note"])
        #expect(!said.contains("Save it?") && said.contains("saved ~/mine.yaml"), "\(said)")
    }

    @Test(arguments: [
        (["mine"], 66, "no such file or shipped program 'mine'"),
        (["old.yaml"], 66, "the program 'mine' is not active"),
        (["old.yaml", "bad.yaml"], 65, "bad.yaml"),
        (["old.yaml", "old.yaml", "--weeks", "0"], 64, "expected a number from 1 to 104"),
    ])
    func `Bad input is reported`(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let home = try Home(now: "2026-11-23T06:00")
        try home.folder.write("old.yaml", ProgramDiffTests.text)
        try home.folder.write("bad.yaml", edited(("3x8", "3x")))
        let run = try home.antrain(arguments: ["program", "diff"] + arguments)
        #expect(run.status == status && run.errors.contains(message) && run.output.isEmpty, "\(run)")
    }

    @Test func `A new version of a shipped program is used only if the user wants it`() throws {
        let prefix = try Prefix()
        let file = "prefix/share/antrain/programs/mine.yaml"
        try prefix.home.folder.write(file, ProgramDiffTests.text)
        try prefix.activate("log")
        _ = try prefix.antrain("program activate mine", now: "2026-11-23T06:00")
        let now = "2026-11-23T20:00"
        let none = try prefix.antrain("program update mine", now: now)
        #expect(none.errors == "antrain has no new version of 'mine'\n" && none.status == 0, "\(none)")
        // A new comment is no new version.
        try prefix.home.folder.write(file, ProgramDiffTests.text + "# Monday and Thursday\n")
        #expect(try !prefix.antrain("", now: now).output.contains("New version"))
        #expect(try !prefix.antrain("doctor", now: now).output.contains("new version"))
        try prefix.home.folder.write(file, edited(("3x8", "4x8")))
        // Cron says nothing, and the workouts stay.
        let run = try prefix.antrain("schedule-next", now: now)
        #expect(run.errors.isEmpty, "\(run)")
        #expect(try prefix.antrain("today thu", now: now).output.contains("3×8"))
        let status = try prefix.antrain("", now: now).output
        #expect(status.contains("New version") && status.contains("Mine: antrain program update mine"), "\(status)")
        let doctor = try prefix.antrain("doctor", now: now).output
        #expect(doctor.contains("antrain has a new version of the program 'mine'"), "\(doctor)")
        let difference = try prefix.antrain("program diff mine --weeks 1", now: now)
        #expect(difference.output.contains("Rowing  3×8  → 4×8"), "\(difference)")
        let update = try prefix.antrain("program update mine", now: now)
        #expect(update.output.contains("Rowing  3×8  → 4×8"), "\(update)")
        #expect(update.errors == "the new version of 'mine' is in use\n", "\(update)")
        #expect(try prefix.antrain("today thu", now: now).output.contains("4×8"))
        #expect(try !prefix.antrain("", now: now).output.contains("New version"))
    }
}
