import Foundation
import TestSupport
import Testing

/// Dates and times as people type them, through the real binary; it is Sunday, 22 November 2026, 20:00.
@Suite struct TypedTimeTests {
    @Test(arguments: [
        (["--at", "9pm"], "Sun 22 Nov at 21:00"), (["--at", "tomorrow 9am"], "Mon 23 Nov at 09:00"),
        (["--at", "fri 7pm"], "Fri 27 Nov at 19:00"), (["--at", "sun 8pm"], "Sun 29 Nov at 20:00"),
        (["--at", "noon"], "Mon 23 Nov at 12:00"), (["--at", "in 2 hours"], "Sun 22 Nov at 22:00"),
        (["--at", "next monday 7:30"], "Mon 23 Nov at 07:30"), (["--in", "2d12h"], "Wed 25 Nov at 08:00"),
        (["--in", "1w"], "Sun 29 Nov at 20:00"), (["--in", "3 days"], "Wed 25 Nov at 20:00"),
    ])
    func remindersSayHowTheTimeWasUnderstood(arguments: [String], moment: String) throws {
        let home = try Home()
        try home.antrain("settings --on")
        let added = try home.antrain(arguments: ["reminder", "add", "Tea"] + arguments)
        #expect(added.status == 0 && (added.output + added.errors).contains("reminder 1: Tea, \(moment)"), "\(added)")
        try home.antrain("reminder add Other --in 1m")
        let edited = try home.antrain(arguments: ["reminder", "edit", "2"] + arguments)
        #expect((edited.output + edited.errors).contains("reminder 2: Other, \(moment)"), "\(edited)")
    }

    @Test func settingsTakeTimesAndWeekdays() throws {
        let home = try Home()
        try home.antrain(arguments: [
            "settings", "--time", "9:30 PM", "--days", "mo,We-fr", "--quiet-hours", "10pm to 7am", "grace", "2 hours",
        ])
        for words in [
            ["snooze", "45", "min"], ["follow-up", "an hour"], ["summary", "Sunday", "6", "PM"],
            ["streak-warning", "7:15pm"],
        ] {
            try home.antrain(arguments: ["settings"] + words)
        }
        let settings = try home.antrain("settings").output
        for value in ["21:30", "mon,wed,thu,fri", "22:00-07:00", "2h ", "45m ", "1h ", "sunday, 18:00", "19:15"] {
            #expect(settings.contains(value), "\(value): \(settings)")
        }
        // The file keeps the strict forms.
        let file = try String(contentsOfFile: home.folder.path + "/.config/antrain/settings.yaml", encoding: .utf8)
        #expect(file.contains("21:30") && !file.contains("PM"), "\(file)")
    }

    @Test func notificationsAboutProgressAreSetInPlace() throws {
        let home = try Home()
        let path = home.folder.path + "/.config/antrain/settings.yaml"
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            # mine
            records: off # for now
            summary: # of the week
              # after the long run
              on: mon # monday
              at: '07:00'
            milestones: [5] # a few

            """
        )
        for (words, line) in [
            ("records on", "records: on"), ("summary sat 9am", "summary: saturday, 09:00"),
            ("milestones 100 7,30", "milestones: 7,30,100"), ("streak-warning 7pm", "streak-warning: 19:00"),
        ] {
            let run = try home.antrain("settings \(words)")
            #expect(run.status == 0 && (run.output + run.errors).contains("set \(line)\n"), "\(run)")
        }
        #expect(
            try String(contentsOfFile: path, encoding: .utf8) == """
                # mine
                records: on # for now
                summary: # of the week
                  # after the long run
                  on: sat # monday
                  at: '09:00'
                milestones: [7, 30, 100] # a few
                streak-warning: "19:00"

                """
        )
        for key in ["records", "summary", "milestones", "streak-warning"] {
            #expect(try home.antrain("settings \(key) off").status == 0)
        }
        let settings = try home.antrain("settings").output.split(separator: "\n").map(String.init)
        for key in ["records", "summary", "milestones", "streak-warning"] {
            #expect(settings.contains { $0.contains(key) && $0.contains("  off  ") }, "\(settings)")
        }
    }

    @Test func programsStartAndPauseOnNamedDays() throws {
        let home = try Home()
        let activated = try home.antrain(arguments: [
            "program", "activate", "push-pull-legs.yaml", "--start", "next monday", "--time", "6pm", "--days",
            "mo,we,fr",
        ])
        #expect((activated.output + activated.errors).contains("week 1 starts Mon 23 Nov"), "\(activated)")
        try home.antrain("settings --on")
        #expect(try home.pending().first == "workout/2026-11-23/1800")
        let moved = try home.antrain("move wed thu")
        #expect((moved.output + moved.errors).contains("moved Pull Day from 2026-11-25 to 2026-11-26"), "\(moved)")
        let paused = try home.antrain(arguments: ["pause", "--from", "fri", "--until", "in 2 weeks"])
        #expect((paused.output + paused.errors).contains("from 2026-11-27 through 2026-12-06"), "\(paused)")
        let weekend = try home.antrain(arguments: ["pause", "--from", "fri", "--until", "sun"])
        #expect(weekend.output.contains("from 2026-11-27 through 2026-11-29"), "\(weekend)")
        let resumed = try home.antrain(arguments: ["resume", "--on", "next friday"])
        #expect((resumed.output + resumed.errors).contains("2026-11-27"), "\(resumed)")
        #expect(try home.antrain("skip --date mon").status == 0)
        #expect(try home.antrain("schedule-next --date wednesday --json").output.contains("2026-11-25"))
    }

    @Test func snoozesTakeSpans() throws {
        let home = try Home.waiting()
        let run = try home.antrain(arguments: ["snooze", "--for", "1 hour 30 min"])
        #expect(run.status == 0 && (run.output + run.errors).contains("09:30"), "\(run)")
    }

    @Test(arguments: [
        ["reminder", "add", "x", "--at", "9.30"], ["reminder", "add", "x", "--at", "9"],
        ["reminder", "edit", "1", "--in", "soon"],
        ["settings", "--time", "9.30"], ["settings", "--quiet-hours", "9-10"], ["settings", "grace", "1 month"],
        ["settings", "streak-warning", "9.30"], ["settings", "summary", "sun 9"],
        ["pause", "--from", "someday"], ["move", "mon", "9"], ["snooze", "--for", "5"], ["done", "--date", "32"],
    ])
    func errorsShowTheValueAndTwoExamples(arguments: [String]) throws {
        let home = try Home.waiting()
        let run = try home.antrain(arguments: arguments)
        let value = arguments.last ?? ""
        #expect(run.status == 64 && run.errors.contains("'\(value)'"), "\(run)")
        #expect(run.errors.contains("such as ") && run.errors.contains(" or "), "\(run)")
    }
}
