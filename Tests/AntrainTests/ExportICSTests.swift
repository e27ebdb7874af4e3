import CivilTime
import Files
import Foundation
import Platform
import SystemPackage
import Testing

/// `antrain export ics`, and the calendar file in the settings.
@Suite struct ExportICSTests {
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        days:
          a: {name: "Push, heavy", duration: 50m, exercises: [{exercise: Press, sets: 5x5}]}
          b: {name: Pull, exercises: [{exercise: Row, sets: 5x5}]}
        schedule: {mode: weekdays, monday: a, thursday: b, sunday: b}
        reminders: [{at: "02:30"}, {before: 12h}]

        """

    private func stage(_ settings: String = "", now: String = "2026-11-22T20:00") throws -> CommandStage {
        let stage = try CommandStage(now: now)
        try stage.write("mine.yaml", Self.program)
        try stage.write(
            "evening.yaml",
            Self.program.replacing("id: mine", with: "id: evening").replacing("02:30", with: "18:00")
        )
        try stage.write(".config/antrain/settings.yaml", "enabled: on\n" + settings)
        return stage
    }

    /// An event with its properties; those of alarms have the prefix `ALARM-`, and the values of equal names are a list.
    private typealias Event = [String: [String]]

    private func events(_ text: String?) throws -> [Event] {
        var events: [Event] = []
        var isAlarm = false
        let lines = try #require(text).replacing("\r\n ", with: "").split(separator: "\r\n")
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            switch String(line) {
            case "BEGIN:VEVENT": events.append([:])
            case "BEGIN:VALARM": isAlarm = true
            case "END:VALARM": isAlarm = false
            case _ where !events.isEmpty && parts.count == 2:
                let name = (isAlarm ? "ALARM-" : "") + String(parts[0].prefix { $0 != ";" })
                events[events.count - 1][name, default: []].append(parts[1])
            default: break
            }
        }
        return events
    }

    private func state(_ event: Event) -> String {
        ["UID", "SEQUENCE", "STATUS"].map { event[$0]?.first ?? "-" }.joined(separator: " ")
    }

    private struct Simulation: Decodable {
        struct Entry: Decodable {
            let category: String
            let fire_at: String
        }
        let notifications: [Entry]
    }

    /// The moments of alarms, as `category 2026-11-23T07:30`.
    private func alarms(_ events: [Event], in zone: Zone) throws -> [String] {
        try events.flatMap { event -> [String] in
            let digits = try #require(event["DTSTART"]?.first).compactMap(\.wholeNumberValue)
            func number(_ range: Range<Int>) -> Int { range.reduce(0) { $0 * 10 + digits[$1] } }
            let isTimed = digits.count == 14
            let start = CivilDateTime(
                date: try CivilDate(year: number(0..<4), month: number(4..<6), day: number(6..<8)),
                time: isTimed ? try TimeOfDay(hour: number(8..<10), minute: number(10..<12)) : .midnight
            )
            let triggers = event["ALARM-TRIGGER"] ?? []
            return try triggers.map { trigger in
                let span = try TimeSpan(parsing: trigger.lowercased().filter { $0 != "p" && $0 != "t" && $0 != "-" })
                let instant = zone.instant(of: start)
                let moment = trigger.hasPrefix("-") ? instant.subtracting(span) : instant.adding(span)
                return "\(event["CATEGORIES"]?.first ?? "-") \(zone.civil(at: moment))"
            }
        }
    }

    /// Every reminder of a year, with gaps and folds of the clocks, quiet hours, leads, moves, pauses, rest days and own reminders.
    @Test(arguments: ["Europe/Berlin", "Australia/Lord_Howe"])
    func alarmsAreTheSimulatedReminders(name: String) throws {
        let zone = try ZoneDatabase.system(environment: [:]).zone(named: name)
        let stage = try stage("rest-days: on\ntimezone: \(name)\nquiet-hours: \"03:00-04:00\"\nlanguage: de\n")
        for line in [
            "program activate mine.yaml --time 02:30", "program activate evening.yaml --add",
            "reminder add Tea,_hot --at 2026-11-24_02:10 --repeat every_3d", "move 2026-11-26 2026-11-27",
            "pause --from 2026-12-03 --until 2026-12-14 --program mine", "cancel workout/2026-11-23/1800",
        ] { #expect(try stage.run(line).status == .success, "\(line)") }
        let run = try stage.run("export ics --year --alarms year.ics")
        #expect(run.status == .success, "\(run)")
        let berlin = try ZoneDatabase.system(environment: [:]).zone(named: "Europe/Berlin")
        let now = zone.civil(at: try Instant(parsing: "2026-11-22T20:00", in: berlin))
        let simulated = try stage.run("simulate --days 365 --json").output
        let expected = try JSONDecoder().decode(Simulation.self, from: Data(simulated.utf8)).notifications
        let exported = try events(stage.contents("year.ics"))
        // The first reminders of the first workouts are in the past.
        let found = try Set(alarms(exported, in: zone)).filter { $0.split(separator: " ")[1] > "\(now)" }
        let wanted = Set(expected.map { "\($0.category) \($0.fire_at)" })
        // A reminder of the day after the last one may be sent on the last one.
        let last = now.date.adding(days: 364)
        #expect(wanted.subtracting(found).allSatisfy { $0.contains(" \(last)T") }, "\(wanted.subtracting(found))")
        #expect(found.subtracting(wanted) == [])
        #expect(found.count > 500)
        #expect(exported.contains { $0["SUMMARY"] == ["Push\\, heavy"] && $0["DURATION"] == ["PT50M"] })
        #expect(exported.contains { $0["SUMMARY"] == ["Pull"] && $0["DURATION"] == ["PT1H"] })
        #expect(exported.contains { $0["SUMMARY"] == ["Tea\\, hot"] && $0["DURATION"] == ["PT15M"] })
        #expect(exported.contains { $0["SUMMARY"] == ["Ruhetag"] && $0["DTSTART"]?.first?.count == 8 })
        #expect(exported.contains { $0["DESCRIPTION"]?.first?.hasPrefix("Heute: Pull\\n") == true })
    }

    @Test func anExportUpdatesAnEarlierOne() throws {
        let stage = try stage()
        #expect(try stage.run("program activate mine.yaml --time 18:00").status == .success)
        #expect(try stage.run("export ics cal.ics --days 14").output.contains("(6 added, 0 changed, 0 cancelled)"))
        #expect(FileAccess.live.mode(FilePath(stage.path("cal.ics"))) == 0o600)
        let stamp = FileAccess.live.stamp(FilePath(stage.path("cal.ics")))
        let again = try stage.run("export ics cal.ics --days 14", now: "2026-11-22T21:00")
        #expect(again.output == "~/cal.ics is up to date: 6 events through 2026-12-05\n", "\(again)")
        #expect(FileAccess.live.stamp(FilePath(stage.path("cal.ics"))) == stamp)
        // A workout that was done stays as it is; one that was skipped is cancelled until the answer is undone.
        #expect(try stage.run("done --date today", now: "2026-11-23T19:00").status == .success)
        #expect(try stage.run("skip --date 2026-11-26 --program mine").status == .success)
        #expect(try stage.run("move 2026-11-30 2026-12-01").status == .success)
        let third = try stage.run("export ics cal.ics --days 14 --json")
        #expect(third.output.contains("\"added\" : 2") && third.output.contains("\"cancelled\" : 2"), "\(third.output)")
        let states = try events(stage.contents("cal.ics")).map(state)
        #expect(
            states
                == [
                    "workout.mine.2026-11-22@antrain 0 CONFIRMED", "workout.mine.2026-11-23@antrain 0 CONFIRMED",
                    "workout.mine.2026-11-26@antrain 1 CANCELLED", "workout.mine.2026-11-29@antrain 0 CONFIRMED",
                    "workout.mine.2026-11-30@antrain 1 CANCELLED", "workout.mine.2026-12-01@antrain 0 CONFIRMED",
                    "workout.mine.2026-12-03@antrain 0 CONFIRMED", "workout.mine.2026-12-06@antrain 0 CONFIRMED",
                ],
            "\(states)"
        )
        for _ in 0..<2 { #expect(try stage.run("undo").status == .success) }
        _ = try stage.run("export ics cal.ics --days 14")
        let undone = try events(stage.contents("cal.ics")).map(state)
        #expect(undone.contains("workout.mine.2026-11-26@antrain 2 CONFIRMED"), "\(undone)")
        #expect(undone.contains("workout.mine.2026-12-01@antrain 1 CANCELLED"), "\(undone)")
    }

    /// What has begun today stays, unless the user says that it does not take place.
    @Test(arguments: [
        ("pause", "0 CONFIRMED"), ("program deactivate mine", "0 CONFIRMED"), ("settings --days thu", "0 CONFIRMED"),
        ("skip", "1 CANCELLED"), ("move today tomorrow", "1 CANCELLED"),
    ])
    func anEventThatHasBegunStays(line: String, state: String) throws {
        let stage = try stage("calendar-file: ~/training.ics\n")
        #expect(try stage.run("program activate mine.yaml --time 18:00").status == .success)
        #expect(try stage.run("schedule-next", now: "2026-11-23T18:00").status == .success)
        let run = try stage.run(line, now: "2026-11-23T19:00")
        #expect(run.status == .success, "\(run)")
        let states = try events(stage.contents("training.ics")).map(self.state)
        #expect(states.contains("workout.mine.2026-11-23@antrain \(state)"), "\(states)")
    }

    @Test(arguments: [
        ("", "DTSTART:20261123T180000\r\n"),
        ("timezone: Europe/Berlin\n", "DTSTART;TZID=Europe/Berlin:20261123T180000\r\n"),
        ("timezone: UTC\n", "DTSTART:20261123T180000Z\r\n"),
    ])
    func timesAreFloatingUnlessTheSettingsNameAZone(settings: String, start: String) throws {
        let stage = try stage(settings)
        #expect(try stage.run("program activate mine.yaml --time 18:00").status == .success)
        let run = try stage.run("export ics -")
        #expect(run.output.contains(start) && run.output.hasPrefix("BEGIN:VCALENDAR\r\n"), "\(run.output.prefix(2000))")
        #expect(run.output.contains("BEGIN:VTIMEZONE") == settings.contains("Berlin") && run.messages.isEmpty)
        #expect(!run.output.contains("VALARM"))
    }

    @Test func onlyItsOwnFilesAreReplaced() throws {
        let stage = try stage()
        #expect(try stage.run("program activate mine.yaml").status == .success)
        try stage.write("notes.ics", "BEGIN:VCALENDAR\nPRODID:-//Me//EN\nEND:VCALENDAR\n")
        let refused = try stage.run("export ics notes.ics")
        #expect(refused.status == .usage && refused.messages.contains("antrain export ics --force FILE"), "\(refused)")
        #expect(stage.contents("notes.ics")?.contains("-//Me//EN") == true)
        #expect(try stage.run("export ics notes.ics --force").status == .success)
        #expect(stage.contents("notes.ics")?.contains("-//antrain//") == true)
        try stage.write("empty.ics", "")
        #expect(try stage.run("export ics empty.ics").status == .success)
        stage.replaceProblem = "No space left on device"
        #expect(try stage.run("export ics new.ics").status == .inputOutput)
        #expect(try stage.run("export ics new.ics").messages.contains("No space left on device"))
    }

    @Test(arguments: [
        ("export ics - --json", "cannot be combined"), ("export ics x.ics --year --days 3", "cannot be combined"),
        ("export ics x.ics --days 0", "expected a number from 1 to 3660"), ("export ics x.ics --days 3661", "--days"),
    ])
    func mistakesAreReported(line: String, message: String) throws {
        let run = try stage().run(line)
        #expect(run.status == .usage && run.messages.contains(message) && run.output.isEmpty, "\(run)")
    }

    @Test func theCalendarFileIsKeptCurrent() throws {
        let stage = try stage("calendar-file: {path: ~/feed/training.ics, days: 14, alarms: on}\n")
        #expect(try stage.run("program activate mine.yaml --time 18:00").status == .success)
        let first = try #require(stage.contents("feed/training.ics"))
        #expect(first.contains("workout.mine.2026-11-23@antrain") && first.contains("TRIGGER:-PT12H"))
        let stamp = FileAccess.live.stamp(FilePath(stage.path("feed/training.ics")))
        #expect(try stage.run("schedule-next", now: "2026-11-22T20:01").status == .success)
        #expect(FileAccess.live.stamp(FilePath(stage.path("feed/training.ics"))) == stamp)
        #expect(try stage.run("move 2026-11-26 2026-11-27").status == .success)
        #expect(
            try events(stage.contents("feed/training.ics")).map(state).contains(
                "workout.mine.2026-11-26@antrain 1 CANCELLED"
            )
        )
        #expect(try stage.run("undo").status == .success)
        #expect(
            try events(stage.contents("feed/training.ics")).map(state).contains(
                "workout.mine.2026-11-26@antrain 2 CONFIRMED"
            )
        )
        #expect(try stage.run("settings --json").output.contains("\"alarms\" : true"))
        #expect(try stage.run("settings").output.contains("~/feed/training.ics, 14 days, alarms"))
    }

    /// The command succeeds and reports a problem of the calendar file once, until there is another problem.
    @Test func problemsOfTheCalendarFileAreReportedOnce() throws {
        let stage = try stage("calendar-file: ~/training.ics\n")
        try stage.write("training.ics", "mine\n")
        let first = try stage.run("program activate mine.yaml")
        #expect(first.status == .success, "\(first)")
        #expect(
            first.messages.components(separatedBy: "the calendar file in the settings was not updated").count == 2,
            "\(first)"
        )
        let second = try stage.run("schedule-next")
        #expect(second.status == .success && !second.messages.contains("calendar file"), "\(second)")
        stage.columns = 400
        let doctor = try stage.run("doctor").output
        #expect(
            doctor.contains("~/training.ics cannot be updated: it is not a calendar that antrain wrote"),
            "\(doctor)"
        )
        try FileManager.default.removeItem(atPath: stage.path("training.ics"))
        #expect(try stage.run("schedule-next").messages.isEmpty)
        #expect(stage.contents("training.ics")?.hasPrefix("BEGIN:VCALENDAR") == true)
        try stage.write("training.ics", "mine\n")
        #expect(try stage.run("schedule-next").messages.contains("calendar file in the settings"))
    }
}
