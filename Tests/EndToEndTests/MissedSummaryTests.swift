import Foundation
import TestSupport
import Testing

/// One notification about the reminders that were missed because antrain did not run.
@Suite struct MissedSummaryTests {
    private static let id = "summary/2026-11-27/missed-since-2026-11-23"

    /// A home whose reminders were planned on Sunday 22 November, with those of the coming week.
    private func home(_ settings: String = "") throws -> Home {
        let home = try Home.ready()
        if !settings.isEmpty { try home.antrain("settings \(settings)") }
        try home.antrain("schedule-next")
        return home
    }

    /// The ids and states of all past notifications.
    private func history(_ home: Home) throws -> [String: String] {
        let output = try home.antrain("history --json --limit 100").output
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let all = object?["notifications"] as? [[String: Any]] ?? []
        return Dictionary(all.map { ("\($0["id"] ?? "")", "\($0["state"] ?? "")") }) { first, _ in first }
    }

    private func summaries(_ home: Home) throws -> [String] {
        try history(home).keys.filter { $0.contains("/missed-since-") }.sorted()
    }

    @Test(arguments: ["schedule-next", "deliver"]) func theFirstRunAfterDaysSumsUp(command: String) throws {
        let home = try home()
        home.now = "2026-11-27T22:00"
        let run = try home.antrain(command)
        for text in ["3 reminders were missed", "Push Day (Mon 23 Nov)", "Leg Day", "antrain history --state missed"] {
            #expect(run.output.replacing(/\s+/, with: " ").contains(text), "\(run)")
        }
        #expect(run.status == 0 && run.output.contains("antrain open"))
        #expect(try home.antrain("open workout/2026-11-23/0730").status == 0)
        #expect(try history(home)[Self.id] == "delivered")
        // The summary is sent once, regardless of the commands that run next.
        for (now, line) in [
            ("22:01", "deliver"), ("22:02", "schedule-next"), ("23:00", "done"), ("23:10", "schedule-next"),
        ] {
            home.now = "2026-11-27T\(now)"
            #expect(try !home.antrain(line).output.contains("were missed"))
        }
        #expect(try summaries(home) == [Self.id])
        let why = try home.antrain("why \(Self.id)").output.replacing(/\s+/, with: " ")
        #expect(why.contains("which were missed because antrain did not run"), "\(why)")
    }

    @Test func restDaysAreCountedAndNotListed() throws {
        let home = try home("rest-days on --days all")
        home.now = "2026-11-26T22:00"
        let output = try home.antrain("schedule-next").output.replacing(/\s+/, with: " ")
        #expect(output.contains("4 reminders were missed") && !output.contains("Rest Day"), "\(output)")
        #expect(output.contains("Push Day (Mon 23 Nov), Pull Day (Wed 25 Nov)"), "\(output)")
    }

    @Test func theRemindersOfTheDayStillCome() throws {
        let home = try home()
        home.now = "2026-11-30T07:40"
        let run = try home.antrain("schedule-next")
        #expect(run.output.contains("Today: Push Day") && run.output.contains("3 reminders were missed"), "\(run)")
        #expect(try history(home)["workout/2026-11-30/0730"] == "delivered")
        // A second week without a run gets another summary.
        home.now = "2026-12-08T09:00"
        #expect(try home.antrain("schedule-next").output.contains("3 reminders were missed"))
        #expect(try summaries(home) == [Self.id, "summary/2026-12-07/missed-since-2026-12-02"])
    }

    /// The queue holds a week; the reminders of the other weeks are recorded as missed, too, whatever command runs first.
    @Test(arguments: ["schedule-next", "deliver", "done", "program activate phul --replace"])
    func aMonthAsleepIsAccountedFor(command: String) throws {
        let home = try home()
        home.now = "2026-12-22T20:00"
        let outputs = try home.antrain(command).output + home.antrain("schedule-next").output
        #expect(outputs.replacing(/\s+/, with: " ").contains("13 reminders were missed"), "\(outputs)")
        let history = try history(home)
        let missed = history.filter { $0.key.hasPrefix("workout/") && $0.value == "missed" }.keys.sorted()
        #expect(missed.count == 13 && missed.last == "workout/2026-12-21/0730", "\(history)")
        let why = try home.antrain("why 2026-12-07").output.replacing(/\s+/, with: " ")
        #expect(why.contains("antrain did not run from 2026-12-07T07:30 until 2026-12-22T20:00"), "\(why)")
    }

