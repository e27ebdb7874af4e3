import CivilTime
import Localization
import Reminders
import Testing
import Training
import YAMLSource

@Suite struct SettingsTests {
    private func rendered(_ text: String) -> String {
        let source = SourceText(path: "settings.yaml", text: text)
        return DiagnosticRenderer(source: source).render(SettingsReader.read(source).diagnostics)
    }

    private func read(_ text: String) throws -> Settings {
        try #require(SettingsReader.read(SourceText(path: "settings.yaml", text: text)).settings, "\(rendered(text))")
    }

    @Test(arguments: ["", "# nothing\n", "{}\n"])
    func emptySettingsAreTheDefaults(text: String) throws {
        let settings = try read(text)
        #expect(settings == .defaults)
        #expect(!settings.isEnabled)
        #expect(settings.time.description == "09:00")
        #expect(settings.days == .all && !settings.restDays && settings.horizon == 7)
        #expect(settings.grace == .hours(4) && settings.snooze == .defaults && settings.channels == ["console"])
    }

    @Test(arguments: [
        ("~/a.ics", CalendarFile(path: "~/a.ics")), ("off", nil), ("", nil),
        ("{path: /srv/a.ics, days: 365, alarms: on}", CalendarFile(path: "/srv/a.ics", days: 365, hasAlarms: true)),
    ])
    func theCalendarFileIsAPathOrAMapping(text: String, file: CalendarFile?) throws {
        if !text.hasPrefix("{") { #expect(try read("days-off: \(text)\n").daysOff == file?.path) }
        #expect(try read("enabled: on\ncalendar-file: \(text)\n").calendarFile == file)
    }

    @Test(arguments: [
        ("a.ics", "invalid calendar file 'a.ics'"), ("https://example.org/a.ics", "invalid calendar file"),
        ("~/calendars/", "expected: a path such as ~/training.ics, or off"),
        ("{days: 3}", "missing key 'path'"), ("{path: ~/a.ics, days: 0}", "number of days"),
        ("{path: ~/a.ics, alarm: on}", "did you mean 'alarms'"),
    ])
    func mistakesInTheCalendarFileAreReported(text: String, message: String) {
        if !text.hasPrefix("{") {
            #expect(rendered("days-off: \(text)\n").contains(message), "\(rendered("days-off: \(text)\n"))")
        }
        #expect(rendered("calendar-file: \(text)\n").contains(message), "\(rendered("calendar-file: \(text)\n"))")
    }

    @Test func gymsHaveEquipment() throws {
        let settings = try read(
            """
            equipment: {bar: 20, plates: [20, 10, 2.5kg], dumbbells: {from: 2, to: 6, step: 2}, exercises: {Leg Press: {loads: [50, 40]}, deadlift: {bar: 25}}}
            gyms:
              office: {units: lb, bar: 45, kettlebells: 16kg}
              travel: {dumbbells: [5]}
            gym: office

            """
        )
        func weights(_ numbers: Double...) -> [Weight] { numbers.map { Weight(thousandths: Int($0 * 1000)) } }
        let plates = weights(20, 10, 2.5)
        #expect(settings.gyms.equipment?.barbell == .bar(weights(20)[0], plates: plates, .kilograms))
        #expect(settings.gyms.equipment?.dumbbells == .fixed(weights(2, 4, 6), .kilograms))
        #expect(
            settings.gyms.equipment?.exercises == [
                GymEquipment.ExerciseLoads("Leg Press", .fixed(weights(40, 50), .kilograms)),
                GymEquipment.ExerciseLoads("deadlift", .bar(weights(25)[0], plates: plates, .kilograms)),
            ]
        )
        #expect(settings.gyms.names == ["default", "office", "travel"])
        let office = try #require(settings.gyms.currentEquipment)
        #expect(office.barbell == .bar(weights(45)[0], plates: PlateStack.standardPlates(.pounds), .pounds))
        #expect(office.kettlebells == .fixed([Weight(thousandths: 35_274)], .pounds))
        #expect(try read("enabled: on\n").gyms.currentEquipment == nil)
    }

