import Foundation
import TestSupport
import Testing

/// Loads that follow from results, from the activation to the next workouts.
@Suite struct ProgressionTests {
    /// A home with a program that trains on Mondays, Wednesdays and Fridays from 2026-11-23 on.
    private func home(_ program: String) throws -> Home {
        let home = try Home(now: "2026-11-22T20:00")
        try home.folder.write("mine.yaml", "antrain: 1\nid: mine\nname: Mine\nrounding: 2.5\n" + program)
        let activated = try home.antrain("program activate mine.yaml")
        #expect(activated.status == 0, "\(activated.errors)")
        return home
    }

    /// Completes the workout of a date in November 2026.
    private func done(_ home: Home, _ day: Int, _ options: String = "") throws {
        home.now = "2026-11-\(day)T18:00"
        let done = try home.antrain("done \(options)")
        #expect(done.status == 0, "\(done.errors)")
    }

    /// The exercises of the next workout with their sets and changes.
    private func next(_ home: Home, _ options: String = "") throws -> String {
        let output = try home.antrain("next --workouts 1 \(options)", environment: ["COLUMNS": "200"]).output
        let lines = output.split(separator: "\n").dropFirst()
        return lines.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: "; ")
    }

    /// The codes of the changes of the next workout.
    private func reasons(_ home: Home) throws -> [String] {
        let output = try home.antrain("next --workouts 1 --json").output
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let workout = try #require((object?["workouts"] as? [[String: Any]])?.first)
        let exercises = workout["exercises"] as? [[String: Any]] ?? []
        return exercises.compactMap { ($0["change"] as? [String: Any])?["reason"] as? String }
    }

    /// Sets that were lowered below those of the file are logged like any others.
    @Test func loweredSetsAreLogged() throws {
        let home = try Home(now: "2026-11-23T08:00")
        try home.folder.write(
            "ladder.yaml",
            """
            antrain: 1
            id: ladder
            name: Ladder
            days:
              a:
                exercises:
                  - {exercise: Squat, sets: 3x5, progression: {type: linear, add: 1 rep, fails: 1}}
                  - {exercise: Plank, sets: 3x60s, progression: {type: linear, add: 5s}}
            schedule: {mode: cycle, cycle: [a]}

            """
        )
        try home.antrain("program activate ladder.yaml")
        #expect(try home.antrain("done --set squat=4,4,4").status == 0)
        home.now = "2026-11-24T08:00"
        let next = try home.antrain("next --workouts 1").output
        #expect(next.contains("3×4     -1 rep: deload, failed once at 5 reps"), "\(next)")
        #expect(next.contains("3×65 s  +5 s: all sets completed"), "\(next)")
        #expect(try home.antrain("done").status == 0)
        home.now = "2026-11-25T08:00"
        #expect(try home.antrain("next --workouts 1").output.contains("3×5     +1 rep: all sets completed"))
        #expect(try home.antrain("next --workouts 1 --json").output.contains("\"unit\" : \"reps\""))
        #expect(try home.antrain("doctor --files").status == 0)
    }

    @Test func aTestedMaxSetsThePercentages() throws {
        let home = try home(
            """
            maxes: {bench-press: 100}
            days:
              volume: {exercises: [{lift: bench-press, sets: 6x6 @ 70%}]}
              test: {exercises: [{lift: bench-press, id: test, sets: 1RM, progression: {type: max-test}}]}
            schedule: {mode: rotation, rotation: [test, volume, volume], on: [mon, wed, fri]}
            """
        )
        try done(home, 23, "--set test=1@107.5")
        #expect(try next(home) == "Bench Press 6×6 @ 75 kg +7.5 kg: tested max 107.5 kg")
        #expect(try reasons(home) == ["max-test"])
        let maxes = try home.antrain("program max").output
        #expect(maxes.contains("bench-press  one-rep max  107.5 kg  tested on 2026-11-23 in Mine"))
        try home.antrain("log edit 1 1@110")
        #expect(try next(home) == "Bench Press 6×6 @ 77.5 kg +10 kg: tested max 110 kg")
        #expect(try home.antrain("program max").output.contains("110 kg  tested"))
        try home.antrain("undo")
        #expect(try next(home) == "Bench Press 6×6 @ 75 kg +7.5 kg: tested max 107.5 kg")
        try done(home, 25)
        #expect(try next(home) == "Bench Press 6×6 @ 75 kg")
        // A new start keeps the tested max.
        home.now = "2026-11-26T08:00"
        #expect(try home.antrain("program activate mine.yaml --replace").status == 0)
        #expect(try home.antrain("next --workouts 2").output.contains("6×6 @ 75 kg"))
    }

    @Test func nextShowsDropAndBackOffSets() throws {
        let home = try home(
            """
            days:
              a: {exercises: [{exercise: Squat, sets: [5 @ 60kg, {sets: 1, reps: 10, load: 40kg, kind: drop}, {sets: 2, reps: 8, load: 50kg, kind: back-off}]}]}
            schedule: {mode: cycle, cycle: [a]}
            """
        )
        #expect(try next(home) == "Squat 5 @ 60 kg, drop 10 @ 40 kg, back-off 2×8 @ 50 kg")
    }

    private static let madcow = """
        days:
          mon: {exercises: [{exercise: Squat, sets: [5 @ 75% of load, 5]}]}
          wed: {exercises: [{exercise: Squat, sets: 2x5 @ 75% of load}]}
          fri:
            exercises:
              - {exercise: Squat, sets: [5 @ 75% of load, 3 @ 102.5% of load], progression: {type: top-set}}
        schedule: {mode: rotation, rotation: [mon, wed, fri], on: [mon, wed, fri]}
        """

    /// After a new start, the load is that of the top set, not of Wednesday's lighter sets.
    @Test func aLighterDayDoesNotDecideTheLoadOfANewStart() throws {
        let home = try home(Self.madcow)
        try home.antrain("program load squat 100kg")
        try done(home, 23)
        try done(home, 25)
        home.now = "2026-11-26T08:00"
        #expect(try home.antrain("program activate mine.yaml --replace").status == 0)
        #expect(try next(home) == "Squat 5 @ 75 kg, 5 @ 100 kg")
    }

    @Test func fridaysTopSetIsMondaysLoad() throws {
        let home = try home(Self.madcow)
        #expect(try home.antrain("next").output.contains("antrain program load squat"))
        try home.antrain("program load squat 100kg")
        #expect(try next(home) == "Squat 5 @ 75 kg, 5 @ 100 kg")
        try done(home, 23)
        try done(home, 25)
        #expect(try next(home) == "Squat 5 @ 75 kg, 3 @ 102.5 kg")
        try done(home, 27, "--set squat=5,3")
        #expect(try next(home) == "Squat 5 @ 77.5 kg, 5 @ 102.5 kg +2.5 kg: top set completed")
        #expect(try reasons(home) == ["top-set"])
        try home.antrain("log edit 3 5@75,2@102.5")
        #expect(try next(home) == "Squat 5 @ 75 kg, 5 @ 100 kg same load: failed once")
        try home.antrain("undo")
        #expect(try next(home) == "Squat 5 @ 77.5 kg, 5 @ 102.5 kg +2.5 kg: top set completed")
    }

    @Test func extraRepetitionsAddAShareOfTheMax() throws {
        let home = try home(
            """
            maxes: {squat: 150}
            days:
              a:
                exercises:
                  - {lift: squat, sets: [3x6 @ 65%, 6+ @ 65%], progression: {type: extra-reps, add: 1%, keep: cycle}}
            weeks: [{repeat: 2}]
            schedule: {mode: rotation, rotation: [a], on: [mon, wed, fri]}
            """
        )
        #expect(try next(home) == "Squat 4×6+ @ 97.5 kg")
        try done(home, 23, "--set squat=6,6,6,11")
        #expect(try next(home) == "Squat 4×6+ @ 105 kg +7.5 kg: 5 repetitions above the target")
        #expect(try reasons(home) == ["extra-reps"])
        try home.antrain("log edit 1 6,6,6,5@97.5")
        #expect(try next(home) == "Squat 4×6+ @ 97.5 kg same load: failed once")
        try home.antrain("undo")
        try done(home, 25)
        #expect(try next(home) == "Squat 4×6+ @ 97.5 kg -7.5 kg: back to the program's percentages")
        #expect(try next(home, "--assume fail-every:1") == next(home))
    }

    @Test func oneRepetitionIsAddedAtATime() throws {
        let home = try home(
            """
            days:
              a: {exercises: [{exercise: Press, sets: 2x2, progression: {type: rep-by-rep, reps: 3, add: 2.5}}]}
            schedule: {mode: rotation, rotation: [a], on: [mon, wed, fri]}
            """
        )
        try home.antrain("program load press 60kg")
        try done(home, 23)
        #expect(try next(home) == "Press 2 @ 60 kg, 3 @ 60 kg same load: all sets completed, so one more repetition")
        #expect(try reasons(home) == ["one-more-rep"])
        try done(home, 25, "--set press=2,2")
        #expect(try next(home) == "Press 2 @ 60 kg, 3 @ 60 kg same load: failed once")
        try home.antrain("log edit 2 2,3@60")
        #expect(try next(home) == "Press 2×3 @ 60 kg same load: all sets completed, so one more repetition")
        try home.antrain("undo")
        #expect(try next(home) == "Press 2 @ 60 kg, 3 @ 60 kg same load: failed once")
        let coming = try home.antrain("next --workouts 3").output
        #expect(coming.contains("2×3 @ 60 kg") && coming.contains("2×2 @ 62.5 kg  +2.5 kg: all sets completed"))
    }

    /// The exercise whose turn it is follows from the log, in 'next', 'done', 'log', 'start', the reminder and 'records'.
    @Test func aFailedExerciseIsReplacedByTheNext() throws {
        let home = try home(
            """
            days:
              a:
                exercises:
                  - exercise: Incline Press
                    sets: 11-15 rest-pause @ 80kg
                    progression: {type: rotate, add: 2.5kg, to: [{exercise: Hammer Press, sets: 8-12 @ 60kg}]}
            schedule: {mode: rotation, rotation: [a], on: [mon, wed, fri]}
            """
        )
        let incline = "Incline Press 11–15 rest-pause @ 80 kg"
        #expect(try next(home) == incline)
        try done(home, 23, "--set incline-press=13")
        let below = "Incline Press 14–15 rest-pause @ 80 kg same load: top of the range not yet reached"
        #expect(try next(home).hasPrefix(below))
        try done(home, 25, "--set incline-press=12")
        let hammer = "Hammer Press 8–12 @ 60 kg rotation: Incline Press failed at 80 kg"
        #expect(try next(home) == hammer)
        #expect(try reasons(home) == ["rotated"])
        // A correction changes whose turn it is, and 'undo' returns it.
        try home.antrain("log edit 2 14@80")
        #expect(try next(home).hasPrefix("Incline Press 15 rest-pause @ 80 kg"))
        try home.antrain("undo")
        #expect(try next(home) == hammer)
        home.now = "2026-11-27T18:00"
        #expect(try home.antrain("today").output.contains("8–12 @ 60 kg  instead of Incline Press"))
        let early = try home.antrain("done --set incline-press=15")
        #expect(early.status == 64, "\(early)")
        #expect(early.errors.contains("the current exercise of this rotation is hammer-press"))
        #expect(try home.antrain("log hammer-press 9").output.contains("Hammer Press"))
        #expect(try home.antrain("today").output.contains("Hammer Press"))
        try done(home, 27)
        #expect(try next(home).hasPrefix("Hammer Press 10–12 @ 60 kg"))
        #expect(try home.antrain("stats records hammer-press").output.contains("60 kg"))
        // What was done stays, even if it was not its turn after a correction.
        try home.antrain("log edit 2 14@80")
        #expect(try home.antrain("today").output.contains("Hammer Press"))
        #expect(try next(home).hasPrefix("Incline Press 15 rest-pause @ 80 kg"))
        try home.antrain("undo")
        try done(home, 30, "--missed hammer-press")
        #expect(
            try next(home)
                == "Incline Press 11–15 rest-pause @ 80 kg rotation: Hammer Press failed at 60 kg"
        )
    }

    /// An exercise of a ladder can be chosen; successes and failures continue from there.
    @Test func theCurrentExerciseOfALadderCanBeChosen() throws {
        let home = try home(
            """
            days:
              a:
                exercises:
                  - exercise: Incline Push-up
                    sets: 2x5-8
                    progression: {type: rotate, advance: success, fails: 1, to: [Push-up, Dip]}
            schedule: {mode: rotation, rotation: [a], on: [mon, wed, fri]}
            """
        )
        #expect(try next(home) == "Incline Push-up 2×5–8")
        let program = try home.antrain("program choose mine").output
        #expect(program.contains("Incline Push-up") && program.contains("Push-up (push-up), Dip (dip)"), "\(program)")
        let dated = try home.antrain("program choose mine incline-push-up dip --date 2026-11-25")
        #expect(dated.status == 64 && dated.errors.contains("a choice in a rotation applies from today on"), "\(dated)")
        let chosen = try home.antrain("program choose mine incline-push-up push-up")
        #expect(chosen.output.contains("Push-up instead of Incline Push-up, from now on"), "\(chosen)")
        #expect(try next(home) == "Push-up 2×5–8")
        #expect(try home.antrain("program choose mine").output.contains("Incline Push-up (incline-push-up), Dip (dip)"))
        try done(home, 23, "--set push-up=8,8")
        #expect(try next(home) == "Dip 2×5–8 exercise changed: Push-up completed")
        try done(home, 25, "--missed dip")
        #expect(try next(home) == "Push-up 2×5–8 exercise changed: Dip failed once")
        #expect(try reasons(home) == ["stepped-back"])
        // A choice after the workout of its date applies, too, and can be undone.
        try home.antrain("program choose mine incline-push-up incline-push-up")
        #expect(try next(home) == "Incline Push-up 2×5–8")
        try home.antrain("undo")
        #expect(try next(home) == "Push-up 2×5–8 exercise changed: Dip failed once")
        try home.antrain("program choose mine incline-push-up dip")
        #expect(try next(home) == "Dip 2×5–8")
        #expect(try home.antrain("program choose mine").output.contains("Push-up (push-up)"))
        try home.antrain("undo")
    }

    @Test func theLoadFollowsTheReportedRPE() throws {
        let home = try home(
            """
            maxes: {squat: 150}
            days:
              a: {exercises: [{lift: squat, sets: 2x5 @ rpe 8, progression: {type: rpe}}]}
            schedule: {mode: rotation, rotation: [a], on: [mon, wed, fri]}
            """
        )
        #expect(try next(home) == "Squat 2×5 @ 122.5 kg up to RPE 8")
        home.now = "2026-11-23T18:00"
        let done = try home.antrain(arguments: ["done", "--set", "squat=5@122.5 rpe 7,5@122.5 rpe 8"])
        #expect(done.status == 0, "\(done.errors)")
        #expect(try next(home) == "Squat 2×5 @ 127.5 kg up to RPE 8 +4.8 kg: top set at RPE 7, target 8")
        #expect(try reasons(home) == ["rpe"])
        try home.antrain(arguments: ["log", "edit", "1", "5@122.5 rpe 9,5@122.5 rpe 9"])
        #expect(try next(home) == "Squat 2×5 @ 117.5 kg up to RPE 8 -2.9 kg: top set at RPE 9, target 8")
        try home.antrain("undo")
        try self.done(home, 25)
        #expect(try next(home) == "Squat 2×5 @ 127.5 kg up to RPE 8 same load: no RPE reported")
        #expect(try reasons(home) == ["unrated"])
    }
}
