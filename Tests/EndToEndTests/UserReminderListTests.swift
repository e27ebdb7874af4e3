import Foundation
import TestSupport
import Testing

/// The list of the user's own reminders agrees with the deliveries.
@Suite struct UserReminderListTests {
    private func entry(_ home: Home) throws -> [String: Any] {
        let output = try home.antrain("reminder list --json").output
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        return try #require((object?["reminders"] as? [[String: Any]])?.first)
    }

    @Test func aCancelledDateIsNotTheNext() throws {
        let home = try Home(now: "2026-11-22T20:00")
        try home.antrain("settings --on")
        try home.antrain(arguments: ["reminder", "add", "Water", "--at", "2026-11-23 08:00", "--repeat", "daily"])
        #expect(try entry(home)["next_date"] as? String == "2026-11-23")
        try home.antrain("cancel 1")
        #expect(try entry(home)["next_date"] as? String == "2026-11-24")
        #expect(try entry(home)["cancelled_dates"] as? [String] == ["2026-11-23"])
        #expect(try home.antrain("reminder list").output.contains("Tue 24 Nov"))
        try home.antrain("undo")
        #expect(try entry(home)["next_date"] as? String == "2026-11-23")
    }

    @Test func aCancelledSingleReminderIsCancelled() throws {
        let home = try Home(now: "2026-11-22T20:00")
        try home.antrain("settings --on")
        try home.antrain(arguments: ["reminder", "add", "Water", "--at", "2026-11-23 08:00"])
        try home.antrain("cancel 1")
        let reminder = try entry(home)
        #expect(reminder["state"] as? String == "cancelled" && reminder["next_date"] == nil)
        #expect(try home.antrain("reminder list").output.contains("cancelled"))
    }

    @Test func aSkippedTimeIsShownAsItsActualTime() throws {
        let home = try Home(now: "2027-03-27T20:00")
        try home.antrain("settings --on")
        let added = try home.antrain(arguments: ["reminder", "add", "Bread", "--at", "2027-03-28 02:30"])
        #expect(added.output.contains("03:30 (The clocks skip 02:30"), "\(added)")
        let list = try home.antrain("reminder list", environment: ["COLUMNS": "200"]).output
        #expect(
            list.contains("tomorrow at 03:30 (The clocks skip 02:30 that night, so this reminder is sent at 03:30)"),
            "\(list)"
        )
        #expect(try entry(home)["at"] as? String == "2027-03-28T02:30")
        #expect(try entry(home)["next_at"] as? String == "2027-03-28T03:30")
    }

    @Test func aDeletionCanBeUndone() throws {
        let home = try Home(now: "2026-11-22T20:00")
        try home.antrain("settings --on")
        try home.antrain(arguments: ["reminder", "add", "Water", "--at", "2026-11-23 08:00", "--repeat", "daily"])
        let before = (try home.pending(), try home.antrain("reminder list").output)
        try home.antrain("skip 1")
        try home.antrain("reminder delete 1")
        #expect(try home.pending().isEmpty)
        let undo = try home.antrain("undo")
        #expect(undo.output.contains("undid: deleted (Water)"), "\(undo)")
        // The skip is still in effect.
        #expect(try home.pending() == Array(before.0.dropFirst()))
        #expect(try home.antrain("undo").output.contains("undid: skipped (Water"))
        #expect(try home.pending() == before.0)
        #expect(try home.antrain("reminder list").output == before.1)
        #expect(try home.antrain("undo").output.contains("undid: added reminder (Water)"))
        #expect(try home.pending().isEmpty)
    }
}
