import Platform
import Testing

/// The options of `antrain settings` for notifications about progress: values as people type them, and what the file then says.
@Suite struct SettingsCommandTests {
    private static let path = ".config/antrain/settings.yaml"

    @Test(arguments: [
        ("--records on", "records: on", "on"), ("--records YES", "records: on", "on"),
        ("--records off", "records: off", "off"),
        ("--summary sun_18:00", "summary: {on: sun, at: \"18:00\"}", "sunday, 18:00"),
        ("--summary mo,_7am", "summary: {on: mon, at: \"07:00\"}", "monday, 07:00"),
        ("--summary Sat_at_noon", "summary: {on: sat, at: \"12:00\"}", "saturday, 12:00"),
        ("--summary 6_pm_on_tue", "summary: {on: tue, at: \"18:00\"}", "tuesday, 18:00"),
        ("--summary friday", "summary: {on: fri, at: \"18:00\"}", "friday, 18:00"),
        ("--summary on", "summary: {on: sun, at: \"18:00\"}", "sunday, 18:00"),
        ("--summary off", "summary: off", "off"),
        ("--milestones 30,7,100,7", "milestones: [7, 30, 100]", "7,30,100"),
        ("--milestones 7,_30", "milestones: [7, 30]", "7,30"), ("--milestones 5", "milestones: [5]", "5"),
        ("--milestones on", "milestones: [7, 30, 100, 365]", "7,30,100,365"),
        ("--milestones off", "milestones: off", "off"),
        ("--streak-warning 19:00", "streak-warning: \"19:00\"", "19:00"),
        ("--streak-warning 7pm", "streak-warning: \"19:00\"", "19:00"),
        ("--streak-warning Off", "streak-warning: off", "off"),
        ("--keep 2y", "keep: 2y", "2y"), ("--keep 90d", "keep: 90d", "90d"), ("--keep 13w", "keep: 13w", "13w"),
        ("--keep 3mo", "keep: 3mo", "3mo"), ("--keep ALL", "keep: all", "all"),
    ])
    func valuesAreWrittenAndConfirmed(arguments: String, line: String, value: String) throws {
        let stage = try CommandStage()
        try stage.write(Self.path, "days: all\n")
        let run = try stage.run("settings \(arguments)")
        let key = try #require(line.split(separator: ":").first)
        #expect(run.status == .success && run.output + run.messages == "set \(key): \(value)\n", "\(run)")
        #expect(stage.contents(Self.path)?.split(separator: "\n").last == line[...])
        let shown = try stage.run("settings").output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(shown.contains { $0.first == key && $0.dropFirst().joined(separator: " ").hasPrefix(value) })
    }

    /// A disk that fails to read the new settings does not bring back the former ones.
    @Test func theSettingsThatWereWrittenAreInForce() throws {
        let stage = try CommandStage()
        _ = try stage.run("program activate push-pull-legs.yaml --days mon")
        stage.readingFailsAfterReplacing = true
        let run = try stage.run("settings --time 06:15")
        #expect(run.status == .success && run.output.contains("Push Day, tomorrow at 06:15"), "\(run)")
        #expect(!run.messages.contains("last good settings"), "\(run)")
    }

    @Test(arguments: [
        (
            "--keep 12w",
            "invalid --keep '12w': plans and answers refer to the last months; expected at least 90d, or all"
        ),
        (
            "--keep off",
            "invalid duration 'off'; expected days, weeks, months or years, such as 90d, 26w, 18mo or 2y, or all"
        ),
        ("--records maybe", "invalid --records 'maybe': expected on or off"),
        (
            "--summary 18:00",
            "invalid --summary '18:00': expected a weekday and a time, such as 'sun 18:00', or on, or off"
        ),
        ("--summary sun,mon_18:00", "expected a weekday and a time"),
        ("--summary sun_9", "expected a weekday and a time"),
        ("--summary sun_25:00", "invalid --summary 'sun 25:00': no such time '25:00'; expected 00:00 to 23:59"),
        ("--summary ,", "expected a weekday and a time"),
        ("--milestones 7,x", "invalid --milestones '7,x': 'x' is not a number of workouts from 2 to 10000"),
        ("--milestones 1", "--milestones: '1' is not a number of workouts from 2 to 10000"),
        ("--milestones 10001", "'10001' is not a number of workouts"),
        ("--milestones 99999999999999999999", "'99999999999999999999' is not a number of workouts"),
        ("--milestones ,", "expected up to 100 numbers of workouts, such as 7,30,100"),
        ("--milestones \((2...102).map(String.init).joined(separator: ","))", "expected up to 100 numbers of workouts"),
        ("--streak-warning on", "invalid --streak-warning 'on': expected a time, such as 9pm or 21:00, or off"),
        ("--streak-warning 24:30", "no such time '24:30'"),
    ])
    func wrongValuesChangeNothing(arguments: String, message: String) throws {
        let stage = try CommandStage()
        let run = try stage.run("settings --records on \(arguments)")
        #expect(run.status == .usage && run.output.isEmpty && run.messages.contains(message), "\(run)")
        #expect(stage.contents(Self.path) == nil)
    }
}
