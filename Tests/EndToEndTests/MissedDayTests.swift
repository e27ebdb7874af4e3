import Foundation
import TestSupport
import Testing

/// The effect of each missed-day policy, and what `schedule-next` reports.
@Suite struct MissedDayTests {
    private func home(_ policy: String) throws -> Home {
        let home = try Home(now: "2026-11-23T06:00")
        try home.folder.write(
            "mine.yaml",
            """
            antrain: 1
            id: mine
            name: Mine
            days:
              a: {name: A, exercises: [{exercise: Squat, sets: 5x5}]}
              b: {name: B, exercises: [{exercise: Bench, sets: 5x5}]}
              c: {name: C, exercises: [{exercise: Row, sets: 5x5}]}
            schedule: {mode: weekdays, monday: a, wednesday: b, friday: c, on-missed: \(policy)}

            """
        )
        try home.antrain("program activate mine.yaml")
        try home.antrain("settings --time 07:30 --days mon,wed,fri")
        try home.antrain("done")
        // Wednesday's workout has no answer.
        home.now = "2026-11-25T07:30"
        try home.antrain("deliver")
        home.now = "2026-11-26T06:00"
        return home
    }

    @Test(arguments: [
        ("skip", "B (yesterday) was missed and is skipped; next: C (tomorrow)", ["C", "A", "B"]),
        ("shift", "B (yesterday) was missed and moves to tomorrow; later workouts move back", ["B", "C", "A"]),
        (
            "repeat", "B (yesterday) was missed and is repeated tomorrow instead of the planned workout",
            ["B", "A", "B"]
        ),
    ])
    func thePolicyIsAppliedAndReported(policy: String, sentence: String, follows: [String]) throws {
        let home = try home(policy)
        let said = try home.antrain("schedule-next --verbose").output
        #expect(said.contains(sentence), "\(said)")
        let json = try home.antrain("schedule-next --json").output
        #expect(
            json.contains("\"policy\" : \"\(policy)\"")
                && json.contains("\"next\" : {\n        \"date\" : \"2026-11-27\"")
        )
        let pending = try home.antrain("pending --json").output
        let object = try JSONSerialization.jsonObject(with: Data(pending.utf8)) as? [String: Any]
        let bodies = (object?["notifications"] as? [[String: Any]] ?? []).compactMap { $0["body"] as? String }
        #expect(bodies.map { String($0.split(separator: "\n")[0]) } == follows.map { "Today: \($0)" })
        // Under cron there is no problem to report.
        #expect(try home.antrain("schedule-next").errors.isEmpty)
    }

    @Test func completedWorkoutsAreNotMissed() throws {
        let home = try home("shift")
        try home.antrain("done --date 2026-11-25")
        #expect(try missedWorkouts(home) == 0)
        let other = try Home.ready(now: "2026-11-22T20:00")
        other.now = "2026-11-23T07:30"
        try other.antrain("deliver")
        other.now = "2026-11-24T06:00"
        #expect(try missedWorkouts(other) == 0)
    }

    /// The number of workouts, not of reminders, that a planning run reports as missed.
    private func missedWorkouts(_ home: Home) throws -> Int? {
        let run = try home.antrain("schedule-next --json")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        return (object?["missed_workouts"] as? [Any])?.count
    }
}
