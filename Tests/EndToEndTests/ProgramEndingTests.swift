import Foundation
import TestSupport
import Testing

/// The end of a program is reported once, with what to do next.
@Suite struct ProgramEndingTests {
    private static let id = "summary/2026-11-22/ended/mine"

    /// A program with workouts on Monday 23 and Friday 27 November, of which the first is done.
    private func home(policy: String = "skip") throws -> Home {
        let home = try Home(now: "2026-11-22T20:00")
        _ = try home.folder.write(
            "mine.yaml",
            """
            antrain: 1
            id: mine
            name: Push Pull
            days:
              push: {name: Push, exercises: [{exercise: Press, sets: 5}]}
              pull: {name: Pull, exercises: [{exercise: Row, sets: 5}]}
            schedule: {mode: weekdays, monday: push, friday: pull, on-missed: \(policy), length: 1 weeks}

            """
        )
        _ = try home.folder.write(".config/antrain/settings.yaml", "enabled: on\ntime: \"07:30\"\n")
        try home.antrain("program activate mine.yaml")
        home.now = "2026-11-23T09:00"
        try home.antrain("done")
        return home
    }

    /// Runs a command and counts the notifications about the end that it sent.
    private func sent(_ home: Home, _ now: String, _ line: String = "deliver") throws -> Int {
        home.now = now
        return try home.antrain(line).output.components(separatedBy: "Push Pull ended").count - 1
    }

    @Test func theEndIsReportedOnce() throws {
        let home = try home()
        #expect(try home.pending().contains(Self.id))
        #expect(try sent(home, "2026-11-27T07:30") == 0)
        home.now = "2026-11-27T09:00"
        try home.antrain("done")
        #expect(try sent(home, "2026-11-28T07:29") == 0)
        home.now = "2026-11-28T07:30"
        let run = try home.antrain("deliver").output.replacing(/\s+/, with: " ")
        let text = "Push Pull ended Last workout: Fri 27 Nov 2 of 2 workouts done Start it again with"
        #expect(run.contains(text + " 'antrain program activate mine"), "\(run)")
        // Neither an undone answer nor a clock that was set back repeats it.
        for (now, line) in [
            ("2026-11-28T07:31", "deliver"), ("2026-11-28T08:00", "schedule-next"), ("2026-11-28T08:10", "undo 1"),
            ("2026-11-28T08:11", "deliver"), ("2026-12-01T07:30", "deliver"), ("2026-11-29T07:30", "deliver"),
            ("2026-12-09T07:30", "deliver"),
        ] { #expect(try sent(home, now, line) == 0, "\(now) \(line)") }
        let why = try home.antrain("why 2026-11-28").output.replacing(/\s+/, with: " ")
        #expect(
            why.contains("delivered Push Pull ended") && why.contains("last workout of Push Pull:"),
            "\(why)"
        )
        #expect(try home.antrain("why \(Self.id)").output.contains("Push Pull ended"))
        for line in ["", "today"] {
            let run = try home.antrain(line)
            let shown = (run.output + run.errors).replacing(/\s+/, with: " ")
            #expect(shown.contains("Push Pull ended, 1 of 2 workouts done. Start it again with"), "\(line): \(shown)")
        }
        // Started again, it can end again.
        #expect(try home.antrain("program activate mine --replace").status == 0)
        #expect(try !home.antrain("").output.contains("Push Pull ended"))
        #expect(try home.pending().contains("summary/2026-12-09/ended/mine"))
    }

    /// A machine that sleeps for days reports the end when it wakes.
    @Test func aSleepingMachineReportsItLater() throws {
        let home = try home()
        #expect(try sent(home, "2026-12-03T21:00") == 1)
        #expect(try sent(home, "2026-12-03T21:01") == 0)
        // It is news, not a late reminder.
        #expect(try !home.antrain("history").output.contains("late"))
        #expect(try sent(home, "2026-12-04T07:30", "schedule-next") == 0)
    }

    /// A last workout that is missed comes again if the program shifts it, and so does the end.
    @Test func aShiftedWorkoutPostponesTheEnd() throws {
        let home = try home(policy: "shift")
        #expect(try sent(home, "2026-11-27T07:30") == 0)
        #expect(try sent(home, "2026-11-28T07:30") == 0)
        home.now = "2026-11-30T07:30"
        #expect(try home.antrain("deliver").output.contains("Pull"))
        home.now = "2026-11-30T09:00"
        try home.antrain("done")
        #expect(try sent(home, "2026-12-01T07:30") == 1)
    }

    @Test(arguments: [
        "program deactivate mine", "program activate mine --replace", "program activate push-pull-legs --replace",
    ])
    func aProgramThatWasReplacedDoesNotReportIt(line: String) throws {
        let home = try home()
        home.now = "2026-11-28T06:00"
        #expect(try home.antrain(line).status == 0)
        for now in ["2026-11-28T07:30", "2026-11-29T07:30"] { #expect(try sent(home, now) == 0) }
        #expect(try !home.antrain("").output.contains("Push Pull ended"))
    }
}
