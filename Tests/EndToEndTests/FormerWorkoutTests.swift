import Foundation
import TestSupport
import Testing

/// Workouts of programs that are no longer active can be answered late and corrected. 23 November 2026 is a Monday.
@Suite struct FormerWorkoutTests {
    private static let exercises = "exercises: [{exercise: Squat, sets: 3x5 @ 60kg}]"

    /// A home in which A of the program Fix was reminded of on Monday, and a command replaced or ended Fix on Tuesday.
    private func home(_ change: String, answer: String? = nil) throws -> Home {
        let home = try Home(now: "2026-11-22T20:00")
        try home.folder.write(
            "fix.yaml",
            """
            antrain: 1
            id: fix
            name: Fix
            days: {a: {name: A, \(Self.exercises)}, b: {name: B, \(Self.exercises)}}
            schedule: {mode: weekdays, monday: a, wednesday: b}

            """
        )
        try home.folder.write(
            "cyc.yaml",
            """
            antrain: 1
            id: cyc
            name: Cyc
            days: {x: {name: X, \(Self.exercises)}}
            schedule: {mode: cycle, cycle: [x]}

            """
        )
        for command in ["program activate fix.yaml --start 2026-11-23", "settings --time 09:00", "settings --on"] {
            #expect(try home.antrain(command).status == 0)
        }
        home.now = "2026-11-23T09:00"
        try home.antrain("schedule-next")
        if let answer { #expect(try home.antrain(answer).status == 0) }
        home.now = "2026-11-24T10:00"
        #expect(try home.antrain(change).status == 0)
        home.now = "2026-11-24T10:05"
        return home
    }

    private static let changes = [
        "program activate cyc.yaml --replace", "program activate fix.yaml --replace", "program deactivate fix",
    ]
    private static let ways = ["2026-11-23", "--date 2026-11-23 --program fix", "workout/2026-11-23/0900"]

    private func monday(_ home: Home) throws -> String {
        let lines = try home.antrain("week --this").output.split(separator: "\n")
        return lines.first { $0.contains("23 Nov") }.map { $0.split(separator: " ").joined(separator: " ") } ?? ""
    }

    @Test(arguments: changes, ways)
    func `A workout of a former program can be answered late`(change: String, way: String) throws {
        let home = try home(change)
        let done = try home.antrain("done \(way)")
        #expect(done.status == 0 && done.output.contains("done: A (yesterday)"), "\(done)")
        #expect(try monday(home) == "Mon 23 Nov A already done")
        #expect(try home.antrain("log list").output.contains("3×5"))
        let skipped = try home.antrain("skip \(way)")
        #expect(skipped.output.contains("skipped: A (yesterday; it was done)"), "\(skipped)")
        #expect(try monday(home) == "Mon 23 Nov A you skipped it")
        #expect(try !home.antrain("log list").output.contains("3×5"))
        #expect(try home.antrain("undo").status == 0)
        #expect(try monday(home) == "Mon 23 Nov A already done")
    }

    @Test(arguments: changes)
    func `The answer to a workout of a former program can be corrected`(change: String) throws {
        let home = try home(change, answer: "done")
        #expect(try home.antrain("log list").output.contains("3×5"))
        #expect(try home.antrain("skip 2026-11-23").output.contains("skipped: A (yesterday; it was done)"))
        #expect(try !home.antrain("log list").output.contains("3×5"))
        let corrected = try home.antrain("done 2026-11-23 --set squat=5,5,4")
        #expect(corrected.output.contains("done: A (yesterday; it was skipped)"), "\(corrected)")
        #expect(try home.antrain("log list").output.contains("4 @ 60 kg"))
        #expect(try home.antrain("stats --json").output.filter { !$0.isWhitespace }.contains(#""done":1"#))
    }

    @Test func `Only what names a date or a reminder is about a former program`() throws {
        let home = try home("program activate cyc.yaml --replace")
        #expect(try home.antrain("done").output.contains("done: X"))
        for command in ["done --date today --program fix", "done --date 2026-11-22", "start 2026-11-23"] {
            #expect(try home.antrain(command).status != 0, "\(command)")
        }
        home.now = "2026-11-26T10:00"
        // Fix had ended by then.
        #expect(try home.antrain("done --date 2026-11-25 --program fix").status != 0)
    }

    /// What the views show of Monday.
    private func views(_ home: Home) throws -> [String: String] {
        func object(_ line: String) throws -> [String: Any] {
            let output = try home.antrain(line + " --json").output
            return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        }
        let days = try object("calendar")["days"] as? [[String: Any]] ?? []
        let waiting = try object("")["waiting"] as? [[String: Any]] ?? []
        let why = try object("why 2026-11-23")
        let causes = (why["causes"] as? [[String: Any]])?.compactMap { $0["code"] as? String } ?? []
        return [
            "week": try monday(home),
            "calendar": days.first { $0["date"] as? String == "2026-11-23" }?["state"] as? String ?? "",
            "status": waiting.compactMap { $0["name"] as? String }.joined(separator: ","),
            "bar": String(try home.antrain("--format tmux").output.prefix(2)),
            "why": "\(causes.contains("workout"))",
        ]
    }

    @Test(arguments: changes)
    func `Every view shows a missed workout of a former program`(change: String) throws {
        let shown = [
            "week": "Mon 23 Nov A unanswered", "calendar": "missed", "status": "A", "bar": "1!", "why": "true",
        ]
        #expect(try views(home(change)) == shown)
        // As before the change, and as after an answer and its undo.
        let home = try home(change)
        #expect(try home.antrain("skip 2026-11-23").status == 0)
        #expect(try views(home)["status"] == "")
        #expect(try home.antrain("undo").status == 0)
        #expect(try views(home) == shown)
        #expect(try home.antrain("undo").status == 0)
        #expect(try views(home).filter { $0.key != "bar" } == shown.filter { $0.key != "bar" })
    }

    @Test func `The views list the exercises of a former program's workout`() throws {
        let home = try home("program deactivate fix", answer: "done")
        let week = try home.antrain("week --this --json").output.filter { !$0.isWhitespace }
        #expect(week.contains(#""exercise":"squat""#) || week.contains(#""name":"Squat""#), "\(week)")
    }
}