    @Test(
        arguments: [
            ("equipment: {bra: 20}", "settings.yaml:1:13", "did you mean 'bar'"),
            ("equipment: {bar: twenty}", "settings.yaml:1:18", "invalid weight 'twenty'"),
            ("equipment: {plates: []}", "settings.yaml:1:21", "there are no plates"),
            ("equipment: {plates: [0.01]}", "settings.yaml:1:22", "at least 0.05 kg"),
            ("equipment: {dumbbells: {from: 2, to: 1, step: 1}}", "settings.yaml:1:38", "'to' is less than 'from'"),
            ("equipment: {dumbbells: {from: 1, to: 900, step: 1}}", "settings.yaml:1:38", "more than 500 weights"),
            ("equipment: {dumbbells: {from: 1, step: 1}}", "settings.yaml:1:24", "missing key 'to'"),
            ("equipment: {exercises: {x: {loads: 5, bar: 20}}}", "settings.yaml:1:44", "both 'loads' and a bar"),
            (
                "equipment: {exercises: {leg press: {loads: 5}, Leg-Press: {loads: 6}}}", "settings.yaml:1:48",
                "are the same exercise"
            ),
            (
                "equipment: {plates: [" + (1...41).map { "\($0)" }.joined(separator: ", ") + "]}",
                "settings.yaml:1:21", "more than 40 plates"
            ),
            ("equipment: {exercises: [x]}", "settings.yaml:1:24", "must be a mapping"),
            ("equipment: 20kg", "settings.yaml:1:12", "equipment"),
            ("gyms: {Home Gym: {bar: 20}}", "settings.yaml:1:8", "invalid gym name 'Home Gym'"),
            ("gyms: {default: {bar: 20}}", "settings.yaml:1:8", "under 'equipment'"),
            ("gyms: [home]", "settings.yaml:1:7", "'gyms' must be a mapping"),
            ("gyms: {home: {bar: 20}}\ngym: hom", "settings.yaml:2:6", "did you mean 'home'"),
        ]
    )
    func wrongEquipmentIsReported(text: String, place: String, expected: String) {
        let message = rendered(text + "\n")
        #expect(message.contains(place) && message.contains(expected), "\(message)")
    }

    @Test(
        arguments: [
            ("follow-up: 30m", FollowUpPolicy(after: .minutes(30))), ("follow-up: off", nil), ("follow-up:", nil),
            (
                "follow-up: {after: 1h, every: 15m, at-most: 3}",
                FollowUpPolicy(after: .hours(1), every: .minutes(15), atMost: 3)
            ),
            ("follow-up: {after: 20m}", FollowUpPolicy(after: .minutes(20), every: .minutes(20), atMost: 1)),
        ] as [(String, FollowUpPolicy?)]
    )
    func followUpsAreRead(text: String, expected: FollowUpPolicy?) throws {
        #expect(try read(text + "\n").followUp == expected)
    }

    @Test(arguments: [
        ("follow-up: soon", "invalid duration 'soon'"), ("follow-up: 2d", "invalid follow-up delay '2d'"),
        ("follow-up: {every: 5m}", "missing key 'after'"),
        ("follow-up: {after: 5m, at-most: 99}", "from 1 to 10"),
        ("follow-up: {aftr: 5m}", "did you mean 'after'?"), ("unfinished: 1m", "10m to 12h"),
    ])
    func invalidFollowUpsAreReported(text: String, part: String) {
        #expect(rendered(text + "\n").contains(part), "\(rendered(text))")
    }

    @Test(arguments: [
        ("quiet-hours: 22:00-07:00", "22:00", "07:00", QuietHours.Policy.hold, true),
        ("quiet-hours: {from: 13:00, to: 14:30, do: silence, urgent: no}", "13:00", "14:30", .silence, false),
    ])
    func quietHoursAreRead(text: String, from: String, to: String, policy: QuietHours.Policy, spares: Bool) throws {
        let expected = QuietHours(from: try time(from), to: try time(to), policy: policy, sparesUrgent: spares)
        #expect(try read(text + "\n").quietHours == expected)
    }

