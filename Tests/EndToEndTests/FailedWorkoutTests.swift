import Foundation
import TestSupport
import Testing

/// `on-failure`: the repetition is recorded with the failed result, and nothing but that result and the user changes it.
@Suite struct FailedWorkoutTests {
    /// A home with a program of two days and two weeks that trains on Mondays, Wednesdays and Fridays from 2026-11-23 on.
    private func home(_ schedule: String) throws -> Home {
        let home = try Home(now: "2026-11-22T20:00")
        try home.folder.write(
            "mine.yaml",
            """
            antrain: 1
            id: mine
            name: Mine
            weeks: [{}, {exercises: {squat: 3x3 @ 70kg}}]
            days:
              a: {exercises: [{exercise: Squat, sets: 3x5 @ 60kg}, {exercise: Row, sets: 2x5 @ 40kg}]}
              b: {exercises: [{exercise: Bench Press, sets: 3x5 @ 40kg}]}
            schedule: {mode: rotation, rotation: [a, b], on: [mon, wed, fri], \(schedule)}
            """
        )
        let activated = try home.antrain("program activate mine.yaml")
        #expect(activated.status == 0, "\(activated.errors)")
        return home
    }

    @discardableResult private func run(_ home: Home, _ day: Int, _ command: String) throws -> String {
        home.now = "2026-11-\(day)T18:00"
        let run = try home.antrain(command, environment: ["COLUMNS": "300"])
        #expect(run.status == 0, "\(run.errors)")
        return run.output
    }

    /// The first exercise of the next workout.
    private func next(_ home: Home) throws -> String {
        let lines = try home.antrain("next --workouts 1", environment: ["COLUMNS": "200"]).output.split(separator: "\n")
        return lines.dropFirst().first.map { $0.split(separator: " ").joined(separator: " ") } ?? ""
    }

    private let squats = "Squat 3×5 @ 60 kg"
    private let heavySquats = "Squat 3×3 @ 70 kg"
    private let bench = "Bench Press 3×5 @ 40 kg"

    @Test func theWeekIsRepeated() throws {
        let home = try home("on-failure: repeat-week")
        #expect(!(try run(home, 23, "done").contains("week 1")))
        let failed = try run(home, 25, "done --set bench-press=5,5,4")
        #expect(failed.contains("not every set was completed, so Mine continues with week 1 tomorrow"), "\(failed)")
        #expect(try next(home) == squats)
        #expect(try run(home, 25, "why 2026-11-27").contains("Mine continues with week 1 from"))
        try run(home, 25, "undo")
        #expect(try run(home, 25, "done").contains("done"))
        #expect(try next(home) == heavySquats)
        try run(home, 25, "undo")
        let json = try run(home, 25, "done --set bench-press=5,5,4 --json")
        let result = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let continued = try #require((result["continued"] as? [[String: Any]])?.first)
        #expect(continued["week"] as? Int == 1 && continued["date"] as? String == "2026-11-26", "\(json)")
        try run(home, 25, "undo")
        try run(home, 25, "redo")
        #expect(try next(home) == squats)
    }

    /// Until a later workout is answered, a correction begins the repetition or ends it; then it changes no dates.
    @Test func aCorrectedResultCounts() throws {
        let home = try home("on-failure: repeat-week")
        try run(home, 23, "done")
        try run(home, 25, "done --set bench-press=5,5,4")
        #expect(try run(home, 26, "log edit 3 5,5,5").contains("Mine goes on as planned"))
        #expect(try next(home) == heavySquats)
        try run(home, 26, "undo")
        #expect(try next(home) == squats)
        // Another correction of a failure is no second repetition.
        #expect(!(try run(home, 26, "log edit 3 5,5,3").contains("week 1")))
        try run(home, 26, "log edit 3 5,5,5")
        #expect(try run(home, 26, "log edit 3 5,5,2").contains("Mine continues with week 1 today"))
        #expect(try next(home) == squats)
        try run(home, 27, "done")
        #expect(!(try run(home, 27, "log edit 3 5,5,5").contains("goes on")))
        #expect(try next(home) == bench)
        try run(home, 30, "done")
        #expect(try next(home) == heavySquats)
    }

    /// The user's own choice takes precedence, whatever is corrected.
    @Test func theUserDecides() throws {
        let home = try home("on-failure: repeat-week")
        try run(home, 23, "done --missed squat")
        #expect(try next(home) == squats)
        try run(home, 23, "program go-to 2 --date 2026-11-25")
        #expect(try next(home) == heavySquats)
        try run(home, 24, "log edit 1 5,5,5")
        #expect(try next(home) == heavySquats)
        try run(home, 24, "log edit 1 5,5,1")
        #expect(try next(home) == heavySquats)
    }

    /// An unanswered repetition stays due.
    @Test func aRepetitionWaits() throws {
        let home = try home("on-failure: repeat-workout, advance: on-completion")
        #expect(try run(home, 23, "done --missed row").contains("so Mine continues with A of week 1 tomorrow"))
        try run(home, 26, "schedule-next")
        #expect(try next(home) == squats)
        try run(home, 27, "done")
        #expect(try next(home) == bench)
        // A late result repeats the workout from today on.
        home.now = "2026-12-02T08:00"
        let late = try home.antrain("done --date 2026-11-30 --missed bench-press")
        #expect(late.output.contains("continues with B of week 1 today"), "\(late)")
        #expect(try next(home) == bench)
    }

    /// Sets that are logged one by one fail when the exercise is complete, or the workout done.
    @Test func loggedSetsFail() throws {
        let home = try home("on-failure: repeat-week")
        try run(home, 23, "done")
        #expect(!(try run(home, 25, "log add bench-press 5,4").contains("week 1")))
        #expect(try next(home) == bench)
        #expect(try run(home, 25, "done").contains("Mine continues with week 1 tomorrow"))
        try run(home, 25, "undo")
        #expect(try next(home) == bench)
        #expect(try run(home, 25, "log add bench-press 4").contains("Mine continues with week 1 tomorrow"))
        #expect(try next(home) == squats)
    }

    /// Assumed failures are repeated in the preview.
    @Test func assumedFailuresAreRepeated() throws {
        let home = try home("on-failure: repeat-workout")
        let preview = try run(home, 22, "next --workouts 6 --assume fail-every:2")
        let names = preview.split(separator: "\n").filter { $0.contains("2026-") || $0.contains("Mine") }
        #expect(
            names.map { $0.contains("  A") || $0.contains(": A") } == [true, false, true, true, false, false],
            "\(preview)"
        )
    }
}
