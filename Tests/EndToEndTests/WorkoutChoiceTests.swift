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
}