    @Test(arguments: [
        ("quiet-hours: at night", "invalid quiet hours"),
        ("quiet-hours: 22:00-22:00", "cannot start and end at the same time"),
        ("quiet-hours: 22:00-25:00", "no such time '25:00"), ("quiet-hours: {from: 22:00}", "missing key 'to'"),
        ("quiet-hours: {from: 22:00, to: 07:00, do: hide}", "hold, silence"),
    ])
    func invalidQuietHoursAreReported(text: String, part: String) {
        #expect(rendered(text + "\n").contains(part), "\(rendered(text))")
    }

    @Test func everyKeyIsRead() throws {
        let text = """
            enabled: yes
            time: 6:05
            days: [mon-wed, sat]
            rest-days: on
            horizon: 14
            grace: 90m
            snooze: 10m
            timezone: Europe/Berlin
            channels: [console, mail, desk]
            configure:
              mail: {to: [a@b.c, d@e.f], command: "/usr/sbin/sendmail -t"}
              desk: {plugin: ~/lib/libdesk.so}
              log:
            """
        let settings = try read(text)
        #expect(settings.isEnabled && settings.restDays)
        #expect(settings.time.description == "06:05")
        #expect(settings.days.description == "mon,tue,wed,sat")
        #expect(
            settings.horizon == 14 && settings.grace == .minutes(90) && settings.snooze == SnoozeLengths(.minutes(10))
        )
        #expect(settings.timezone == .named("Europe/Berlin"))
        #expect(
            settings.configurations(of: settings.channels).map(\.plugin) == ["console", "mail", "~/lib/libdesk.so"]
        )
        #expect(settings.configurations(of: settings.channels).map(\.isPath) == [false, false, true])
        #expect(
            settings.configurations[0].values.map { "\($0.key)=\($0.text)" } == [
                "to=a@b.c", "to=d@e.f", "command=/usr/sbin/sendmail -t",
            ]
        )
        let reading = SettingsReader.read(SourceText(path: "s", text: text))
        #expect(reading.spans[.horizon] == SourceSpan(start: 68, end: 70))
        #expect(reading.spans.count == 10)
    }

    @Test(arguments: [
        ("tiem: 7:00\n", "did you mean 'time'?"),
        ("time: 25:00\n", "settings.yaml:1:7: error: no such time '25:00'"),
        ("days: [funday]\n", "unknown weekday 'funday'"),
        ("horizon: 0\n", "expected: a whole number from 1 to 60"),
        ("horizon: 1000\n", "invalid horizon '1000'"), ("grace: 2d\n", "invalid grace period '2d'"),
        ("grace: soon\n", "invalid duration 'soon'"),
        ("keep: 89d\n", "settings.yaml:1:7: error: 'keep: 89d' is too short"),
        ("keep: 2mo\n", "expected: at least 90d, such as 2y, or all"),
        ("keep: 2h\n", "invalid duration '2h'; expected days"),
        ("keep: 0y\n", "invalid duration '0y'"), ("keep: [2y]\n", "expected a single value"),
        ("snooze: 1s\n", "invalid snooze time '1s'"),
        ("enabled: perhaps\n", "expected: on or off"),
        ("rest-days: []\n", "invalid 'rest-days' value: expected a single value, found a list"),
        ("channels: [log, log]\n", "duplicate channel 'log'"),
        ("channels: [Log]\n", "invalid channel name 'Log'"),
        ("channels: [[log]]\n", "invalid channel name: expected a single value, found a list"),
        ("configure: mail\n", "'configure' must be a mapping"),
        ("configure: {mail: x}\n", "the values of channel 'mail' must be a mapping"),
        ("configure: {mail: {to: {a: b}}}\n", "unknown key 'a' in a value reference"),
        ("configure: {M: {}}\n", "invalid channel name 'M'"),
        ("- a\n", "the settings must be a mapping"),
        ("timezone: [a]\n", "invalid time zone: expected a single value, found a list"), ("time: [\n", "unclosed '['"),
    ])
    func mistakesAreReported(text: String, part: String) {
        #expect(SettingsReader.read(SourceText(path: "settings.yaml", text: text)).settings == nil)
        #expect(rendered(text).contains(part), "\(rendered(text))")
    }

    @Test func changesKeepTheRestOfTheFile() throws {
        let before = "# mine\nhorizon: 14   # two weeks\ntime: '06:00'\nconfigure: {mail: {to: a@b.c}}\n# end\n"
        let changes: [SettingsChange] = [
            .enabled(true), .time(try time("07:30")), .days(WeekdaySet([.monday, .friday])),
            .scalar(.restDays, "off"), .scalar(.horizon, "7"), .scalar(.grace, "2h"), .scalar(.snooze, "15m"),
            .scalar(.timezone, "UTC"), .channels(["console", "mail"]),
        ]
        let after = try SettingsEditor.apply(changes, to: SourceText(path: "s", text: before))
        #expect(
            String(decoding: after.bytes, as: UTF8.self)
                == "# mine\nhorizon: 7   # two weeks\ntime: '07:30'\nconfigure: {mail: {to: a@b.c}}\nenabled: on\ndays: [mon, fri]\nrest-days: off\ngrace: 2h\nsnooze: 15m\ntimezone: UTC\nchannels: [console, mail]\n# end\n"
        )
        let settings = try #require(SettingsReader.read(after).settings)
        #expect(settings.isEnabled && settings.grace == .hours(2) && settings.timezone == .named("UTC"))
        let more = try SettingsEditor.apply([.days(.all), .scalar(.timezone, "system"), .enabled(false)], to: after)
        #expect(String(decoding: more.bytes, as: UTF8.self).contains("enabled: off\ndays: all\n"))
        #expect(try #require(SettingsReader.read(more).settings).timezone == .system)
    }

    /// The file before, the removed key, and the file after; what else is in the file stays.
    @Test(arguments: [
        ("# mine\nhorizon: 14   # two weeks\ngrace: 2h\n", "horizon", "# mine\ngrace: 2h\n"),
        ("grace: 2h\nhorizon: 14", "horizon", "grace: 2h\n"), ("grace: 2h\n", "horizon", "grace: 2h\n"),
        ("days:\n  - mon\n  - fri\n\n# more\ngrace: 2h\n", "days", "\n# more\ngrace: 2h\n"),
        ("{horizon: 14, grace: 2h}\n", "horizon", "{grace: 2h}\n"),
        ("{grace: 2h, horizon: 14}\n", "horizon", "{grace: 2h}\n"), ("{horizon: 14}\n", "horizon", "{}\n"),
        ("quiet-hours: {from: 1am, do: silence}\n", "quiet-hours.do", "quiet-hours: {from: 1am}\n"),
        (
            "quiet-hours:\n  from: 22:00\n  do: silence\ngrace: 2h\n", "quiet-hours.do",
            "quiet-hours:\n  from: 22:00\ngrace: 2h\n"
        ),
        ("configure:\n  mail:\n    to: a@b.c\ntime: 7am\n", "configure.mail.to", "time: 7am\n"),
        ("horizon: 14\r\ngrace: 2h\r\n", "grace", "horizon: 14\r\n"), ("horizon: 14\n", "horizon", ""),
    ])
    func aRemovedKeyTakesItsLines(before: String, name: String, after: String) throws {
        let path = name.split(separator: ".").map(String.init)
        let change = SettingsChange(try #require(SettingKey(rawValue: path[0])), Array(path[1...]), .removed)
        let edited = try SettingsEditor.apply([change], to: SourceText(path: "s", text: before))
        #expect(String(decoding: edited.bytes, as: UTF8.self) == after)
    }

    /// A single value becomes a mapping if a further key is set, and a mapping keeps its further keys.
    @Test(arguments: [
        (
            "logging: journal", SettingsChange.scalar(.logging, "debug", below: ["level"]),
            "logging: {to: \"journal\", level: debug}"
        ),
        (
            "logging: {to: journal, level: debug}", .scalar(.logging, "~/log"),
            "logging: {to: \"~/log\", level: debug}"
        ),
        (
            "follow-up: 1h # soon", .scalar(.followUp, "10m", below: ["every"]),
            "follow-up: {after: 1h, every: 10m} # soon"
        ),
        ("follow-up: {after: 1h, every: 10m}", .scalar(.followUp, "2h"), "follow-up: {after: 2h, every: 10m}"),
        ("follow-up: {after: 1h}", .scalar(.followUp, "off"), "follow-up: off"),
        (
            "quiet-hours: 22:00-07:00", .scalar(.quietHours, "silence", below: ["do"]),
            "quiet-hours: {from: \"22:00\", to: \"07:00\", do: silence}"
        ),
        (
            "quiet-hours: {from: 1am, to: 2am, do: silence}", .scalar(.quietHours, "22:00-07:00"),
            "quiet-hours: {from: 22:00, to: 07:00, do: silence}"
        ),
        (
            "calendar-file: ~/a.ics", .scalar(.calendarFile, "on", below: ["alarms"]),
            "calendar-file: {path: \"~/a.ics\", alarms: on}"
        ),
    ])
    func singleValuesAndMappingsAreOne(before: String, change: SettingsChange, after: String) throws {
        let edited = try SettingsEditor.apply([change], to: SourceText(path: "s", text: before + "\n"))
        #expect(String(decoding: edited.bytes, as: UTF8.self) == after + "\n")
    }

    @Test func aNewFileHasAHeader() throws {
        let made = try SettingsEditor.apply([.time(try time("07:30"))], to: SourceText(path: "s", text: ""))
        #expect(
            String(decoding: made.bytes, as: UTF8.self)
                == "# antrain settings; see antrain settings --help\ntime: \"07:30\"\n"
        )
        #expect(throws: YAMLEditor.Failure.self) {
            try SettingsEditor.apply([.enabled(true)], to: SourceText(path: "s", text: "a: ["))
        }
    }

    /// A settings file that sets nothing leaves the last settings in force; a key after any line break sets something.
    @Test(arguments: ["\n", "\r", "\u{85}", "\u{2028}"])
    func aKeyAfterAnyLineBreakIsASetting(lineBreak: String) {
        #expect(!SettingsReader.isBlank(Array("# mine\(lineBreak)time: \"07:30\"".utf8)))
        #expect(SettingsReader.isBlank(Array("# mine\(lineBreak)time:\(lineBreak)".utf8)))
    }
}