    /// Reminders that were cancelled before, because the horizon became shorter or a clock was ahead, are recorded as well.
    @Test(arguments: [
        [("2026-11-22T20:00", "settings horizon 21"), ("2026-11-22T20:01", "settings horizon 7")],
        [("2026-12-05T12:00", "schedule-next"), ("2026-11-22T20:01", "schedule-next")],
    ])
    func cancelledRemindersAreAccountedFor(steps: [(now: String, line: String)]) throws {
        let home = try home()
        for (now, line) in steps + [("2026-12-15T20:00", "schedule-next")] {
            home.now = now
            #expect(try home.antrain(line).status == 0)
        }
        let missed = try history(home).filter { $0.key.hasPrefix("workout/") && $0.value == "missed" }.keys.sorted()
        #expect(missed.count == 10 && missed.last == "workout/2026-12-14/0730", "\(missed)")
    }

    /// What was missed depends on the settings of that time, not on those that the first command sets.
    @Test(arguments: ["settings --off", "settings --time 18:00", "settings --days tue", "settings rest-days on"])
    func changedSettingsDoNotChangeWhatWasMissed(command: String) throws {
        let home = try home()
        home.now = "2026-12-15T20:00"
        #expect(try home.antrain(command).status == 0)
        try home.antrain("schedule-next")
        let missed = try history(home).filter { $0.value == "missed" }.keys.filter { !$0.contains("2026-12-15") }
            .sorted()
        #expect(missed.count == 10 && missed.allSatisfy { $0.hasSuffix("/0730") }, "\(missed)")
    }

    /// What a clock that was ahead recorded as missed is forgotten, also for the weeks that the queue does not hold yet.
    @Test func aClockAWeekTooFarAheadLeavesNoRecord() throws {
        let home = try home()
        home.now = "2026-12-22T20:00"
        try home.antrain("schedule-next")
        home.now = "2026-11-22T20:10"
        try home.antrain("schedule-next")
        #expect(try history(home).keys.allSatisfy { !$0.hasPrefix("workout/") })
        home.now = "2026-12-06T07:30"
        try home.antrain("schedule-next")
        home.now = "2026-12-07T07:30"
        #expect(try home.antrain("deliver").output.contains("Push Day"))
        #expect(try history(home)["workout/2026-12-07/0730"] == "delivered")
    }

    /// A clock that is behind for a while, for example because its battery ran out, changes no record, and nothing is summed up again.
    @Test(arguments: [
        "2016-12-03T20:00", "2026-10-05T10:00", "2026-11-05T10:00", "2026-11-22T10:00", "2026-11-26T10:00",
    ])
    func aClockThatIsBehindKeepsWhatWasMissed(time: String) throws {
        let home = try home()
        home.now = "2026-12-01T20:00"
        try home.antrain("schedule-next")
        let before = try history(home).filter { $0.value == "missed" }
        for now in [time, "2026-12-01T20:10"] {
            home.now = now
            #expect(try !home.antrain("schedule-next").output.contains("were missed"), "\(now)")
        }
        let after = try history(home)
        #expect(before.count == 4 && before.allSatisfy { after[$0.key] == "missed" }, "\(before) \(after)")
        let why = try home.antrain("why 2026-11-25").output
        #expect(why.contains("antrain did not run"), "\(why)")
    }

