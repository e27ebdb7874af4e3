import TestSupport
import Testing

/// A workout whose sets are in the training log counts as done without an answer.
@Suite struct EvidenceTests {
    /// Push on Monday and Friday, Pull on Wednesday; the reminders come at 18:00, follow-ups every hour. Each line of a scene is a time
    /// and a command.
    private func home(_ scene: [String], settings: String = "") throws -> Home {
        let home = try Home(now: "2026-11-22T20:00")
        try home.folder.write(
            "gym.yaml",
            """
            antrain: 1
            id: gym
            name: Gym
            days:
              push:
                name: Push
                exercises:
                  - {exercise: Squat, sets: 3x5 @ 60kg, progression: {type: linear, add: 2.5kg}}
                  - {exercise: Bench Press, sets: 2x5 @ 40kg}
                  - {exercise: Biceps Curl, sets: 2x10, optional: true}
              pull:
                name: Pull
                exercises:
                  - {exercise: Deadlift, sets: 1x5 @ 80kg}
                  - {exercise: Barbell Row, sets: 3x8 @ 40kg}
            schedule: {mode: weekdays, monday: push, wednesday: pull, friday: push}

            """
        )
        #expect(try home.antrain("program activate gym.yaml --start 2026-11-23").status == 0)
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: \"18:00\"\nfollow-up: {after: 1h, every: 1h, at-most: 3}\n" + settings
        )
        try home.antrain("schedule-next")
        for line in scene { _ = try at(line, home) }
        return home
    }

    /// Runs a command at a time: `24T00:20 done`.
    private func at(_ line: String, _ home: Home) throws -> Finished {
        let parts = line.split(separator: " ", maxSplits: 1)
        home.now = "2026-11-\(parts[0])"
        let result = try home.antrain(String(parts[1]))
        #expect(result.status == 0, "\(line): \(result.errors)")
        return result
    }

    private static let squats = "23T18:10 log squat 3x5"
    private static let bench = "23T18:30 log bench 2x5"
    private static let curls = "23T18:40 log curl 10,9"

    /// What was logged, a command, and what it says.
    @Test(arguments: [
        ([], "23T18:10 log squat 3x5", "1 of 2 exercises logged; to finish: antrain done"),
        ([squats], "23T18:30 log bench 5", "2 of 2 exercises logged; to finish: antrain done"),
        // Every planned set is logged: the workout is done at once; optional exercises need no sets, and missed repetitions are sets.
        ([squats], "23T18:30 log bench 2x5", "done: Push, every planned set is logged"),
        ([squats], "23T18:30 log bench 5,3", "done: Push, every planned set is logged"),
        ([squats, bench, curls], "23T18:40 why 2026-11-23", "because 2 of 2 exercises are logged"),
        ([squats], "23T18:40 why 2026-11-23", "unanswered, 1 of 2 exercises are logged"),
        ([squats, bench], "23T20:00 today", "already done"),
        // Not every set is logged: at the end of the night.
        ([squats, "23T18:30 log bench 5"], "24T03:59 why 2026-11-23", "unanswered, 2 of 2 exercises are logged"),
        (
            [squats, "23T18:30 log bench 5"], "24T04:00 why 2026-11-23",
            "done, because 2 of 2 exercises are logged (2026-11-24T04:00)"
        ),
        ([squats], "24T09:00 why 2026-11-23", "unanswered, 1 of 2 exercises are logged"),
        // Sets that are logged on the next day.
        ([squats], "24T09:00 log bench 5 --date 2026-11-23", "done: Push"),
        // Warm-ups are no evidence.
        ([squats], "23T18:30 log bench 5 --warm-up", "1 of 2 exercises logged"),
        // What the user says beats the log.
        ([squats, bench], "23T18:40 skip", "skipped: Push (it was done)"),
        ([squats, bench], "23T18:40 done", "done: Push\n"),
        ([squats, bench, "23T18:40 skip"], "23T18:50 why 2026-11-23", "skipped"),
        ([squats, bench, "23T18:40 skip", "23T18:41 undo"], "23T18:50 why 2026-11-23", "because 2 of 2"),
        // Deleting what was logged corrects it.
        ([squats, bench, "23T18:40 log delete 2"], "23T18:50 why 2026-11-23", "1 of 2 exercises"),
        ([squats, bench, "23T18:40 undo"], "23T18:50 why 2026-11-23", "1 of 2 exercises"),
    ])
    func theLogAnswers(scene: [String], line: String, text: String) throws {
        let home = try home(scene)
        let result = try at(line, home)
        #expect(result.output.contains(text), "\(result.output)")
    }

    @Test func remindersStateWhatIsLogged() throws {
        let home = try home(["23T17:30 log squat 3x5"])
        #expect(try at("23T18:00 deliver", home).output.contains("1 of 2 exercises logged"))
        // The follow-up of 19:00 waits until 90 minutes after the last set, and states what is missing.
        _ = try at("23T18:50 log curl 10", home)
        #expect(try at("23T19:30 deliver", home).output.isEmpty)
        #expect(try at("23T20:19 deliver", home).output.isEmpty)
        #expect(try at("23T20:20 deliver", home).output.contains("1 of 2 exercises logged"))
        // The next one is not moved.
        #expect(try at("23T21:00 deliver", home).output.contains("1 of 2 exercises logged"))
        #expect(try home.pending() == ["workout/2026-11-25/1800", "workout/2026-11-27/1800"])
    }

    @Test func completeWorkoutsHaveNoFollowUps() throws {
        let home = try home(["23T18:00 deliver", Self.squats])
        #expect(try home.pending().first?.hasPrefix("workout/2026-11-23/1800") == true)
        _ = try at(Self.bench, home)
        #expect(try home.pending() == ["workout/2026-11-25/1800", "workout/2026-11-27/1800"])
        // Undoing the last set brings them back.
        _ = try at("23T18:31 undo", home)
        #expect(try home.pending().first?.hasPrefix("workout/2026-11-23/1800") == true)
    }

    @Test func undoMakesTheLogNoEvidence() throws {
        let home = try home([Self.squats, "23T18:30 log bench 5"])
        let list = try at("24T09:00 undo --list", home).output
        #expect(list.hasPrefix("1  done: Push, 2026-11-23\n2  log entry: bench-press"), "\(list)")
        #expect(try at("24T09:00 undo", home).output.hasPrefix("undid: done (Push, 2026-11-23)"))
        #expect(try !at("24T09:01 why 2026-11-23", home).output.contains("logged"))
        #expect(try at("24T09:01 log", home).output.contains("Bench Press"))
        // The next change to undo is the one before.
        #expect(try at("24T09:02 undo --list", home).output.hasPrefix("1  log entry: bench-press"))
        // It stays so, whatever is logged, until the user answers.
        _ = try at("24T09:03 log bench 5 --date 2026-11-23", home)
        #expect(try !at("24T09:04 why 2026-11-23", home).output.contains("logged"))
        #expect(try at("24T09:05 done --date 2026-11-23", home).output.hasPrefix("done: Push"))
    }

    @Test func evidenceCanBeTurnedOff() throws {
        let home = try home([Self.squats, Self.bench], settings: "evidence: off\n")
        #expect(try at("23T18:40 today", home).output.contains("due now"))
        #expect(try !at("24T09:00 why 2026-11-23", home).output.contains("logged"))
        #expect(try at("24T09:01 settings evidence on", home).output.contains("evidence: on"))
        #expect(try at("24T09:02 why 2026-11-23", home).output.contains("done, because 2 of 2"))
    }

    /// A rotation continues with the next workout although nobody answered, and the loads follow the log.
    @Test(arguments: ["schedule-next", "deliver"])
    func theNextWorkoutFollows(command: String) throws {
        let home = try Home(now: "2026-11-22T20:00")
        try home.antrain("program activate stronglifts-5x5 --start 2026-11-23")
        try home.antrain("settings --time 07:30")
        for lift in ["squat 5x5@60", "bench-press 5x5@40", "barbell-row 4x5@40"] {
            _ = try at("23T18:00 log \(lift)", home)
        }
        // Not every set is logged, so that the workout is open until the end of the night.
        _ = try at("25T00:01 schedule-next", home)
        home.now = "2026-11-24T03:59"
        try home.antrain("schedule-next")
        #expect(try home.antrain("next --workouts 1").output.contains("Workout A"))
        let reminder = try at("25T07:30 \(command)", home).output
        #expect(reminder.contains("Workout B"), "\(reminder)")
        #expect(try at("25T07:31 today", home).output.contains("5×5 @ 62.5 kg"))
    }

    /// The daemon and a routine run that remembers the last one wake up at the end of the night.
    @Test func routineRunsPlanAtTheEndOfTheNight() throws {
        let home = try home([Self.squats, "23T18:30 log bench 5", "24T00:30 schedule-next", "24T00:40 schedule-next"])
        _ = try at("24T04:00 schedule-next", home)
        #expect(try at("24T04:01 why 2026-11-23", home).output.contains("done, because"))
    }

    /// An import of another app's log: the date's workout, one a day late, and one that was not planned.
    @Test func anImportAnswersPlannedWorkouts() throws {
        let home = try home([])
        let rows = [
            "2026-11-23 18:00:00,Push,Squat (Barbell),1,60,5", "2026-11-23 18:00:00,Push,Squat (Barbell),2,60,5",
            "2026-11-23 18:00:00,Push,Squat (Barbell),3,60,4", "2026-11-23 18:00:00,Push,Bench Press (Barbell),1,40,5",
            "2026-11-23 18:00:00,Push,Bench Press (Barbell),2,40,5",
            "2026-11-24 18:00:00,Legs,Leg Press,1,100,10",
            "2026-11-26 18:00:00,Pull,Deadlift (Barbell),1,80,5", "2026-11-26 18:00:00,Pull,Barbell Row,1,40,8",
        ]
        let header = "Date,Workout Name,Exercise Name,Set Order,Weight (kg),Reps"
        try home.folder.write("strong.csv", ([header] + rows).joined(separator: "\n") + "\n")
        let preview = try at("26T20:00 log import strong.csv", home).output
        #expect(preview.contains("Push (2026-11-23)"), "\(preview)")
        let hint =
            "the exercises of 2026-11-26 are those of Pull, planned for 2026-11-25; to mark it as done: antrain done --date 2026-11-25"
        #expect(preview.contains(hint), "\(preview)")
        #expect(try at("26T20:01 log import strong.csv --apply", home).output.contains("added 5 entries"))
        #expect(try at("26T20:02 why 2026-11-23", home).output.contains("done, because 2 of 2"))
        #expect(try !at("26T20:02 why 2026-11-25", home).output.contains("logged"))
        let again = try at("26T20:03 log import strong.csv --apply", home).output
        #expect(again.contains("already in the log: 5") && !again.contains("added"), "\(again)")
        _ = try at("26T20:04 undo", home)
        #expect(try !at("26T20:05 why 2026-11-23", home).output.contains("done"))
    }
}