@Suite struct LoggingSettingsTests {
    private func reading(_ text: String) -> (SettingsReading, String) {
        let source = SourceText(path: "settings.yaml", text: text)
        let reading = SettingsReader.read(source)
        return (reading, DiagnosticRenderer(source: source).render(reading.diagnostics))
    }

    @Test(
        arguments: [
            ("logging: journal", LoggingSettings(target: .journal)),
            ("logging: off", nil), ("enabled: on", nil),
            ("logging: /var/log/antrain.log", LoggingSettings(target: .file("/var/log/antrain.log"))),
            ("logging: {to: ~/a.log, level: debug}", LoggingSettings(target: .file("~/a.log"), level: .debug)),
            ("logging: {to: journal, level: warning}", LoggingSettings(target: .journal, level: .warning)),
        ]
    )
    func placesAndLevelsAreRead(text: String, expected: LoggingSettings?) throws {
        #expect(try #require(reading(text).0.settings).logging == expected)
    }

    @Test(
        arguments: [
            ("logging: jornal", "settings.yaml:1:10", "invalid log destination 'jornal'"),
            ("logging: logs/a.log", "settings.yaml:1:10", "the path of a file that starts with / or ~/"),
            ("logging: ~/logs/", "settings.yaml:1:10", "invalid log destination"),
            ("logging: {level: debug}", "settings.yaml:1:10", "'to'"),
            ("logging: {to: journal, level: loud}", "settings.yaml:1:31", "loud"),
            ("logging: {too: journal}", "settings.yaml:1:11", "did you mean 'to'"),
        ]
    )
    func mistakesAreNamed(text: String, place: String, reason: String) {
        let (reading, rendered) = reading(text)
        #expect(reading.settings == nil)
        #expect(rendered.contains(place) && rendered.contains(reason), "\(rendered)")
    }
}
