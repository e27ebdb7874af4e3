import TestSupport
import Testing

/// What remains of the programs that were trained before. 2 November 2026 is a Monday.
@Suite struct SwitchedProgramTests {
    /// Past workouts of a program that was replaced count for the time when it was active.
    @Test func switchingErasesNothingFromTheStatistics() throws {
        let home = try Home(now: "2026-11-02T06:00")
        try home.antrain("program activate push-pull-legs --start 2026-11-02")
        try home.antrain("settings --time 07:30")
        for day in ["02", "04", "06", "09", "13"] {
            home.now = "2026-11-\(day)T20:00"
            #expect(try home.antrain("done --date 2026-11-\(day)").status == 0)
        }
        home.now = "2026-11-16T06:00"
        func lines() throws -> [String] {
            try home.antrain("stats").output.split(separator: "\n").map(String.init)
        }
        let before = try lines()
        #expect(before.contains { $0.contains("5 of 6") } || before.contains { $0.contains("83") }, "\(before)")
        #expect(try home.antrain("program activate phul --replace").status == 0)
        let after = try lines()
        let streak = { (line: String) in line.contains("longest") }
        #expect(after.filter { !streak($0) } == before.filter { !streak($0) })
        #expect(after.contains { $0.contains("Push Pull Legs") && $0.contains("longest 4") }, "\(after)")
        // Activated again, it continues its streak.
        #expect(try home.antrain("program activate push-pull-legs --replace").status == 0)
        #expect(try lines() == before)
    }
}
