import Foundation
import TestSupport
import Testing

/// Bugs of other reminder programs, each with a test that antrain does not have it.
@Suite struct KnownTrapsTests {
    @Test func answersPersistAcrossRuns() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T05:00"
        try home.antrain("done")
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.isEmpty)
    }

    /// West of Greenwich, the evening belongs to the next day in UTC.
    @Test func dateKeysAreNotInUTC() throws {
        let home = try Home(now: "2026-11-23T20:00", zone: "America/Los_Angeles")
        try home.antrain("program activate push-pull-legs --start 2026-11-23")
        try home.antrain("settings --time 21:00")
        #expect(try home.pending().first == "workout/2026-11-23/2100")
        #expect(try home.antrain("done --json").output.contains("\"date\" : \"2026-11-23\""))
        #expect(try home.pending().first == "workout/2026-11-25/2100")
    }

    @Test func travelDoesNotShiftTheReminder() throws {
        let home = try Home.ready()
        let before = try home.pending()
        for zone in ["Asia/Tokyo", "America/Los_Angeles", "Pacific/Auckland", "Europe/Berlin"] {
            home.zone = zone
            let run = try home.antrain("schedule-next --verbose")
            #expect(run.output.contains("0 added, 0 cancelled"), "\(run.output)")
            #expect(try home.pending() == before)
            #expect(try home.antrain("pending --json").output.contains("\"fire_at\" : \"2026-11-23T07:30\""))
        }
    }

    @Test func anUpdateOfTheProgramKeepsItsReminders() throws {
        let home = try Home()
        let text = try String(contentsOfFile: BuildProducts.package + "Programs/push-pull-legs.yaml", encoding: .utf8)
        try home.folder.write("mine.yaml", text)
        try home.antrain("program activate mine.yaml")
        try home.antrain("settings --time 07:30")
        let before = try home.pending()
        try home.folder.write("mine.yaml", text.replacing("name: Push Day", with: "name: Pushing"))
        #expect(try home.antrain("schedule-next --verbose").output.contains("0 added, 0 cancelled, 2 kept, 1 updated"))
        #expect(try home.pending() == before)
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.contains("Today: Pushing"))
    }

    @Test func aSnoozeKeepsItsFollowUp() throws {
        let home = try Home.ready()
        try home.antrain("settings follow-up 30m")
        home.now = "2026-11-23T07:30"
        try home.antrain("deliver")
        try home.antrain("snooze --for 15m")
        home.now = "2026-11-23T07:45"
        #expect(try home.antrain("deliver").output.contains("Today: Push Day"))
        home.now = "2026-11-23T08:15"
        #expect(try home.antrain("deliver").output.contains("Still to do"))
    }

    @Test func aSkipIsRecorded() throws {
        let home = try Home.ready()
        try home.antrain("skip --date 2026-11-25")
        #expect(try home.antrain("week").output.contains("you skipped it"))
        for _ in 0..<3 { try home.antrain("schedule-next") }
        #expect(!(try home.pending().contains("workout/2026-11-25/0730")))
    }

    /// On a day of 25 hours, 86,400 seconds after half past midnight it is still the same day.
    @Test(arguments: [
        ("Europe/Berlin", "2026-10-25T00:30", "Mon 26 Oct"), ("Europe/Berlin", "2026-03-28T23:30", "Sun 29 Mar"),
        ("America/New_York", "2026-11-01T00:10", "Mon 2 Nov"), ("Australia/Lord_Howe", "2026-04-05T00:10", "Mon 6 Apr"),
    ])
    func tomorrowIsACalendarDay(zone: String, now: String, expected: String) throws {
        let home = try Home(now: now, zone: zone)
        try home.antrain("program activate push-pull-legs")
        #expect(try home.antrain("today tomorrow").output.hasPrefix("Tomorrow, \(expected)"))
    }

    @Test func aPausedHabitIsSilent() throws {
        let home = try Home.ready()
        try home.antrain("pause")
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("schedule-next").output.isEmpty)
        home.now = "2026-12-07T07:30"
        #expect(try home.antrain("schedule-next").output.isEmpty)
        try home.antrain("resume --on tomorrow")
        #expect(try home.pending().first == "workout/2026-12-09/0730")
    }

    @Test func aWeekOfSleepCausesNoFlood() throws {
        let home = try Home.ready()
        try home.antrain("settings rest-days on --days all")
        home.now = "2026-11-30T07:31"
        let output = try home.antrain("schedule-next").output
        #expect(output.components(separatedBy: "Workout Time!").count == 2, "\(output)")
        #expect(!output.contains("Rest Day"))
        #expect(try home.antrain("history").output.contains("missed"))
    }

    @Test func aRestartChangesNoTimes() throws {
        let home = try Home.ready()
        let before = try home.antrain("pending --json").output
        for hour in 10..<14 {
            home.now = "2026-11-22T\(hour):00"
            try home.antrain("schedule-next")
        }
        #expect(try home.antrain("pending --json").output == before)
    }

    /// The machine was off at the reminder's time; afterwards its clock is set back past that time.
    @Test func aReminderMissedDuringARebootIsDeliveredLateOnce() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T09:10"
        let output = try home.antrain("schedule-next").output
        #expect(output.contains("Today: Push Day") && output.contains("1 h 40 min late"), "\(output)")
        home.now = "2026-11-23T07:00"
        #expect(try home.antrain("schedule-next").output.isEmpty)
        // By the corrected clock its time was still in the future.
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("schedule-next").output.contains("Today: Push Day"))
        home.now = "2026-11-23T07:31"
        #expect(try home.antrain("schedule-next").output.isEmpty)
    }

    @Test func aFailedRunCancelsNothing() throws {
        let home = try Home.ready()
        let before = try home.pending()
        try home.folder.write(".config/antrain/settings.yaml", "time: [\n")
        try home.antrain("schedule-next")
        try home.antrain("schedule-next", environment: ["TZ": "Nowhere/Town"])
        try home.folder.write(".config/antrain/settings.yaml", "enabled: on\ntime: \"07:30\"\ndays: [mon, wed, fri]\n")
        #expect(try home.pending() == before)
    }
}
