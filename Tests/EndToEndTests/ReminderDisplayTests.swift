import Foundation
import TestSupport
import Testing

/// The display of reminders by commands.
@Suite struct ReminderDisplayTests {
    /// One of the user's own reminders is listed by its title, not by its notes.
    @Test func userRemindersAreListedByTitle() throws {
        let home = try Home.waiting()
        let next = "reminder/1/2026-11-24/0800"
        #expect(try home.antrain("history").output.contains("Drink water"))
        #expect(try home.antrain("pending").output.contains("Drink water"))
        #expect(try home.antrain("snooze 1").output.contains("snoozed Drink water until"))
        #expect(try home.antrain("cancel \(next)").output.contains("Drink water"))
        home.now = "2026-11-27T23:00"
        #expect(try home.antrain("deliver --verbose").output.contains("Drink water"))
        for line in ["pending", "history"] { #expect(!(try home.antrain(line).output.contains("A big glass"))) }
    }

    @Test func theNextDateIsInTheFuture() throws {
        let home = try Home.waiting()
        #expect(try home.antrain("reminder list").output.contains("next tomorrow"))
        #expect(try home.antrain("reminder list --json").output.contains("\"next_date\" : \"2026-11-24\""))
        home.now = "2026-11-24T06:00"
        #expect(try home.antrain("reminder list").output.contains("next today"))
        try home.antrain("reminder done 1")
        #expect(try home.antrain("reminder list --json").output.contains("\"next_date\" : \"2026-11-25\""))
    }

    @Test func linkedRemindersShowTheirTime() throws {
        let open = try Home.waiting().antrain("open reminder/1/2026-11-23/0800 --json").output
        #expect(open.contains("\"fire_at\" : \"2026-11-23T08:00\""))
    }

    @Test(arguments: ["pending", "history"], ["9223372036854775807", "0", "-1", "1000001"])
    func limitsHaveARange(command: String, limit: String) throws {
        let run = try Home.waiting().antrain("\(command) --limit=\(limit)")
        #expect(run.status == 64 && run.errors.contains("from 1 to 1000000"), "\(run)")
    }
}
