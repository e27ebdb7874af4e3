import Foundation
import TestSupport
import Testing

/// Repeating an answer changes nothing.
@Suite struct RepeatedAnswerTests {
    private static let monday = "workout/2026-11-23/0730"

    /// A rotation that advances when a workout is done: A on Monday, then B.
    private func home(now: String = "2026-11-23T07:30") throws -> Home {
        let home = try Home(now: "2026-11-22T20:00")
        try home.antrain("program activate stronglifts-5x5.yaml --start 2026-09-28")
        try home.antrain("settings --time 07:30")
        home.now = now
        try home.antrain("deliver")
        return home
    }

    /// Wednesday's workout.
    private func wednesday(_ home: Home) throws -> String? {
        let week = try home.antrain("week").output.split(separator: "\n")
        return week.first { $0.hasPrefix("Wed 25 Nov") }.map { String($0.prefix(21).suffix(9)) }
    }

    @Test func doneTwiceIsDoneOnce() throws {
        let home = try home()
        for _ in 0..<3 {
            #expect(try home.antrain("done \(Self.monday)").status == 0)
            #expect(try wednesday(home) == "Workout B")
        }
        #expect(try home.antrain("undo").output.contains("undid: done"))
        #expect(try home.antrain("today").output.contains("already done") == false)
        #expect(try !home.antrain("undo --list").output.contains("done"))
    }

    /// If a workout is skipped, on its day or before, the rotation advances to the next one.
    @Test(arguments: ["skip \(Self.monday)", "skip --date 2026-11-23"])
    func skippedWorkoutsAreLeftOut(line: String) throws {
        let home = try home()
        #expect(try wednesday(home) == "Workout B")
        #expect(try home.antrain(line).status == 0)
        #expect(try home.antrain("today").output.contains("you skipped it"))
        #expect(try wednesday(home) == "Workout B")
        home.now = "2026-11-24T08:00"
        try home.antrain("schedule-next")
        #expect(try wednesday(home) == "Workout B")
        let ahead = try self.home(now: "2026-11-22T21:00")
        try ahead.antrain("skip --date 2026-11-23")
        #expect(try wednesday(ahead) == "Workout B")
        try ahead.antrain("undo")
        #expect(try wednesday(ahead) == "Workout B")
    }

    @Test func concurrentDoneIsUndoneInOneStep() async throws {
        let home = try home()
        let path = home.folder.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    _ = try run(
                        BuildProducts.path("antrain"),
                        ["done", RepeatedAnswerTests.monday],
                        environment: [
                            "HOME": path, "TZ": "Europe/Berlin", "ANTRAIN_NOW": "2026-11-23T07:31", "PATH": "/bin",
                        ],
                        in: path
                    )
                }
            }
            try await group.waitForAll()
        }
        #expect(try wednesday(home) == "Workout B")
        try home.antrain("undo")
        #expect(try home.antrain("today").output.contains("already done") == false)
        #expect(try !home.antrain("undo --list").output.contains("done"))
    }

    /// The last answer counts, for reminders and for the rotation.
    @Test func aLaterSkipReplacesDone() throws {
        let home = try home()
        try home.antrain("done \(Self.monday)")
        try home.antrain("skip \(Self.monday)")
        #expect(try home.antrain("today").output.contains("you skipped it"))
        home.now = "2026-11-24T07:30"
        #expect(try wednesday(home) == "Workout B")
        try home.antrain("undo 1")
        #expect(try home.antrain("week --this").output.contains("already done"))
    }

    @Test func workoutsDoneLongAgoStayDone() throws {
        let home = try home()
        #expect(try home.antrain("done --date 2026-10-07").status == 0)
        let before = try wednesday(home)
        #expect(try home.antrain("done --date 2026-10-07").status == 0)
        #expect(try wednesday(home) == before)
    }
}
