import Foundation
import Platform
import Testing

/// `antrain settings KEY VALUE`: values as people type them, and what the file then says.
@Suite struct SettingsCommandTests {
    private static let path = ".config/antrain/settings.yaml"

    @Test(arguments: [
        ("records on", "records: on", "on"), ("records YES", "records: on", "on"),
        ("records off", "records: off", "off"),
        ("summary sun_18:00", "summary: {on: sun, at: \"18:00\"}", "sunday, 18:00"),
        ("summary mo,_7am", "summary: {on: mon, at: \"07:00\"}", "monday, 07:00"),
        ("summary Sat_at_noon", "summary: {on: sat, at: \"12:00\"}", "saturday, 12:00"),
        ("summary 6_pm_on_tue", "summary: {on: tue, at: \"18:00\"}", "tuesday, 18:00"),
        ("summary friday", "summary: {on: fri, at: \"18:00\"}", "friday, 18:00"),
        ("summary on", "summary: {on: sun, at: \"18:00\"}", "sunday, 18:00"),
        ("summary off", "summary: off", "off"),
        ("milestones 30,7,100,7", "milestones: [7, 30, 100]", "7,30,100"),
        ("milestones 7,_30", "milestones: [7, 30]", "7,30"), ("milestones 5", "milestones: [5]", "5"),
        ("milestones on", "milestones: [7, 30, 100, 365]", "7,30,100,365"),
        ("milestones off", "milestones: off", "off"),
        ("streak-warning 19:00", "streak-warning: \"19:00\"", "19:00"),
        ("streak-warning 7pm", "streak-warning: \"19:00\"", "19:00"),
        ("streak-warning Off", "streak-warning: off", "off"),
        ("keep 2y", "keep: 2y", "2y"), ("keep 90d", "keep: 90d", "90d"), ("keep 13w", "keep: 13w", "13w"),
        ("keep 3mo", "keep: 3mo", "3mo"), ("keep ALL", "keep: all", "all"),
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
            "keep 12w",
            "invalid keep '12w': 'keep: 12w' is too short: plans and answers refer to the last months; expected at least 90d, such as 2y, or all"
        ),
        (
            "keep off",
            "invalid duration 'off'; expected days, weeks, months or years, such as 90d, 26w, 18mo or 2y"
        ),
        ("records maybe", "invalid records 'maybe': expected on or off"),
        (
            "summary 18:00",
            "invalid summary '18:00': expected a weekday and a time, such as 'sun 18:00', or on, or off"
        ),
        ("summary sun,mon_18:00", "expected a weekday and a time"),
        ("summary sun_9", "expected a weekday and a time"),
        ("summary sun_25:00", "invalid summary 'sun 25:00': no such time '25:00'; expected 00:00 to 23:59"),
        ("summary ,", "expected a weekday and a time"),
        ("milestones 7,x", "invalid milestones '7,x': 'x' is not a number of workouts from 2 to 10000"),
        ("milestones 1", "milestones: '1' is not a number of workouts from 2 to 10000"),
        ("milestones 10001", "'10001' is not a number of workouts"),
        ("milestones 99999999999999999999", "'99999999999999999999' is not a number of workouts"),
        ("milestones ,", "expected up to 100 numbers of workouts, such as 7,30,100"),
        ("milestones \((2...102).map(String.init).joined(separator: ","))", "expected up to 100 numbers of workouts"),
        ("streak-warning on", "invalid streak-warning 'on': expected a time, such as 9pm or 21:00, or off"),
        ("streak-warning 24:30", "no such time '24:30'"),
    ])
    func wrongValuesChangeNothing(arguments: String, message: String) throws {
        let stage = try CommandStage()
        let run = try stage.run("settings \(arguments)")
        #expect(run.status == .usage && run.output.isEmpty && run.messages.contains(message), "\(run)")
        #expect(stage.contents(Self.path) == nil)
    }

    /// A key alone is shown with its origin, `default` removes it, and the plan follows.
    @Test func keysAreShownAndRemoved() throws {
        let stage = try CommandStage()
        try stage.write(Self.path, "# mine\nhorizon: 14 # two weeks\n")
        #expect(
            try stage.run("settings horizon").output == "~/.config/antrain/settings.yaml\nhorizon  14 days  line 2\n"
        )
        #expect(try stage.run("settings quiet-hours.do").output.contains("quiet-hours  off  default"))
        // A file without settings would leave the last good ones in force.
        let removed = try stage.run("settings horizon default")
        #expect(removed.status == .success && removed.output == "set horizon: 7 days (default)\n", "\(removed)")
        #expect(stage.contents(Self.path) == "# mine\nenabled: off\n")
        #expect(try stage.run("settings horizon").output.hasSuffix("horizon  7 days  default\n"))
        #expect(try stage.run("undo").status == .success)
        #expect(stage.contents(Self.path) == "# mine\nhorizon: 14 # two weeks\n")
    }

    @Test(arguments: [
        ("quiet-hours 22:00-7am", "quiet-hours: \"22:00-07:00\""), ("follow-up.after 1h", "follow-up:\n  after: 1h"),
        ("configure.mail.to a@b.c d@e.f", "configure:\n  mail:\n    to: [a@b.c, d@e.f]"),
        ("unfinished 90_min", "unfinished: 1h30m"), ("details off", "details: off"),
        ("time auto 6am-9am", "time: {auto: \"06:00-09:00\", start: \"09:00\"}"),
        ("enabled on", "enabled: on"), ("gym default", "gym: default"), ("language TR", "language: tr"),
        ("horizon 14d", "horizon: 14"), ("horizon 14_days", "horizon: 14"),
        ("texts.workout.title Time for squats", "texts:\n  workout:\n    title: Time for squats"),
        ("equipment.plates 25,20", "equipment:\n  plates: [25, 20]"),
        ("equipment.plates [25, 20,10]", "equipment:\n  plates: [25, 20, 10]"),
        ("equipment.kettlebells 8 12", "equipment:\n  kettlebells: [8, 12]"),
        ("gyms.travel.plates 20,10", "gyms:\n  travel:\n    plates: [20, 10]"),
        ("equipment.bar 20 kg", "equipment:\n  bar: 20 kg"),
    ])
    func furtherKeysAreWritten(arguments: String, lines: String) throws {
        let stage = try CommandStage()
        try stage.write(Self.path, "channels: [console]\n")
        let run = try stage.run("settings \(arguments)")
        #expect(run.status == .success && stage.contents(Self.path)?.contains("\n\(lines)\n") == true, "\(run)")
    }

    @Test func aByteOrderMarkIsKept() throws {
        let stage = try CommandStage()
        try stage.write(Self.path, "\u{FEFF}channels: [console]\n")
        func bytes() throws -> Data { try Data(contentsOf: URL(filePath: stage.path(Self.path))) }
        #expect(try stage.run("settings grace 2h").status == .success)
        #expect(try bytes() == Data("\u{FEFF}channels: [console]\ngrace: 2h\n".utf8))
        #expect(try stage.run("undo").status == .success)
        #expect(try bytes() == Data("\u{FEFF}channels: [console]\n".utf8))
    }

    /// The default time is no wish for reminders.
    @Test func aRemovedTimeTurnsNothingOn() throws {
        let stage = try CommandStage()
        try stage.write(Self.path, "enabled: off\ntime: 08:00\n")
        #expect(try stage.run("settings time default").status == .success)
        #expect(stage.contents(Self.path) == "enabled: off\n")
    }

    /// The file, the arguments, and the file after.
    @Test(arguments: [
        (
            "channels: [console, # here\n  log] # there\n", "channels console,log,at",
            "channels: [console, # here\n  log, at] # there\n"
        ),
        ("grace: 1h\nequipment:\n  # measured\n  bar: 19.6kg\n", "equipment.bar default", "grace: 1h\n  # measured\n"),
    ])
    func commentsAreKept(before: String, arguments: String, after: String) throws {
        let stage = try CommandStage()
        try stage.write(Self.path, before)
        let run = try stage.run("settings \(arguments)")
        #expect(run.status == .success && stage.contents(Self.path) == after, "\(run)")
    }

    @Test(arguments: [
        ("configure.mail.to", "configure.mail.to  me@example.org  line 4"),
        ("texts.workout.title", "texts.workout.title  Go!  line 6"),
        ("configure.mail.password", "configure.mail.password  (set)  line 5"),
        ("heartbeat.url", "heartbeat.url  https://example.org/…  line 7"),
        ("heartbeat.every", "heartbeat.every  1h  line 7"),
    ])
    func nestedValuesAreShown(key: String, line: String) throws {
        let stage = try CommandStage()
        try stage.write(
            Self.path,
            """
            channels: [console]
            configure:
              mail:
                to: me@example.org
                password: hunter2
            texts: {workout: {title: Go!}}
            heartbeat: {url: https://example.org/hunter2, every: 1h}

            """
        )
        let run = try stage.run("settings \(key)")
        #expect(run.output.hasSuffix(line + "\n") && !(run.output + run.messages).contains("hunter2"), "\(run)")
    }

    /// The value of a channel may be a secret, so neither the message nor the record for `undo` has it.
    @Test func valuesOfChannelsStaySecret() throws {
        let stage = try CommandStage()
        try stage.write(Self.path, "channels: [console]\n")
        for line in ["settings configure.webhook.token hunter2", "settings heartbeat https://example.org/hunter2"] {
            let run = try stage.run(line)
            #expect(run.status == .success && !(run.output + run.messages).contains("hunter2"), "\(run)")
        }
        // What was added is removed, but antrain does not know how to add it again.
        #expect(try stage.run("undo").status == .success)
        #expect(stage.contents(Self.path)?.contains("heartbeat") == false)
        let redone = try stage.run("redo")
        #expect(redone.status == .usage && !redone.messages.contains("hunter2"), "\(redone)")
        #expect(try stage.run("undo").status == .success)
        #expect(stage.contents(Self.path) == "channels: [console]\n")
    }

    /// The first value, and the change of it, of which antrain does not know the former value.
    @Test(arguments: [
        ("heartbeat https://example.org/hunter2", "heartbeat off"),
        ("configure.webhook.token hunter2", "configure.webhook.token hunter3"),
        ("configure.webhook.token hunter2", "configure.webhook.token default"),
    ])
    func aChangeOfASecretStopsNoOtherUndo(first: String, second: String) throws {
        let stage = try CommandStage()
        try stage.write(Self.path, "channels: [console]\n")
        for line in [first, "grace 2h"] { #expect(try stage.run("settings \(line)").status == .success) }
        let run = try stage.run("settings \(second)")
        #expect(run.status == .success && run.messages.contains("'antrain undo' cannot undo this change"), "\(run)")
        let text = try #require(stage.contents(Self.path))
        let refused = try stage.run("undo")
        #expect(refused.status == .usage && refused.messages.contains("antrain undo 2"), "\(refused)")
        #expect(stage.contents(Self.path) == text)
        #expect(try stage.run("undo 2").status == .success)
        #expect(stage.contents(Self.path) == text.replacing("grace: 2h\n", with: ""))
        #expect(try stage.run("redo").status == .success)
        #expect(stage.contents(Self.path)?.contains("grace: 2h\n") == true)
    }

    @Test(arguments: [
        ("hrizon 14", "invalid setting 'hrizon': did you mean 'horizon'?"),
        ("horizon 0", "invalid horizon '0': expected a whole number from 1 to 60"),
        ("language xx", "invalid language 'xx': expected auto, en, de, es, fr, tr"),
        ("logging.level debug", "missing key 'to'"), ("horizon.x 1", "horizon.x"),
        ("quiet-hours. x", "invalid setting 'quiet-hours.'"), ("equipment 20kg", "antrain settings edit"),
        ("time auto", "such as auto 06:00-09:00"), ("channels consle", "did you mean 'console'?"),
        ("follow-up.every 5m", "missing key 'after'"), ("grace 25h", "invalid grace '25h'"),
        ("channels console,heartbeat", "invalid channels 'console,heartbeat'"),
        ("channels console,mail", "'mail' needs further values; add it: antrain channel add mail"),
        ("enabled on --off", "'enabled' is set twice"), ("--time 9am time 10am", "'time' is set twice"),
    ])
    func theReaderOfTheFileDecides(arguments: String, message: String) throws {
        let stage = try CommandStage()
        try stage.write(Self.path, "channels: [console]\n")
        let run = try stage.run("settings \(arguments)")
        #expect(run.status != .success && run.output.isEmpty && run.messages.contains(message), "\(run)")
        #expect(stage.contents(Self.path) == "channels: [console]\n")
    }
}
