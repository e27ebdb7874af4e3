import TestSupport
import Testing

/// Which workout comes next if answers arrive early, late or are undone. 23 November 2026 is a Monday.
@Suite struct SequenceAnswerTests {
    private func home(_ program: String = "stronglifts-5x5") throws -> Home {
        let home = try Home()
        try home.antrain("program activate \(program)")
        try home.antrain("settings --time 18:00")
        return home
    }

    /// The program days of the coming two weeks.
    private func coming(_ home: Home) throws -> [String] {
        let output = try home.antrain("simulate --days 14 --json").output
        return output.matches(of: /"body" : "Today: Workout ([AB])/).map { String($0.1) }
    }

    private func run(_ home: Home, _ steps: [(now: String, line: String)]) throws {
        for step in steps {
            home.now = "2026-11-" + step.now
            let run = try home.antrain(step.line)
            #expect(run.status == 0, "\(step): \(run)")
        }
    }

    @Test(
        arguments: [
            // A was done, the next A skipped in advance, and B between them missed: B is still due.
            ([("23T19:00", "done"), ("24T08:00", "skip fri"), ("28T08:00", "today")], "B"),
            // Wednesday's A was Monday's, until Monday's turned out to be done.
            ([("25T19:00", "done"), ("25T19:02", "done mon")], "B"),
            // The answer of Monday was undone; that of Wednesday was about B.
            ([("23T19:00", "done"), ("25T19:00", "done"), ("25T19:01", "undo 2")], "A"),
            // Monday turned out to be paused.
            (
                [
                    ("23T19:00", "done"), ("25T19:00", "done"), ("25T19:01", "undo 2"),
                    ("25T19:02", "pause --from 2026-11-23 --until 2026-11-24"),
                ], "A"
            ),
        ] as [([(now: String, line: String)], String)]
    )
    func theWorkoutThatIsStillDueComesNext(steps: [(now: String, line: String)], next: String) throws {
        let home = try home()
        try run(home, steps)
        let week = try home.antrain("week --this").output
        #expect(try coming(home).first == next, "\(week)")
    }

    /// `deliver` alone sends the workout that is due now, as `today` shows it.
    @Test func deliveriesFollowMissedWorkouts() throws {
        let home = try home()
        home.now = "2026-11-23T18:00"
        #expect(try home.antrain("deliver").output.contains("Workout A"))
        home.now = "2026-11-25T18:00"
        let delivered = try home.antrain("deliver").output
        #expect(delivered.contains("Workout A") && !delivered.contains("Workout B"), "\(delivered)")
        #expect(try home.antrain("today").output.contains("Workout A"))
    }

    /// After the workout of the day is logged, a new load is for the next one.
    @Test func aLoadSetAfterTheWorkoutCounts() throws {
        let home = try Home()
        try home.antrain("program activate stronglifts-5x5 --load squat=60kg")
        try home.antrain("settings --time 18:00")
        try run(
            home,
            [("23T17:00", "program load squat 65kg"), ("23T19:00", "done"), ("23T19:05", "program load squat 90kg")]
        )
        #expect(try home.antrain("next").output.contains("90 kg"))
        #expect(try home.antrain("log list").output.contains("65 kg"))
        home.now = "2026-11-25T18:00"
        #expect(try home.antrain("deliver").output.contains("90 kg"))
    }
}
