import Testing
import Training

/// The number of workouts a week, which follows from the schedule.
@Suite struct DaysPerWeekTests {
    @Test(
        arguments: [
            ("mode: weekdays\n  monday: push\n  thursday: pull", 2...2),
            (
                "mode: weekdays\n  mon: push\n  tue: push\n  wed: push\n  thu: push\n  fri: push\n  sat: push\n  sun: push",
                7...7
            ),
            ("mode: cycle\n  cycle: [push, pull, push, pull, push, pull, rest]", 6...6),
            ("mode: cycle\n  cycle: [push, rest]", 3...4),
            ("mode: cycle\n  cycle: [push, pull, rest]", 4...5),
            ("mode: cycle\n  cycle: [push]", 7...7),
            ("mode: cycle\n  cycle: [push, rest, rest, rest, rest, rest, rest, rest, rest, rest]", 0...1),
            ("mode: rotation\n  rotation: [push, pull]\n  on: [mon, wed, fri]", 3...3),
            ("mode: rotation\n  rotation: [push, pull]\n  on: [mon, wed, fri]\n  rest-days-between: 1", 3...3),
            ("mode: rotation\n  rotation: [push, pull]\n  on: all\n  rest-days-between: 1", 3...4),
            ("mode: rotation\n  rotation: [push, pull]\n  on: [mon, tue, thu]\n  rest-days-between: 1", 2...2),
            ("mode: rotation\n  rotation: [push, pull]\n  on: [mon, wed]\n  rest-days-between: 6", 1...1),
            ("mode: rotation\n  rotation: [push, pull]", 1...7),
            ("mode: rotation\n  rotation: [push, pull]\n  rest-days-between: 1", 1...4),
            ("mode: rotation\n  rotation: [push, pull]\n  rest-days-between: 6", 1...1),
        ]
    )
    func workoutsAWeekFollowFromTheSchedule(schedule: String, expected: ClosedRange<Int>) throws {
        #expect(try program(programText(schedule: "  \(schedule)\n")).schedule.daysPerWeek == expected)
    }

    /// Every week of a calendar without settings, pauses or misses has a number in the range, and both ends occur.
    @Test(arguments: [
        "mode: cycle\n  cycle: [push, rest, pull, pull, rest]", "mode: cycle\n  cycle: [push, rest, pull]",
        "mode: rotation\n  rotation: [push, pull]\n  on: [mon, tue, thu, fri, sat]\n  rest-days-between: 1",
        "mode: rotation\n  rotation: [push, pull]\n  on: all\n  rest-days-between: 2",
    ])
    func theCalendarHasThatManyWorkouts(schedule: String) throws {
        let program = try program(programText(schedule: "  \(schedule)\n"))
        let days = try words(program, start: "2026-11-23", count: 140).split(separator: " ")
        let counts = (0...days.count - 7).map { start in days[start..<start + 7].count { $0 != "-" } }
        #expect(try #require(counts.min())...(try #require(counts.max())) == program.schedule.daysPerWeek)
    }
}
