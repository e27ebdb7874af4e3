import Platform
import Testing

/// Arguments as people type them, and what is refused; it is Sunday, 22 November 2026, 20:00.
@Suite struct NaturalArgumentTests {
    private func stage() throws -> CommandStage {
        let stage = try CommandStage()
        _ = try stage.run("program activate push-pull-legs --start 2026-11-23")
        _ = try stage.run("settings --time 07:30 --days mon,wed,fri --channels console")
        _ = try stage.run("reminder add Water --at 21:00")
        return stage
    }

    @Test(arguments: [
        ("reminder add Tea 45m", "Tea, Sun 22 Nov at 20:45"), ("reminder add Tea 18:00", "Tea, Mon 23 Nov at 18:00"),
        ("reminder add Tea fri 7pm", "Tea, Fri 27 Nov at 19:00"), ("snooze 1 1h", "22:00"),
        ("snooze 1 30m", "21:30"),
        ("pause 1w", "from 2026-11-22 through 2026-11-28"), ("pause for 10 days", "through 2026-12-01"),
        ("pause until fri", "from 2026-11-22 through 2026-11-27"), ("pause until next monday", "through 2026-11-23"),
        ("calendar december", "December 2026"), ("calendar dec 2027", "December 2027"), ("calendar 2027", "2027"),
        ("calendar month dec", "December 2026"), ("skip Push_Day", "skipped"), ("skip push", "skipped"),
        ("backup", "antrain-backup-2026-11-22.tar"), ("report", "antrain-report-2026-11-22.html"),
    ])
    func naturalSpellingsAreAccepted(line: String, part: String) throws {
        let run = try stage().run(line)
        #expect(run.status == .success && (run.output + run.messages).contains(part), "\(run)")
    }

    @Test(arguments: [
        ("snooze 1 1h --for 2h", "the length is given twice"), ("snooze 1 2d", "expected a duration from 1m to 1d"),
        ("pause 1h", "such as 10d or 1w, or the last date, as in until fri"),
        ("pause until", "until"), ("pause until fri --until sat", "the end of the pause is given twice"),
        ("reminder add Tea 45m --in 1h", "the time is given twice"), ("reminder add Tea soon", "'soon'"),
        ("calendar smarch", "'smarch'"), ("calendar december 2027 x", "too many arguments"),
        ("done Push_Day", "it is not planned on these dates: 2026-11-16 to 2026-11-22; see: antrain week"),
        ("done nonsense", "no such reminder 'nonsense'"),
    ])
    func unclearArgumentsAreRefused(line: String, part: String) throws {
        let run = try stage().run(line)
        #expect(run.status != .success && run.messages.contains(part), "\(run)")
    }

    @Test func aLengthAloneSnoozesTheWaitingReminder() throws {
        let stage = try stage()
        _ = try stage.run("schedule-next", now: "2026-11-22T21:00")
        let run = try stage.run("snooze 20m", now: "2026-11-22T21:10")
        #expect(run.status == .success && run.output.contains("21:30"), "\(run)")
    }

    /// A workout is named by the ID or the name of its day.
    @Test(arguments: ["done push", "done Push_Day"])
    func workoutsHaveNames(line: String) throws {
        let stage = try stage()
        let run = try stage.run(line, now: "2026-11-24T20:00")
        #expect((run.output + run.messages).contains("Push Day"), "\(run)")
    }

    /// A file without a name is new, and the output names it.
    @Test(arguments: [("backup", "antrain-backup-2026-11-22", "tar"), ("report", "antrain-report-2026-11-22", "html")])
    func filesAreNeverReplaced(line: String, stem: String, suffix: String) throws {
        let stage = try stage()
        try stage.write("\(stem).\(suffix)", "mine")
        let run = try stage.run(line)
        #expect(run.status == .success && run.output.contains("\(stem)-2.\(suffix)"), "\(run)")
        #expect(stage.contents("\(stem).\(suffix)") == "mine")
    }

    /// The same names as for `log`.
    @Test(arguments: [
        ("program load bench 60kg", "bench"), ("program load Bench_Press 60kg", "bench"),
        ("program max set bench 100kg", "bench"), ("program max set Bankdrücken 100kg", "bench"),
    ])
    func exercisesHaveNamesInEveryCommand(line: String, part: String) throws {
        let stage = try CommandStage()
        _ = try stage.run("program activate stronglifts-5x5")
        let run = try stage.run(line)
        #expect(run.status == .success && run.output.lowercased().contains(part), "\(run)")
    }
}
