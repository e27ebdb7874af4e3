import Foundation
import TestSupport
import Testing

/// A time of day of a program day, from the file to the delivery.
@Suite struct DayTimeTests {
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        days:
          push: {time: "18:00", exercises: [{exercise: Press, sets: 3x5}]}
          pull: {exercises: [{exercise: Row, sets: 3x5}]}
        schedule: {mode: weekdays, monday: push, wednesday: pull}

        """

    private func home(_ options: String = "") throws -> Home {
        let home = try Home(now: "2026-11-22T12:00")
        try home.folder.write("mine.yaml", Self.program)
        try home.antrain("settings --on --time 07:30")
        try home.antrain("settings follow-up 30m")
        #expect(try home.antrain("program activate mine.yaml \(options)").status == 0)
        return home
    }

    @Test func everyCommandStatesTheTimeOfTheDay() throws {
        let home = try home()
        try home.antrain("reminder add Bag --before-workout 2h")
        #expect(
            try home.pending() == [
                "reminder/1/2026-11-23/1800-2h", "workout/2026-11-23/1800", "reminder/1/2026-11-25/0730-2h",
                "workout/2026-11-25/0730",
            ]
        )
        for line in ["week", "pending", "simulate --days 2", "why 2026-11-23", "program show mine"] {
            let run = try home.antrain(line)
            #expect(run.status == 0 && run.output.contains("18:00"), "\(line): \(run)")
        }
        #expect(try home.antrain("why 2026-11-23").output.contains("reminder time of Push: 18:00"))
        #expect(try !home.antrain("why 2026-11-25").output.contains("18:00"))
        #expect(try home.antrain("program show mine --json").output.contains("\"time\" : \"18:00\""))
        #expect(try home.antrain("export ics --days 7 --alarms -").output.contains(":20261123T180000"))
    }

    @Test func theReminderAndItsFollowUpAreDeliveredAtThatTime() throws {
        let home = try home()
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.isEmpty)
        #expect(try home.antrain("today").output.contains("18:00"))
        home.now = "2026-11-23T18:00"
        #expect(try home.antrain("deliver").output.contains("Today: Push"))
        #expect(try home.pending().first == "workout/2026-11-23/1800/follow-up-1")
        home.now = "2026-11-23T18:30"
        #expect(try home.antrain("deliver").output.contains("Push"))
        #expect(try home.antrain("done").output.contains("done: Push"))
        home.now = "2026-11-25T07:30"
        #expect(try home.antrain("deliver").output.contains("Today: Pull"))
    }

    @Test func theTimeThatTheUserGivesWins() throws {
        let home = try home("--time 06:00")
        #expect(try home.pending() == ["workout/2026-11-23/0600", "workout/2026-11-25/0600"])
        #expect(try home.antrain("why 2026-11-23").output.contains("reminder time of Mine: 06:00"))
    }

    @Test func anEditMovesTheReminder() throws {
        let home = try home()
        try home.folder.write("mine.yaml", Self.program.replacing("18:00", with: "19:15"))
        let difference = try home.antrain("program diff mine").output
        #expect(difference.contains("18:00") && difference.contains("19:15"), "\(difference)")
        _ = try home.antrain("schedule-next")
        #expect(try home.pending().first == "workout/2026-11-23/1915")
        try home.folder.write("mine.yaml", Self.program.replacing("\"18:00\"", with: "evening"))
        let invalid = try home.antrain("program validate mine.yaml")
        #expect(
            invalid.status != 0 && (invalid.output + invalid.errors).contains("mine.yaml:5:16: error: "),
            "\(invalid)"
        )
    }
}
