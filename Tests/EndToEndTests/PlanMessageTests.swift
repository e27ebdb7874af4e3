import TestSupport
import Testing

/// Messages about limits, days and pauses.
@Suite struct PlanMessageTests {
    /// Two programs at the same time with different channels: each channel gets only its own program.
    @Test func eachChannelGetsItsPrograms() throws {
        let home = try Home()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [console]\nconfigure: {console: {target: output}}\n"
        )
        for (name, options) in [("aa", ""), ("bb", " --channels log")] {
            try home.folder.write(
                "\(name).yaml",
                "antrain: 1\nid: \(name)\nname: \(name)\ndays: {\(name): {exercises: [{exercise: A, sets: 5}]}}\nschedule: {mode: cycle, cycle: [\(name)]}\n"
            )
            #expect(try home.antrain("program activate \(name).yaml --add --start 2026-11-23\(options)").status == 0)
        }
        home.now = "2026-11-23T07:30"
        let printed = try home.antrain("deliver").output
        let logged = try home.folder.read(".local/state/antrain/notifications.log")
        #expect(printed.contains("Today: Aa") && !printed.contains("Bb"), "\(printed)")
        #expect(logged.contains("Today: Bb") && !logged.contains("Aa"), "\(logged)")
        #expect(try home.antrain("done workout/2026-11-23/0730/bb").output.contains("done: Bb"))
    }

    /// A change that makes a channel's limit too small warns about it; cron does not repeat the warning.
    @Test func theChangeThatCausesAShortageWarnsOfIt() throws {
        let home = try Home()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [log]\nconfigure: {log: {limit: 7}}\n"
        )
        let first = try home.antrain(arguments: [
            "reminder", "add", "One", "--at", "2026-11-23 09:00", "--repeat", "daily",
        ])
        #expect(first.errors.contains("enough for 2 days"), "\(first.errors)")
        let again = try home.antrain(arguments: ["reminder", "add", "Two", "--at", "2026-11-30 09:00"])
        #expect(!again.errors.contains("enough for"), "\(again.errors)")
        #expect(try home.antrain("schedule-next").errors == "")
        #expect(try home.antrain("channel list").output.contains("2 days covered, through Mon 23 Nov"))
    }

    @Test func aReminderForAnotherDayDoesNotSayToday() throws {
        let home = try Home.ready(now: "2026-11-24T08:00")
        for command in ["pending", "", "--format tmux"] {
            let output = try home.antrain(command).output
            #expect(output.contains("Pull Day") && !output.contains("Today:"), "\(output)")
        }
        home.now = "2026-11-25T07:00"
        #expect(try home.antrain("pending").output.contains("Pull Day"))
    }

    /// A pause in the program's file cannot be ended by a command, so none is suggested.
    @Test func aPauseInTheFileSuggestsNoCommand() throws {
        let home = try Home()
        try home.folder.write(
            "a.yaml",
            "antrain: 1\nid: a\nname: A\ndays: {a: {exercises: [{exercise: A, sets: 5}]}}\nschedule: {mode: cycle, cycle: [a]}\nexceptions: [{pause: 2026-11-24, until: 2026-11-25}]\n"
        )
        try home.antrain("program activate a.yaml --start 2026-11-23")
        try home.antrain("settings --time 07:30")
        let week = try home.antrain("week").output
        #expect(week.contains("paused by the program") && !week.contains("antrain resume"), "\(week)")
    }

    @Test func validateWarnsAboutMovesWithoutEffect() throws {
        let home = try Home()
        let head = "antrain: 1\nid: a\nname: A\ndays: {a: {exercises: [{exercise: A, sets: 5}]}}\n"
        let cases = [
            ("{mode: weekdays, monday: a}", "{move: 2026-11-24, to: 2026-11-25}", "2026-11-24 (tuesday)"),
            ("{mode: weekdays, monday: a}", "{move: 2026-11-23, to: 2026-11-25}", ""),
            (
                "{mode: cycle, cycle: [a]}",
                "{move: 2026-11-23, to: 2026-11-25}, {pause: 2026-11-25, until: 2026-11-26}",
                "paused on 2026-11-25"
            ),
            (
                "{mode: cycle, cycle: [a]}",
                "{pause: 2026-11-25, until: 2026-11-26}, {move: 2026-11-25, to: 2026-11-23}", ""
            ),
            (
                "{mode: cycle, cycle: [a]}",
                "{pause: 2026-11-25, until: 2026-11-26}, {move: 2026-11-25, to: 2026-11-28}", "paused on 2026-11-25"
            ),
            ("{mode: cycle, cycle: [a], length: until 2026-11-24}", "{move: 2026-11-23, to: 2026-11-25}", "ends on"),
        ]
        for (schedule, move, reason) in cases {
            try home.folder.write("a.yaml", head + "schedule: \(schedule)\nexceptions: [\(move)]\n")
            let errors = try home.antrain("program validate a.yaml").errors
            #expect(errors.contains("this move has no effect") == !reason.isEmpty, "\(errors)")
            #expect(errors.contains(reason) || reason.isEmpty, "\(errors)")
        }
    }
}
