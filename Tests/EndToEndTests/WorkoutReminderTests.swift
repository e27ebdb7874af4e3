import TestSupport
import Testing

/// The views show for each workout what became of its own reminders. 23 November 2026 is a Monday.
@Suite struct WorkoutReminderTests {
    private static let exercises = "exercises: [{exercise: Squat, sets: 3x5}]"

    /// A home with the program Fix: A, B and C on Mondays, Wednesdays and Fridays, reminded of at 09:00 on the console.
    ///
    /// - Parameters:
    ///   - commands: further commands on Sunday.
    ///   - reminders: the key `reminders` of the program.
    private func home(_ commands: String..., reminders: String = "") throws -> Home {
        let home = try Home(now: "2026-11-22T18:00")
        try home.folder.write(
            "fix.yaml",
            """
            antrain: 1
            id: fix
            name: Fix
            days: {a: {name: A, \(Self.exercises)}, b: {name: B, \(Self.exercises)}, c: {name: C, \(Self.exercises)}}
            schedule: {mode: weekdays, monday: a, wednesday: b, friday: c}
            \(reminders)

            """
        )
        try home.folder.write(
            "cyc.yaml",
            """
            antrain: 1
            id: cyc
            name: Cyc
            days: {x: {name: X, \(Self.exercises)}, y: {name: Y, \(Self.exercises)}}
            schedule: {mode: cycle, cycle: [x, y, rest]}

            """
        )
        let setUp = ["program activate fix.yaml --start 2026-11-23", "settings --time 09:00", "settings --on"]
        for command in setUp + commands { #expect(try home.antrain(command).status == 0, "\(command)") }
        return home
    }

    private func today(_ home: Home) throws -> String {
        try home.antrain("today", environment: ["COLUMNS": "300"]).output
    }

    /// The row of a date in a week, with single spaces.
    private func row(_ date: String, _ home: Home) throws -> String {
        let lines = try home.antrain("week --this", environment: ["COLUMNS": "300"]).output.split(separator: "\n")
        return lines.first { $0.contains(date) }.map { $0.split(separator: " ").joined(separator: " ") } ?? "\(lines)"
    }

    private func why(_ home: Home, _ subject: String = "2026-11-23") throws -> String {
        try home.antrain("why \(subject)", environment: ["COLUMNS": "300"]).output
    }

    @Test func `A workout without reminders does not get those of another program`() throws {
        let home = try home()
        #expect(try home.antrain("program activate cyc.yaml --add --start 2026-11-23").status == 0)
        #expect(try home.antrain("program deactivate fix").status == 0)
        #expect(try home.antrain("program activate fix.yaml --add --start 2026-11-23 --days tue,thu").status == 0)
        home.now = "2026-11-23T08:00"
        let untrained = "Monday is not one of your training days"
        #expect(try row("23 Nov", home) == "Mon 23 Nov X and A X: 09:00; A: \(untrained)")
        #expect(try today(home).contains("(X: reminder today at 09:00; A: \(untrained))"))
        home.now = "2026-11-23T09:00"
        #expect(try home.antrain("schedule-next").output.contains("X"))
        home.now = "2026-11-23T09:10"
        #expect(try row("23 Nov", home).hasSuffix("X: sent at 09:00, unanswered; A: \(untrained)"))
        #expect(try home.antrain("done").output.contains("done: X"))
        #expect(try row("23 Nov", home).hasSuffix("X: already done; A: \(untrained)"))
        home.now = "2026-11-24T08:00"
        #expect(try row("23 Nov", home).hasSuffix("X: already done; A: \(untrained)"))
    }

    @Test func `An answer does not hide the reminder of the other workout`() throws {
        let home = try home("program activate cyc.yaml --add --start 2026-11-23 --time 18:00")
        home.now = "2026-11-23T09:00"
        try home.antrain("schedule-next")
        home.now = "2026-11-23T09:10"
        #expect(try row("23 Nov", home).hasSuffix("A: sent at 09:00, unanswered; X: 18:00"))
        #expect(try home.antrain("done").output.contains("done: A"))
        #expect(try row("23 Nov", home).hasSuffix("A: already done; X: 18:00"))
    }

    @Test func `A workout that moves to a date does not get the reminder of the one that was there`() throws {
        let home = try home()
        home.now = "2026-11-23T09:00"
        try home.antrain("schedule-next")
        home.now = "2026-11-23T09:10"
        for command in ["move mon tue", "move wed mon"] { #expect(try home.antrain(command).status == 0) }
        let row = try row("23 Nov", home)
        #expect(row.hasPrefix("Mon 23 Nov B ") && !row.contains("sent"), "\(row)")
        #expect(try why(home).contains("the reminder of 2026-11-23T09:00 was about A of Fix"))
    }

    @Test func `A cancelled reminder is not called snoozed because an early one was`() throws {
        let home = try home(reminders: "reminders: [{at: \"07:00\"}, {before: 12h}]")
        home.now = "2026-11-22T19:00"
        #expect(try home.antrain("schedule-next").output.contains("A"))
        #expect(try home.antrain("snooze --for 15m tomorrow").status == 0)
        home.now = "2026-11-22T19:15"
        try home.antrain("schedule-next")
        #expect(try home.antrain("cancel workout/2026-11-23/0700").status == 0)
        home.now = "2026-11-23T06:00"
        #expect(try row("23 Nov", home) == "Mon 23 Nov A you cancelled it")
        #expect(try today(home).contains("(no reminder: you cancelled it)"))
    }

    @Test func `An early reminder is listed with its date`() throws {
        let home = try home(reminders: "reminders: [{at: \"07:00\"}, {before: 12h}]")
        home.now = "2026-11-23T08:00"
        #expect(try row("25 Nov", home) == "Wed 25 Nov B tomorrow at 19:00, 07:00")
        #expect(try row("27 Nov", home) == "Fri 27 Nov C Thu 26 Nov at 19:00, 07:00")
    }

    @Test(arguments: ["replaced", "outranked"])
    func `The reminder of a workout that is no longer planned is explained`(kind: String) throws {
        let home = try home()
        if kind == "outranked" { #expect(try home.antrain("settings one-a-day on").status == 0) }
        home.now = "2026-11-23T09:00"
        try home.antrain("schedule-next")
        home.now = "2026-11-23T10:00"
        let commands =
            kind == "replaced"
            ? ["program activate cyc.yaml --replace --start 2026-11-23"]
            : ["program activate cyc.yaml --add --start 2026-11-23", "program priority cyc 20"]
        for command in commands { #expect(try home.antrain(command).status == 0) }
        #expect(try today(home).contains("no reminder: its time has passed"))
        let why = try why(home)
        #expect(why.contains("- its time has passed"), "\(why)")
        #expect(why.contains("reminder time 09:00 ("), "\(why)")
        #expect(why.contains("the reminder of 2026-11-23T09:00 was about A of Fix, which is no longer"), "\(why)")
        let reason = kind == "replaced" ? "Fix was deactivated (entered 2026-11-23T10:00)" : "Cyc has priority 20"
        #expect(why.contains(reason), "\(why)")
    }

    @Test func `The reminder of an unfinished workout names its start and its setting`() throws {
        let home = try home()
        let file = ".config/antrain/settings.yaml"
        let settings = try home.folder.read(file)
        try home.folder.write(file, settings + "unfinished: 2h\n")
        home.now = "2026-11-23T10:00"
        #expect(try home.antrain("start").status == 0)
        home.now = "2026-11-23T12:00"
        #expect(try home.antrain("schedule-next").status == 0)
        let why = try why(home, "unfinished/2026-11-23/fix")
        #expect(why.contains("A was started (2026-11-23T10:00) and is unanswered (~/.config/antrain/settings.yaml:"))
        #expect(!why.contains("it follows the reminder"), "\(why)")
    }

    @Test func `A snooze past midnight does not say today`() throws {
        let home = try home("settings --time 23:30")
        home.now = "2026-11-23T23:30"
        try home.antrain("schedule-next")
        #expect(try home.antrain("snooze --for 1h").status == 0)
        let pending = try home.antrain("pending").output.split(separator: "\n").first ?? ""
        #expect(pending.hasPrefix("tomorrow at 00:30    A  "), "\(pending)")
        #expect(try home.antrain("").output.contains("A, tomorrow at 00:30"))
    }

    @Test func `Quiet hours explain a past date without a reminder`() throws {
        let home = try home("settings --time 23:00 --quiet-hours 22:30-07:00")
        home.now = "2026-11-23T08:00"
        #expect(try today(home).contains("it falls within your quiet hours"))
        try home.antrain("schedule-next")
        home.now = "2026-11-24T08:00"
        let why = try why(home)
        #expect(why.contains("it falls within your quiet hours (~/.config/antrain/settings.yaml:"), "\(why)")
        #expect(!why.contains("there is no record"), "\(why)")
    }
}
