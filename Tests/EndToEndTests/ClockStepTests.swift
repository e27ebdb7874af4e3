import Foundation
import TestSupport
import Testing

/// Runs with a wrong clock, late runs, and reminders that were never queued: future ones are sent, late ones are sent late.
@Suite struct ClockStepTests {
    private func states(_ home: Home) throws -> [String] {
        let output = try home.antrain("history --json").output
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        return (object?["notifications"] as? [[String: Any]] ?? []).map { "\($0["id"] ?? "") \($0["state"] ?? "")" }
    }

    /// One run with a clock a month ahead; then the clock is corrected, before or after the reminder's time. Only the summary of what
    /// seemed to be missed remains, because it was sent.
    @Test(arguments: ["schedule-next", "deliver"], ["2026-11-23T07:30", "2026-11-23T08:10"])
    func aClockThatWasAheadForARunLosesNothing(command: String, right: String) throws {
        let home = try Home.ready()
        let before = try home.pending()
        home.now = "2026-12-20T07:30"
        try home.antrain(command)
        home.now = right
        let run = try home.antrain("deliver")
        #expect(run.output.contains("Push Day"), "\(run)")
        #expect(run.errors.contains("pending again"), "\(run.errors)")
        #expect(try home.pending() == Array(before.dropFirst()))
        #expect(
            try states(home) == [
                "summary/2026-12-18/missed-since-2026-11-23 delivered", "workout/2026-11-23/0730 delivered",
            ]
        )
        // The note appears once.
        #expect(try home.antrain("schedule-next").errors.isEmpty)
    }

    /// A reminder recorded as missed while the clock was ahead is not sent late on its day.
    @Test func whatSeemedMissedIsNotSentLate() throws {
        let home = try Home.ready()
        for moment in ["2026-12-22T12:00", "2026-11-23T07:25"] {
            home.now = moment
            try home.antrain("schedule-next")
        }
        try home.antrain("settings --time 18:00")
        for day in ["11-23", "11-25", "11-27", "11-30"] {
            home.now = "2026-\(day)T18:00"
            #expect(try home.antrain("schedule-next").output.contains("Day"))
        }
        home.now = "2026-12-02T10:00"
        let change = try home.antrain("settings --time 07:30")
        #expect(!change.errors.contains("pending again"), "\(change)")
        let run = try home.antrain("schedule-next")
        #expect(run.output.isEmpty && run.errors.isEmpty, "\(run)")
    }

    /// A clock that is 12 hours ahead delivers a reminder in the evening before; it is delivered again at its time.
    @Test func remindersDeliveredEarlyAreRepeated() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.contains("Push Day"))
        home.now = "2026-11-22T20:05"
        let run = try home.antrain("deliver")
        #expect(run.output.isEmpty && run.errors.contains("pending again"), "\(run)")
        #expect(try home.pending().first == "workout/2026-11-23/0730")
        #expect(try home.antrain("").output.contains("Push Day"))
        let list = try home.antrain("history", environment: ["COLUMNS": "300"]).output
        #expect(list.contains("while the clock was ahead; it was set back afterwards"), "\(list)")
        home.now = "2026-11-23T07:30"
        let second = try home.antrain("deliver")
        #expect(second.output.contains("Push Day") && second.errors.isEmpty, "\(second)")
        let history = try home.antrain("history --json").output
        #expect(history.contains("\"reason\" : \"clock-set-back\"") && history.contains("2026-11-23T06:30:00Z"))
        #expect(try states(home) == ["workout/2026-11-23/0730 delivered"])
    }

    /// A reminder delivered by a clock a year ahead is delivered again a year later.
    @Test func remindersDeliveredAYearEarlyAreRepeated() throws {
        let home = try Home.ready()
        home.now = "2027-11-22T07:30"
        try home.antrain("schedule-next")
        home.now = "2027-11-22T07:31"
        try home.antrain("schedule-next")
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.contains("Push Day"))
        for (day, time) in [("2027-11-15", "12:00"), ("2027-11-21", "20:00")] {
            home.now = "\(day)T\(time)"
            try home.antrain("schedule-next")
        }
        #expect(try home.pending().contains("workout/2027-11-22/0730"))
        home.now = "2027-11-22T07:30"
        #expect(try home.antrain("deliver").output.contains("Day"))
    }

    /// A machine without a hardware clock boots with a date in the past and plans with it.
    @Test func aClockThatWasBehindLosesNothing() throws {
        let home = try Home.ready()
        home.now = "2020-01-01T00:10"
        try home.antrain("schedule-next")
        home.now = "2026-11-23T07:31"
        #expect(try home.antrain("deliver").output.contains("Push Day"))
    }

    /// An hourly cron line, and a reminder half an hour before midnight.
    @Test(arguments: ["2026-11-24T00:00", "2026-11-24T01:00"], ["schedule-next", "deliver"])
    func aLateEveningReminderIsDeliveredAfterMidnight(now: String, command: String) throws {
        let home = try Home.ready(now: "2026-11-23T20:00")
        try home.antrain("settings --time 23:30 --days all")
        home.now = now
        #expect(try home.antrain(command).output.contains("Push Day"))
        #expect(try states(home) == ["workout/2026-11-23/2330 delivered"])
    }

    @Test func aLateEveningReminderIsMissedAnHourAfterMidnight() throws {
        let home = try Home.ready(now: "2026-11-23T20:00")
        try home.antrain("settings --time 23:30 --days all")
        home.now = "2026-11-24T01:01"
        #expect(try !home.antrain("schedule-next").output.contains("Today: Push Day"))
        #expect(
            try states(home) == [
                "summary/2026-11-23/missed-since-2026-11-23 delivered", "workout/2026-11-23/2330 missed",
            ]
        )
        #expect(
            try home.antrain("history --json").output.contains(
                "did not run between its time and an hour after midnight"
            )
        )
    }

    /// A program activated after today's reminder time never had one queued today; snoozing works nevertheless.
    @Test func aReminderThatWasNeverQueuedCanBeSnoozed() throws {
        let home = try Home.ready(now: "2026-11-23T08:00")
        #expect(try !home.pending().contains("workout/2026-11-23/0730"))
        #expect(try home.antrain("snooze --for 30m").status == 0)
        #expect(try home.pending().contains("workout/2026-11-23/0730/snooze-1"))
        home.now = "2026-11-23T08:30"
        #expect(try home.antrain("deliver").output.contains("Push Day"))
    }

    /// A flight east past a reminder's time puts it into the history; after the flight back its time is in the future again, and
    /// it is sent.
    @Test func aFlightEastIsInTheHistory() throws {
        let home = try Home.ready(now: "2026-11-22T20:00", zone: "America/Los_Angeles")
        try home.antrain("settings --time 20:00")
        home.zone = "Asia/Tokyo"
        home.now = "2026-11-24T08:00"
        try home.antrain("schedule-next")
        #expect(try states(home) == ["workout/2026-11-23/0730 replaced", "workout/2026-11-23/2000 missed"])
        #expect(try home.antrain("history --json").output.contains("the time zone changed to Asia/Tokyo"))
        home.zone = "America/Los_Angeles"
        home.now = "2026-11-23T20:00"
        #expect(try home.antrain("deliver").output.contains("Push Day"))
    }

    @Test func fallbackCyclesAreRefused() throws {
        let home = try Home.ready()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nconfigure:\n  mail: {else: command}\n  command: {else: mail}\n"
        )
        let run = try home.antrain("schedule-next")
        #expect(run.errors.contains("form a cycle: mail → command → mail"), "\(run.errors)")
        #expect(run.errors.contains("settings.yaml:5:"), "\(run.errors)")
    }

    /// One of the user's own reminders appears in the history with its title, also in JSON.
    @Test func theHistoryNamesEachReminder() throws {
        let home = try Home(now: "2026-11-23T08:00")
        try home.antrain("settings --time 07:30")
        try home.antrain(arguments: ["reminder", "add", "Drink water", "--in", "10m"])
        home.now = "2026-11-23T08:10"
        try home.antrain("deliver")
        #expect(try home.antrain("history --json").output.contains("\"title\" : \"Drink water\""))
        #expect(try home.antrain("history").output.contains("Drink water"))
    }

    /// Reminders are turned off in an editor, and the next run only delivers.
    @Test func remindersTurnedOffInAnEditorAreNotDelivered() throws {
        let home = try Home.ready()
        let settings = try home.folder.read(".config/antrain/settings.yaml")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            settings.replacingOccurrences(of: "enabled: on", with: "enabled: off")
        )
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.isEmpty)
        #expect(try home.pending().isEmpty)
    }
}