    /// What runs with a clock far ahead recorded as missed is not part of the history before its time.
    @Test(arguments: ["2027-01-25", "2031-01-03"]) func aClockFarAheadLeavesNoRecord(date: String) throws {
        let home = try home()
        for now in ["\(date)T20:00", "\(date.dropLast(2))28T20:00", "2026-11-22T20:10"] {
            home.now = now
            try home.antrain("schedule-next")
        }
        #expect(try !history(home).values.contains("missed"))
        #expect(try !home.antrain("why \(date.dropLast(2))27").output.contains("did not run from"))
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("schedule-next").output.contains("Push Day"))
    }

    /// Reminders that were off were not missed, and neither were those of a program that was activated later.
    @Test(arguments: [
        ["settings --off", "settings --on"],
        ["program deactivate push-pull-legs", "program activate starting-strength-phase-1 --start 2026-11-23"],
    ])
    func nothingWasMissedWithoutReminders(lines: [String]) throws {
        let home = try home()
        try home.antrain(lines[0])
        home.now = "2026-12-22T20:00"
        let outputs = try home.antrain(lines[1]).output + home.antrain("schedule-next").output
        #expect(!outputs.contains("were missed"), "\(outputs)")
        #expect(try history(home).values.allSatisfy { $0 == "dropped" })
    }

    /// A missed reminder is reported once, whatever command noticed it, even if the next run is days later.
    @Test(arguments: [
        (["2026-11-23T18:00 schedule-next"], "2026-11-23"), (["2026-11-23T18:00 deliver"], "2026-11-23"),
        (["2026-11-23T18:00 done", "2026-11-23T18:01 deliver"], "2026-11-23"),
        (["2026-11-24T03:49 log squat 5x5@80", "2026-11-24T07:00 schedule-next"], "2026-11-23"),
        (["2026-11-24T03:49 log squat 5x5@80", "2026-11-28T23:15 skip", "2026-11-29T23:20 deliver"], "2026-11-27"),
        (["2026-11-25T18:00 settings --time 08:00", "2026-11-26T18:00 deliver"], "2026-11-25"),
    ])
    func missedRemindersAreReportedOnce(lines: [String], last: String) throws {
        let home = try home()
        var outputs = ""
        for line in lines + ["2026-11-30T06:00 schedule-next", "2026-11-30T06:01 deliver"] {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            home.now = parts[0]
            outputs += try home.antrain(parts[1]).output
        }
        #expect(try summaries(home).first == "summary/\(last)/missed-since-2026-11-23", "\(outputs)")
        let sent = outputs.components(separatedBy: "antrain did not run. Missed").count - 1
        #expect(try summaries(home).count == sent, "\(outputs)")
    }

    @Test func oneMissedReminderIsNamed() throws {
        let home = try home()
        home.now = "2026-11-23T18:00"
        let output = try home.antrain("schedule-next").output.replacing(/\s+/, with: " ")
        #expect(output.contains("1 reminder was missed"), "\(output)")
        #expect(output.contains("antrain did not run. Missed on Mon 23 Nov: Push Day"), "\(output)")
        let why = try home.antrain("why summary/2026-11-23/missed-since-2026-11-23").output.replacing(/\s+/, with: " ")
        #expect(why.contains("it reports what was missed on"), "\(why)")
    }

    /// Nothing is summed up for a first activation, reminders that are off, or a clock that jumps.
    @Test(arguments: [
        ("--off", ["2026-11-29T09:00"]), ("", ["2027-11-22T20:00", "2026-11-22T20:05"]),
        ("", ["2020-01-01T00:00", "2026-11-22T20:05"]),
        ("", ["2026-11-23T07:30", "2026-11-25T11:29", "2026-11-26T09:00"]),
    ])
    func nothingIsSummedUpWithoutDaysAsleep(settings: String, times: [String]) throws {
        let home = try home(settings)
        for now in times {
            home.now = now
            for line in ["schedule-next", "deliver"] {
                #expect(try !home.antrain(line).output.contains("were missed"), "\(now): \(line)")
            }
        }
        #expect(try summaries(home).isEmpty)
    }

    @Test func aFirstActivationHasNothingToSumUp() throws {
        let home = try Home(now: "2026-11-29T09:00")
        try home.antrain("program activate push-pull-legs --start 2026-11-16")
        try home.antrain("settings --time 07:30")
        #expect(try !home.antrain("schedule-next").output.contains("were missed"))
    }

    /// A clock that was days ahead made reminders seem missed; they are sent at their times.
    @Test func aClockThatWasAheadLeavesNoSummary() throws {
        let home = try home()
        home.now = "2026-11-28T20:00"
        try home.antrain("schedule-next")
        home.now = "2026-11-22T20:10"
        try home.antrain("schedule-next")
        for (now, name) in [
            ("2026-11-23T07:30", "Push Day"), ("2026-11-25T07:30", "Pull Day"), ("2026-11-28T20:30", ""),
        ] {
            home.now = now
            let run = try home.antrain("schedule-next")
            #expect(run.output.contains(name) || name.isEmpty, "\(now): \(run)")
            #expect(!run.output.contains("were missed"), "\(now): \(run)")
        }
    }

    @Test func severalTriggersSendOne() throws {
        let home = try home()
        let environment = uncounted([
            "HOME": home.folder.path, "TZ": home.zone, "ANTRAIN_NOW": "2026-11-28T09:00", "PATH": "/usr/bin:/bin",
        ])
        let runs = try (0..<6).map { number in
            try BackgroundProgram(
                BuildProducts.path("antrain"),
                [number % 2 == 0 ? "schedule-next" : "deliver"],
                environment: environment,
                log: home.folder.path + "/log\(number)"
            )
        }
        for run in runs { #expect(run.ending(within: 120) == 0) }
        let outputs = try (0..<6).map { try home.folder.read("log\($0)") }.joined()
        #expect(outputs.components(separatedBy: "3 reminders were missed").count == 2, "\(outputs)")
    }

    @Test(arguments: [
        ("de", "3 Erinnerungen wurden verpasst"), ("es", "Se perdieron 3 recordatorios"),
        ("fr", "3 rappels ont été manqués"), ("tr", "3 hatırlatma kaçırıldı"),
    ])
    func itIsInTheUsersLanguage(language: String, title: String) throws {
        let home = try home("language \(language)")
        home.now = "2026-11-28T09:00"
        let run = try home.antrain("schedule-next")
        #expect(run.output.contains(title) && !run.output.contains("{") && run.output.contains("Pull Day"), "\(run)")
    }
}
