import Foundation
import TestSupport
import Testing

/// Which workout a command chooses if the user names none.
@Suite struct WorkoutChoiceTests {
    @Test func startAppliesToAWorkout() throws {
        let home = try Home.waiting()
        let run = try home.antrain("start")
        #expect(run.status == 0 && run.output.contains("Bench Press"), "\(run.errors)")
        #expect(try home.antrain("done").output.contains("done: Push Day"))
        #expect(try home.antrain("done").status == 0)
        #expect(try home.antrain("done 1").output.contains("done: Drink water"))
    }

    @Test func todaysWorkoutCanBeStartedBeforeItsReminder() throws {
        let home = try Home.ready()
        try home.antrain("program activate push-pull-legs.yaml --replace --time 18:00")
        try home.antrain(arguments: ["reminder", "add", "Drink water", "--at", "2026-11-23 08:00"])
        home.now = "2026-11-23T08:00"
        #expect(try home.antrain("deliver").output.contains("Drink water"))
        #expect(try home.antrain("start").output.contains("Bench Press"))
    }

    @Test(arguments: ["done", "skip", "start"])
    func aProgramNameMeansItsLatestWorkout(action: String) throws {
        let home = try Home.waiting()
        let run = try home.antrain("\(action) --program push-pull-legs")
        #expect(run.status == 0 && (run.errors + run.output).contains("Push Day"), "\(run.errors)")
        #expect(try home.antrain("\(action) --program gzclp").status == 66)
    }

    @Test func userRemindersCannotBeStarted() throws {
        let home = try Home.waiting()
        let reminder = "reminder/1/2026-11-23/0800"
        let open = try home.antrain("open \(reminder) --json").output
        #expect(open.contains("antrain done \(reminder)") && !open.contains("antrain start"))
        #expect(try home.antrain("open workout/2026-11-23/0730").output.contains("antrain start"))
    }

    /// Programs and exercises are found by their names, in any spelling, wherever a command takes one.
    @Test(arguments: [
        "pause 1w --program 'push pull legs'", "move today tomorrow --program PushPullLegs",
        "next --program 'Push Pull Legs'",
        "program priority 'push pull legs' 2", "program show 'PUSH PULL LEGS'", "program deactivate 'Push Pull Legs'",
        "log bench 5x5@60kg --program 'Push Pull Legs'", "skip --program 'push-pull legs'",
        "program choose 'Push Pull Legs'", "snooze 1 30 min", "snooze 30 min",
    ])
    func programsAreFoundByTheirNames(command: String) throws {
        let home = try Home(now: "2026-11-23T07:30")
        try home.antrain("settings --time 07:30")
        try home.antrain(arguments: ["program", "activate", "Push Pull Legs", "--start", "2026-11-23"])
        try home.antrain("reminder add Tea --in 1m")
        try home.antrain("schedule-next")
        let run = try run(
            "/bin/sh",
            ["-c", "antrain " + command],
            environment: home.environment.merging(["PATH": BuildProducts.folder + ":/usr/bin:/bin"]) { $1 },
            in: home.folder.path
        )
        #expect(run.status == 0, "\(run)")
    }
}
