import Foundation
import TestSupport
import Testing

/// `on-failure`: the repetition is recorded with the failed result, only a correction of that result or the user changes it.
@Suite struct FailedWorkoutTests {
    /// A home with a program of two weeks and two days that trains from Monday, 2026-11-23, on; by default, on three weekdays in turn.
    private func home(_ policy: String, _ mode: String = "rotation, rotation: [a, b], on: [mon, wed, fri]") throws
        -> Home
    {
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
            schedule: {mode: \(mode), \(policy)}
            """
        )
        let activated = try home.antrain("program activate mine.yaml --start 2026-11-23")
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
        #expect(
            failed.contains("not every set was completed, so Mine continues with A of week 1 Fri 27 Nov"),
            "\(failed)"
        )
        #expect(try next(home) == squats)
        #expect(
            try run(home, 25, "why 2026-11-27").contains(
                "Mine repeats workouts from 2026-11-26 on, because not every set was completed on 2026-11-25"
            )
        )
        try run(home, 25, "undo")
        #expect(try run(home, 25, "done").contains("done"))
        #expect(try next(home) == heavySquats)
        try run(home, 25, "undo")
        let json = try run(home, 25, "done --set bench-press=5,5,4 --json")
        let result = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let continued = try #require((result["continued"] as? [[String: Any]])?.first)
        #expect(continued["week"] as? Int == 1 && continued["date"] as? String == "2026-11-27", "\(json)")
        try run(home, 25, "undo")
        try run(home, 25, "redo")
        #expect(try next(home) == squats)
    }

    /// Until a later workout is answered, a correction begins the repetition or ends it; then it changes no dates.
    @Test func aCorrectionBeginsOrWithdrawsTheRepetition() throws {
        let home = try home("on-failure: repeat-week")
        try run(home, 23, "done")
        try run(home, 25, "done --set bench-press=5,5,4")
        #expect(try run(home, 26, "log edit 3 5,5,5").contains("Mine continues as planned"))
        #expect(try next(home) == heavySquats)
        try run(home, 26, "undo")
        #expect(try next(home) == squats)
        // Another correction of a failure is no second repetition.
        #expect(!(try run(home, 26, "log edit 3 5,5,3").contains("week 1")))
        try run(home, 26, "log edit 3 5,5,5")
        #expect(try run(home, 26, "log edit 3 5,5,2").contains("Mine continues with A of week 1 tomorrow"))
        #expect(try next(home) == squats)
        try run(home, 27, "done")
        #expect(!(try run(home, 27, "log edit 3 5,5,5").contains("as planned")))
        #expect(try next(home) == bench)
        try run(home, 30, "done")
        #expect(try next(home) == heavySquats)
    }

    /// A correction counts until the next workout is answered, however many days later; the log names the action.
    @Test func aCorrectionCountsDaysLater() throws {
        let home = try home("on-failure: repeat-week")
        try run(home, 25, "done --date 2026-11-23 --missed squat")
        #expect(try next(home) == squats)
        #expect(try run(home, 26, "log edit 1 5,5,5").contains("continues as planned"))
        #expect(try run(home, 26, "undo --list").contains("week changed") == false, "the log names the action")
        #expect(try next(home) == heavySquats)
        try run(home, 26, "undo")
        #expect(try next(home) == bench)
        // An entry that moves to another date is corrected, too.
        #expect(try run(home, 26, "log edit 1 --date 2026-11-22").contains("continues as planned"))
    }

    /// The user's own choice takes precedence, whatever is corrected.
    @Test func goToOverridesTheRepetition() throws {
        let home = try home("on-failure: repeat-week")
        try run(home, 23, "done --missed squat")
        #expect(try next(home) == squats)
        try run(home, 23, "program go-to 2 --date 2026-11-25")
        #expect(try next(home) == heavySquats)
        try run(home, 24, "log edit 1 5,5,5")
        #expect(try next(home) == heavySquats)
        try run(home, 24, "log edit 1 5,5,1")
        #expect(try next(home) == heavySquats)
        // Also if it is the same place.
        try run(home, 24, "program repeat-week")
        try run(home, 24, "log edit 1 5,5,5")
        #expect(try next(home) == squats)
    }

    /// A place that the user chose for a later date stays.
    @Test func aLaterChoiceStays() throws {
        let home = try home("on-failure: repeat-workout")
        try run(home, 23, "program go-to 2 --date 2026-11-30")
        #expect(try run(home, 23, "done --missed squat").contains("continues with A of week 1 Wed 25 Nov"))
        #expect(try next(home) == squats)
        home.now = "2026-11-29T08:00"
        #expect(try next(home) == heavySquats)
    }

    /// With fixed weekdays, one repetition follows all failures of the seven days.
    @Test func aWeekIsRepeatedOnce() throws {
        let home = try home("on-failure: repeat-week", "weekdays, monday: a, thursday: b")
        for (day, line) in [(23, "done --missed squat"), (26, "done --missed bench-press"), (26, "log edit 3 5,5,5")] {
            try run(home, day, line)
        }
        #expect(try next(home) == squats)
    }

    /// A cycle repeats the workout after its rest days, however a pause moves them.
    @Test func aPausedCycleRepeatsTheWorkout() throws {
        let home = try home("on-failure: repeat-week", "cycle, cycle: [a, b, rest, rest]")
        try home.antrain("settings --time 19:00")
        try run(home, 23, "done")
        #expect(try run(home, 24, "done --missed bench-press").contains("continues with A of week 1 Fri 27 Nov"))
        try run(home, 24, "pause --from 2026-11-25 --until 2026-11-26")
        let next = try home.antrain("next --workouts 2", environment: ["COLUMNS": "200"]).output
        let dates = next.split(separator: "\n").filter { $0.contains("2026-11") }
        #expect(dates.count == 2 && dates[0].contains("2026-11-29: A") && dates[1].contains("2026-11-30: B"), "\(next)")
        #expect(try run(home, 25, "log edit 3 5,5,5").contains("continues as planned"))
    }

    /// A reminder that the repetition removes names it.
    @Test func removedRemindersNameTheRepetition() throws {
        let home = try home("on-failure: repeat-workout", "cycle, cycle: [a, rest, b, a, rest, rest]")
        try home.antrain("settings --time 19:00")
        for (day, line) in [(23, "done"), (25, "done"), (26, "done --missed row")] { try run(home, day, line) }
        let why = try run(home, 26, "why 2026-12-01")
        #expect(why.contains("Rest Day") && why.contains("Mine continues at another point"), "\(why)")
    }

    /// An import says what follows, too.
    @Test func anImportedFailureRepeats() throws {
        let home = try home("on-failure: repeat-week")
        try run(home, 23, "done")
        let sets = [5, 2, 2].enumerated().map { number, reps in
            "2026-11-25 18:00:00,B,1h,Bench Press (Barbell),\(number + 1),40,\(reps),0,0,,,\n"
        }
        let columns =
            "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE"
        try home.folder.write("log.csv", columns + "\n" + sets.joined())
        home.now = "2026-11-26T18:00"
        let run = try home.antrain("log import log.csv --unit kg --apply", environment: ["COLUMNS": "300"])
        #expect((run.output + run.errors).contains("Mine continues with A of week 1 tomorrow"), "\(run)")
    }

    /// An unanswered repetition stays due.
    @Test func aRepetitionWaits() throws {
        let home = try home("on-failure: repeat-workout, advance: on-completion")
        #expect(try run(home, 23, "done --missed row").contains("so Mine continues with A of week 1 Wed 25 Nov"))
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
        #expect(try run(home, 25, "done").contains("Mine continues with A of week 1 Fri 27 Nov"))
        try run(home, 25, "undo")
        #expect(try next(home) == bench)
        #expect(try run(home, 25, "log add bench-press 4").contains("Mine continues with A of week 1 Fri 27 Nov"))
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
