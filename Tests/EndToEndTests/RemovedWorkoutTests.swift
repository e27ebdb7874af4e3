import Foundation
import TestSupport
import Testing

/// Workouts that are removed after their reminder was sent get no follow-up and need no answer.
@Suite struct RemovedWorkoutTests {
    /// A home in which Monday's reminder was delivered, with a follow-up at eight.
    private func delivered() throws -> Home {
        let home = try Home.ready()
        try home.antrain("settings follow-up 30m")
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.contains("Today: Push Day"))
        #expect(try home.antrain("--json").output.contains("\"badge\" : 1"))
        home.now = "2026-11-23T07:35"
        return home
    }

    @Test(arguments: [
        "program deactivate push-pull-legs", "pause --until 2026-11-30", "move 2026-11-23 2026-11-24",
        "settings --days wed,fri",
    ])
    func aRemovedWorkoutNeedsNoAnswer(command: String) throws {
        for snoozes in [false, true] {
            let home = try delivered()
            if snoozes { try home.antrain("snooze --for 25m") }
            let run = try home.antrain(command)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try home.antrain("--json").output.contains("\"badge\" : 0"))
            #expect(!(try home.pending().contains { $0.hasPrefix("workout/2026-11-23/") }))
            home.now = "2026-11-23T08:00"
            #expect(try home.antrain("deliver").output.isEmpty)
        }
    }

    @Test func aDeletedReminderNeedsNoAnswer() throws {
        let home = try Home(now: "2026-11-22T08:00")
        try home.antrain("settings follow-up 30m --on")
        try home.antrain(arguments: ["reminder", "add", "Water", "--at", "2026-11-22 09:00"])
        home.now = "2026-11-22T09:00"
        #expect(try home.antrain("deliver").output.contains("Water"))
        #expect(try home.antrain("--json").output.contains("\"badge\" : 1"))
        try home.antrain("reminder delete 1")
        #expect(try home.antrain("--json").output.contains("\"badge\" : 0"))
        home.now = "2026-11-22T09:30"
        #expect(try home.antrain("deliver").output.isEmpty)
    }

    @Test func removedWorkoutsCannotBeSnoozed() throws {
        let home = try delivered()
        try home.antrain("pause --until 2026-11-30")
        let run = try home.antrain("snooze workout/2026-11-23/0730")
        #expect(run.status == 66 && run.errors.contains("is not about a workout that is planned"), "\(run.errors)")
    }
}
