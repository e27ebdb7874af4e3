import Foundation
import TestSupport
import Testing

@Suite struct OutputTests {
    @Test func theWeekIsATable() throws {
        let home = try Home.ready()
        #expect(
            try home.antrain("week").output == """
                Sun 22 Nov  Rest Day  rest days are not reminded of
                Mon 23 Nov  Push Day  07:30
                Tue 24 Nov  Rest Day  rest days are not reminded of
                Wed 25 Nov  Pull Day  07:30
                Thu 26 Nov  Rest Day  rest days are not reminded of
                Fri 27 Nov  Leg Day   07:30
                Sat 28 Nov  Rest Day  rest days are not reminded of

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
        #expect(output.contains("time         07:30                   line 3"))
        #expect(output.contains("horizon      7 days                  default"))
        #expect(output.contains("timezone     system (Europe/Berlin)  default"))
    }

    @Test(arguments: [
        ("pending --json", "pending"), ("week --json", "week"), ("today --json", "day"), ("tomorrow --json", "day"),
        ("history --json", "history"), ("settings --json", "settings"),
        ("program list --json", "programs"), ("program show push-pull-legs --json", "program"),
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
                      "channels" : {
                        "console" : "pending"
                      },
                      "date" : "2026-11-23",
                      "fire_at" : "2026-11-23T07:30",
                      "id" : "workout/2026-11-23/0730",
                      "instant" : "2026-11-23T06:30:00Z",
                      "number" : 1,
                      "title" : "Workout Time!",
                      "weekday" : "monday",
                      "zone" : "Europe/Berlin"
                    }
                  ]
                }

                """
        )
    }

    /// In Berlin it is Sunday evening when in Tokyo it is Monday.
    @Test func todayIsThatOfTheSettingsZone() throws {
        let home = try Home.ready()
        try home.antrain("settings --timezone Asia/Tokyo")
        #expect(try home.antrain("pending --limit 1").output.hasPrefix("1  today at 07:30"))
    }

    @Test func aDryRunChangesNothing() throws {
        let home = try Home.ready()
        try home.folder.write(".config/antrain/settings.yaml", "enabled: on\ntime: 08:00\n")
        let dry = try home.antrain("schedule-next --dry-run").output
        #expect(
            dry.contains("+ workout/2026-11-23/0800") && dry.contains("- workout/2026-11-23/0730")
                && dry.contains("would be: 3 added, 3 cancelled, 0 kept")
        )
        #expect(try home.pending().first == "workout/2026-11-23/0730")
        #expect(try home.antrain("schedule-next --date 2026-11-27").output.hasPrefix("Fri 27 Nov: Leg Day"))
    }

    @Test func severalProgramsAreOneReminderOfAMinute() throws {
        let home = try Home.ready()
        #expect(try home.antrain("program activate push-pull-legs").status == 64)
        #expect(try home.antrain("program activate push-pull-legs --replace --start tomorrow").status == 0)
        #expect(try home.antrain("program activate bodyweight-routine").status == 0)
        #expect(try home.antrain("pending").output.contains("Today: Push Day and Full Body"))
        #expect(try home.antrain("program list").output.contains("bodyweight-routine"))
    }

    @Test func completionScriptsAreScripts() throws {
        let home = try Home()
        let bash = try home.antrain("--generate-completion-script bash").output
        let file = try home.folder.write("completion", bash)
        #expect(try run("/bin/bash", ["-n", file]).status == 0)
        for shell in ["zsh", "fish"] {
            #expect(try home.antrain("--generate-completion-script \(shell)").output.contains("schedule-next"))
        }
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
        #expect(words.contains("6 @ 67.5 kg, 7 @ 62.5 kg, 8+ @ 57.5 kg"))
    }

    @Test func weeksThatDifferAreShown() throws {
        let output = try Home().antrain("program show 531").output
        #expect(output.contains("3  5/3/1            main: 5 @ 75%, 3 @ 85%, 1+ @ 95%"))
    }
}
