import Foundation
import TestSupport
import Testing

@Suite struct OutputTests {
    @Test func theWeekIsATable() throws {
        let home = try Home.ready()
        #expect(
            try home.antrain("week").output == """
                Sun 22 Nov  Rest Day  no reminders on rest days
                Mon 23 Nov  Push Day  07:30
                Tue 24 Nov  Rest Day  no reminders on rest days
                Wed 25 Nov  Pull Day  07:30
                Thu 26 Nov  Rest Day  no reminders on rest days
                Fri 27 Nov  Leg Day   07:30
                Sat 28 Nov  Rest Day  no reminders on rest days

                """
        )
        #expect(
            try home.antrain("week", environment: ["COLUMNS": "40"]).output.split(separator: "\n").allSatisfy {
                $0.count <= 40
            }
        )
    }

    @Test func settingsSayWhereTheyComeFrom() throws {
        let home = try Home.ready()
        let output = try home.antrain("settings").output
        #expect(output.contains(/time +07:30 +line 3/))
        #expect(output.contains(/horizon +7 days +default/))
        #expect(output.contains(/timezone +system \(Europe\/Berlin\) +default/))
    }

    @Test(arguments: [
        ("pending --json", "pending"), ("week --json", "week"), ("today --json", "day"),
        ("today tomorrow --json", "day"),
        ("history --json", "history"), ("settings --json", "settings"),
        ("program list --json", "programs"), ("program search squat --json", "programs"),
        ("program show push-pull-legs --json", "program"),
        ("program validate push-pull-legs --json", "validation"), ("plugin list --json", "plugins"),
        ("plugin info mail --json", "plugin"), ("schedule-next --json", "schedule"),
        ("schedule-next --dry-run --json", "schedule"), ("deliver --json", "deliveries"),
    ])
    func jsonSaysItsVersionAndKind(line: String, kind: String) throws {
        let home = try Home.ready()
        let run = try home.antrain(line)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any],
            "\(run.output)\(run.errors)"
        )
        #expect(object["antrain"] as? Int == 1)
        #expect(object["kind"] as? String == kind)
    }

    @Test func aPendingReminderAsJSON() throws {
        let home = try Home.ready()
        #expect(
            try home.antrain("pending --limit 1 --json").output == """
                {
                  "antrain" : 1,
                  "kind" : "pending",
                  "more" : 2,
                  "notifications" : [
                    {
                      "body" : "Today: Push Day\\n5 exercises, about 60 min",
                      "category" : "workout",
                      "date" : "2026-11-23",
                      "deliveries" : [
                        {
                          "attempts" : 0,
                          "channel" : "console",
                          "state" : "pending"
                        }
                      ],
                      "fire_at" : "2026-11-23T07:30",
                      "id" : "workout/2026-11-23/0730",
                      "instant" : "2026-11-23T06:30:00Z",
                      "title" : "Workout Time!",
                      "weekday" : "monday",
                      "zone" : "Europe/Berlin"
                    }
                  ]
                }

                """
        )
    }

    /// If the output cannot be written, commands fail, and no reminder counts as delivered.
    @Test func whatCannotBeWrittenIsNotSaid() throws {
        let home = try Home.ready()
        func antrain(_ line: String, to output: String) throws -> Finished {
            try run(
                "/bin/sh",
                ["-c", "exec \(BuildProducts.path("antrain")) \(line) \(output)"],
                environment: [
                    "HOME": home.folder.path, "TZ": home.zone, "ANTRAIN_NOW": home.now, "PATH": "/usr/bin:/bin",
                ]
            )
        }
        for output in [">/dev/full", ">&-"] {
            for line in ["week --json", "--help", "--version", "help program"] {
                let lost = try antrain(line, to: output)
                #expect(
                    lost.status == 74 && lost.errors.contains("cannot write to standard output"),
                    "\(line): \(lost)"
                )
            }
        }
        // A reader that closes the pipe early is not an error.
        #expect(try antrain("week --json", to: "| :").errors.isEmpty)
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [console, log]\nconfigure: {console: {target: output}}\n"
        )
        try home.antrain("schedule-next")
        home.now = "2026-11-23T07:30"
        let lost = try antrain("deliver", to: ">/dev/full")
        #expect(lost.status == 75 && lost.errors.contains("cannot write to antrain's output"), "\(lost)")
        #expect(try home.folder.read(".local/state/antrain/notifications.log").contains("Push Day"))
        for output in [">/dev/full", ">&-", ">&- 2>&-", "<&- >&- 2>&-"] {
            #expect(try antrain("plugin test console", to: output).status == 75, "\(output)")
        }
        home.now = "2026-11-23T07:35"
        #expect(try home.antrain("deliver").output.contains("Push Day"))
    }

    @Test func `Names from programs are printed on one line, without bidirectional controls`() throws {
        let home = try Home()
        let text = """
            antrain: 1
            id: mine
            name: "My\\r\\nbad: 0 errors\\u202Egnp"
            days:
              push: {name: "Pu\\nsh", exercises: [{exercise: "Pr\\ness", sets: 3x5}]}
            schedule: {mode: weekdays, monday: push}

            """
        try home.folder.write("mine.yaml", text)
        let run = try home.antrain("program validate mine.yaml")
        #expect(run.output == "mine.yaml: valid, My bad: 0 errors gnp: 1 day, 1 exercise\n")
        try home.antrain("program activate mine.yaml")
        let day = try home.antrain("today tomorrow")
        #expect(day.output.contains("Pu sh") && day.output.contains("Pr ess"), "\(day)")
    }

    @Test(arguments: [
        ["program", "show", "x\u{1B}[2J\u{7F}\u{202E}\u{2066}y"], ["done", "x\u{1B}]0;t\u{7}\u{9B}y"],
        ["--\u{1B}[2J\u{202E}"], ["x\u{1B}[2J"],
        ["settings", "--time", "\u{202E}\u{1B}[2J"], ["week", "\u{1B}[2J"], ["plugin", "new", "\u{1B}[2J\u{200F}"],
        ["program", "validate", "\u{1B}[2J\u{200E}"], ["reminder", "done", "\u{1B}[31m"],
        ["plugin", "allow", "\u{7F}\u{1B}[2J"],
        ["reminder", "add", "\u{202E}a", "--at", "\u{1B}[2J"], ["pause", "--until", "\u{1B}[2J"],
        ["--config", "/\u{1B}[2J", "week"],
    ])
    func `Arguments are never printed unescaped`(arguments: [String]) throws {
        let home = try Home.ready()
        let run = try home.antrain(arguments: arguments)
        let raw = (run.output + run.errors).unicodeScalars.filter { scalar in
            scalar != "\n" && (scalar.properties.generalCategory == .control || scalar.properties.isBidiControl)
        }
        #expect(raw.isEmpty, "\(arguments): \(run)")
        #expect(run.status != 0 || arguments.contains("--config"))
    }

    @Test(arguments: [
        ["program", "show"], ["done"], [], ["settings", "--time"], ["week"], ["plugin", "new"], ["plugin", "info"],
        ["program", "validate"],
        ["snooze", "--for"], ["move"], ["reminder", "add"], ["--format"], ["history", "--limit"],
    ])
    func `Long arguments are shortened in messages`(arguments: [String]) throws {
        let home = try Home.ready()
        for long in [String(repeating: "x", count: 10_000), "--" + String(repeating: "y", count: 10_000)] {
            let run = try home.antrain(arguments: arguments + [long])
            #expect([64, 66, 74].contains(run.status), "\(arguments): \(run.status)")
            #expect((run.output + run.errors).utf8.count < 8000, "\(arguments)")
        }
    }

    /// Text from outside cannot control the terminal.
    @Test func aProgramCannotSteerTheTerminal() throws {
        let home = try Home()
        let text =
            "antrain: 1\nid: mine\nname: \"Mine\\e[2J\"\ndays:\n  push: {name: Push, exercises: [{exercise: Press, sets: 3x5}]}\n"
        try home.folder.write("mine.yaml", text + "schedule: {mode: weekdays, monday: \"pu\\e[2Jsh\"}\n")
        let run = try home.antrain("program validate mine.yaml")
        #expect(run.status == 65 && run.errors.contains("mine.yaml:3:7: error:"), "\(run.errors)")
        #expect(run.errors.contains("control character U+001B in"))
        #expect(!(run.output + run.errors).contains("\u{1B}"))
        let title = try home.antrain(arguments: ["reminder", "add", "Tea\u{1B}[2J", "--in", "1h"])
        #expect(title.status == 64 && title.errors.contains("remove the control character U+001B"))
        let notes = try home.antrain(arguments: ["reminder", "add", "Tea", "--in", "1h", "--notes", "a\nb\u{9B}"])
        #expect(notes.status == 64 && notes.errors.contains("U+009B"))
        #expect(!(title.errors + notes.errors).contains("\u{1B}"))
    }

    /// It is Sunday evening in Berlin and already Monday in Tokyo.
    @Test func todayIsThatOfTheSettingsZone() throws {
        let home = try Home.ready()
        try home.antrain("settings timezone Asia/Tokyo")
        #expect(try home.antrain("pending --limit 1").output.hasPrefix("today at 07:30"))
    }

    @Test func aDryRunChangesNothing() throws {
        let home = try Home.ready()
        try home.folder.write(".config/antrain/settings.yaml", "enabled: on\ntime: 08:00\n")
        let dry = try home.antrain("schedule-next --dry-run").output
        #expect(
            dry.contains("+ workout/2026-11-23/0800") && dry.contains("- workout/2026-11-23/0730")
                && dry.contains("dry run: 3 added, 3 cancelled, 0 kept")
        )
        #expect(try home.pending().first == "workout/2026-11-23/0730")
        #expect(try home.antrain("schedule-next --date 2026-11-27").output.hasPrefix("Fri 27 Nov: Leg Day"))
    }

    @Test func severalProgramsAreOneReminderOfAMinute() throws {
        let home = try Home.ready()
        #expect(try home.antrain("program activate push-pull-legs").status == 64)
        #expect(try home.antrain("program activate push-pull-legs --replace --start tomorrow").status == 0)
        #expect(try home.antrain("program activate bodyweight-routine --add").status == 0)
        #expect(try home.antrain("pending").output.contains("Push Day and Full Body"))
        #expect(try home.antrain("program list").output.contains("bodyweight-routine"))
    }

    @Test func everyShippedProgramIsShown() throws {
        let home = try Home()
        for file in try FileManager.default.contentsOfDirectory(atPath: BuildProducts.package + "Programs")
        where file.hasSuffix(".yaml") {
            let run = try home.antrain("program show \(file)", environment: ["COLUMNS": "100"])
            #expect(run.status == 0 && run.output.contains("Schedule: "))
        }
    }

    @Test(arguments: [40, 60, 80, 200])
    func whatIsLongIsBrokenAndNeverCut(columns: Int) throws {
        let run = try Home().antrain("program show nsuns-4-day", environment: ["COLUMNS": "\(columns)"])
        #expect(!run.output.contains("…"))
        let lines = run.output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= columns || $0.hasPrefix("https://") }, "\(lines.map(\.count))")
        #expect(lines.allSatisfy { $0.last != " " })
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("6 @ 75%, 7 @ 70%, 8+ @ 65%"))
    }

    @Test func weeksThatDifferAreShown() throws {
        let output = try Home().antrain("program show 531").output
        #expect(output.contains("3  5/3/1            main: 5 @ 75%, 3 @ 85%, 1+ @ 95%"))
    }
}
