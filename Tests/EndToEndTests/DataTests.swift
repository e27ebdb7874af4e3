import Foundation
import TestSupport
import Testing

/// The JSON and the text of results contain the same information.
@Suite struct DataTests {
    private func object(_ run: Finished) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any], "\(run.errors)")
    }

    /// A value of the first subject of an action.
    private func subject(_ action: [String: Any]?, _ key: String) -> String? {
        (action?["subjects"] as? [[String: Any]])?.first?[key] as? String
    }

    @Test func dataSaysWhatTheTextSays() throws {
        let home = try Home()
        let activated = try object(try home.antrain("program activate push-pull-legs --start 2026-11-23 --json"))
        #expect(subject(activated, "program") == "push-pull-legs" && activated["start"] as? String == "2026-11-23")
        try home.antrain("settings --time 07:30 --days mon,wed,fri")
        let tomorrow = try object(try home.antrain("today tomorrow --json"))
        let reminder = (tomorrow["notifications"] as? [[String: String]])?.first
        #expect(reminder?["id"] == "workout/2026-11-23/0730" && reminder?["fire_at"] == "2026-11-23T07:30")
        let added = try object(
            try home.antrain(arguments: ["reminder", "add", "Gym bag", "--at", "2026-11-23 19:00", "--json"])
        )
        let own = added["reminder"] as? [String: Any]
        #expect(own?["number"] as? Int == 1 && own?["title"] as? String == "Gym bag")
        #expect(own?["at"] as? String == "2026-11-23T19:00")
        let moved = try object(try home.antrain("move 2026-11-25 2026-11-26 --json"))
        #expect(moved["target_date"] as? String == "2026-11-26")
        let undone = try object(try home.antrain("undo --json"))["undone"] as? [String: Any]
        #expect(undone?["action"] as? String == "moved" && subject(undone, "date") == "2026-11-25")
        let cancelled = try object(try home.antrain("cancel workout/2026-11-23/0730 --json"))
        #expect(cancelled["cancelled"] as? [String] == ["workout/2026-11-23/0730"])
        #expect(subject(cancelled, "notification") == "workout/2026-11-23/0730")
        let deactivated = try object(try home.antrain("program deactivate push-pull-legs --json"))
        #expect(subject(deactivated, "program") == "push-pull-legs")
        #expect(deactivated["action"] as? String == "deactivated")
    }

    @Test func undoSpeaksInTitles() throws {
        let home = try Home.ready()
        try home.antrain(arguments: ["reminder", "add", "Gym bag", "--at", "2026-11-23 07:00"])
        home.now = "2026-11-23T08:00"
        try home.antrain("deliver")
        try home.antrain("reminder done 1")
        #expect(try home.antrain("undo").output.contains("(Gym bag, 2026-11-23)"))
        try home.antrain("done --date today")
        #expect(try home.antrain("undo").output.contains("(Push Day, 2026-11-23)"))
        try home.antrain("cancel workout/2026-11-25/0730")
        let cancelled = try home.antrain("undo").output
        #expect(cancelled.contains("(Pull Day, 2026-11-25)") && !cancelled.contains("workout/"), "\(cancelled)")
    }
}
