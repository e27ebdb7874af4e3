import Foundation
import TestSupport
import Testing

/// Reminders and answers of a user who flies to another time zone.
@Suite struct TravelTests {
    /// A home in which a daily program was activated on Sunday evening.
    private func home(_ time: String, in zone: String) throws -> Home {
        let home = try Home(now: "2026-11-22T23:00", zone: zone)
        try home.folder.write(
            "daily.yaml",
            """
            antrain: 1
            id: daily
            name: Daily
            days: {run: {name: Run, exercises: [{exercise: Squat, sets: 1x5 @ 60kg}]}}
            schedule: {mode: cycle, cycle: [run]}

            """
        )
        try home.antrain("program activate daily.yaml")
        try home.antrain("settings --time \(time)")
        return home
    }

    /// In UTC, the reminder of 19:00 is due for 86 minutes; in Auckland it would be too late for it.
    @Test(arguments: [
        ("settings --time 09:00", "dropped"), ("settings --time 21:00", "replaced"), ("done", nil),
    ])
    func `A command after a flight west misses no reminder that is due by local time`(line: String, state: String?)
        throws
    {
        let home = try home("19:00", in: "Pacific/Auckland")
        home.now = "2026-11-23T14:00"
        try home.antrain("schedule-next")
        home.zone = "UTC"
        home.now = "2026-11-23T20:26"
        try home.antrain(line)
        let history = try home.antrain("history --json").output
        #expect(!history.contains("\"missed\""), "\(history)")
        if let state { #expect(history.contains("\"\(state)\""), "\(history)") }
    }

    @Test func `A reminder that was sent before a flight west is not promised again`() throws {
        let home = try home("22:00", in: "Pacific/Auckland")
        home.now = "2026-11-23T22:00"
        #expect(try home.antrain("schedule-next").output.contains("Run"))
        home.zone = "America/New_York"
        home.now = "2026-11-23T10:00"
        try home.antrain("schedule-next")
        #expect(try home.pending().first == "workout/2026-11-24/2200")
        for view in ["week --json", "today --json"] {
            let text = try home.antrain(view).output
            #expect(text.contains("\"reason\" : \"delivered\"") && !text.contains("11-23/2200"), "\(view): \(text)")
        }
        #expect(try home.antrain("").output.contains("Run, tomorrow at 22:00"))
        home.now = "2026-11-23T22:00"
        #expect(try home.antrain("schedule-next").output.isEmpty)
    }

    /// Unanswered workouts are those of today and of the two days before, by the local date.
    @Test(arguments: [
        ("Pacific/Auckland", "Pacific/Auckland", "2026-11-25T20:00", true),
        ("Pacific/Auckland", "Pacific/Auckland", "2026-11-26T00:30", false),
        ("America/New_York", "America/New_York", "2026-11-25T23:30", true),
        ("America/New_York", "Asia/Tokyo", "2026-11-26T07:00", false),
    ])
    func `Unanswered workouts are listed for two days`(from: String, to: String, now: String, isListed: Bool) throws {
        let home = try home("09:00", in: from)
        home.now = "2026-11-23T09:00"
        #expect(try home.antrain("schedule-next").output.contains("Run"))
        home.zone = to
        home.now = now
        let status = try home.antrain("--json").output
        #expect(status.contains("workout/2026-11-23/0900") == isListed, "\(status)")
    }

    /// After a flight east, 09:00 has passed five hours ago.
    @Test func `A snooze of a missed reminder suggests a reminder instead, which comes`() throws {
        let home = try home("09:00", in: "UTC")
        home.zone = "Asia/Tokyo"
        home.now = "2026-11-23T14:00"
        let run = try home.antrain("snooze --for 38m")
        #expect(run.status == 66 && run.errors.contains("'Run' on 2026-11-23 has no delivered or pending"), "\(run)")
        #expect(run.errors.contains("antrain reminder add Run --in 1h"), "\(run)")
        #expect(try home.antrain("reminder add Run --in 38m").status == 0)
        home.now = "2026-11-23T14:38"
        #expect(try home.antrain("schedule-next").output.contains("Run"))
    }
}
