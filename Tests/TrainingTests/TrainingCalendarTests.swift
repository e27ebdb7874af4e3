import CivilTime
import TestSupport
import Testing
import Training

@Suite struct TrainingCalendarTests {
    private static let four =
        "  a: {exercises: [{exercise: A, sets: 5}]}\n  b: {exercises: [{exercise: B, sets: 5}]}\n  c: {exercises: [{exercise: C, sets: 5}]}\n  d: {exercises: [{exercise: D, sets: 5}]}\n"

    private func make(_ schedule: String, top: String = "") throws -> Program {
        try program(programText(top: top, days: Self.four, schedule: schedule))
    }

    // 2026-11-23 is a Monday.
    @Test(arguments: [
        ("  mode: weekdays\n  monday: a\n  wednesday: b\n  friday: c\n", "2026-11-23", "a - b - c - - a"),
        ("  mode: weekdays\n  monday: a\n  wednesday: b\n  friday: c\n", "2026-11-25", "b - c - - a - b"),
        ("  mode: cycle\n  cycle: [a, b, c, rest, a, b, c]\n", "2026-11-25", "a b c - a b c a"),
        ("  mode: cycle\n  cycle: [a, rest, b, rest, rest, c, rest, rest]\n", "2026-11-23", "a - b - - c - -"),
        ("  mode: rotation\n  rotation: [a, b, c, d]\n  on: [mon, wed, fri]\n", "2026-11-23", "a - b - c - - d"),
        ("  mode: rotation\n  rotation: [a, b]\n", "2026-11-23", "a b a b a b a b"),
        ("  mode: rotation\n  rotation: [a, b]\n  rest-days-between: 1\n", "2026-11-23", "a - b - a - b -"),
        (
            "  mode: rotation\n  rotation: [a, b]\n  on: [mon, tue, wed]\n  rest-days-between: 1\n", "2026-11-23",
            "a - b - - - - a"
        ),
        ("  mode: weekdays\n  monday: a\n  length: 1 week\n", "2026-11-23", "a - - - - - - x"),
        ("  mode: cycle\n  cycle: [a, rest]\n  length: 2 workouts\n", "2026-11-23", "a - a x x x x x"),
        ("  mode: cycle\n  cycle: [a, rest]\n  length: until 2026-11-25\n", "2026-11-23", "a - a x x x x x"),
    ])
    func schedulesHaveTheExpectedDays(schedule: String, start: String, expected: String) throws {
        #expect(try words(try make(schedule), start: start, count: 8) == expected)
    }

    @Test func aRotationUsesTheUsersDays() throws {
        let program = try make("  mode: rotation\n  rotation: [a, b, c]\n")
        #expect(
            try words(program, start: "2026-11-23", count: 7, trainingDays: WeekdaySet([.tuesday, .saturday]))
                == "- a - - - b -"
        )
    }

    @Test func beforeTheStartThereIsNothing() throws {
        let program = try make("  mode: cycle\n  cycle: [a, b]\n")
        #expect(try words(program, start: "2026-11-25", from: "2026-11-23", count: 5) == ". . a b a")
        #expect(try words(program, start: "2028-02-28", count: 4) == "a b a b")
    }

    @Test(arguments: [
        // today is Friday 27 November; Monday's workout was done, Wednesday's was not
        ("skip", "a - b - c - - a - b - c"), ("shift", "a - b - b - - c - a - b"),
        ("repeat", "a - b - b - - a - b - c"),
    ])
    func missedWorkoutsFollowThePolicy(policy: String, expected: String) throws {
        let schedule = "  mode: weekdays\n  monday: a\n  wednesday: b\n  friday: c\n  on-missed: \(policy)\n"
        let program = try make(schedule)
        #expect(
            try words(program, start: "2026-11-23", count: 12, completions: [("2026-11-23", "a")], today: "2026-11-27")
                == expected
        )
    }

    @Test(arguments: ["skip", "shift", "repeat"])
    func usersWhoNeverLogAreNotBlocked(policy: String) throws {
        let program = try make("  mode: cycle\n  cycle: [a, b, c]\n  on-missed: \(policy)\n")
        #expect(try words(program, start: "2026-11-23", count: 6, today: "2026-11-27") == "a b c a b c")
    }

    @Test func aRotationOnCompletionContinuesAfterABreak() throws {
        let program = try make(
            "  mode: rotation\n  rotation: [a, b]\n  on: [mon, wed, fri]\n  advance: on-completion\n"
        )
        #expect(try words(program, start: "2026-11-23", count: 12, today: "2026-11-23") == "a - b - a - - b - a - b")
        #expect(try words(program, start: "2026-11-23", count: 12, today: "2026-11-27") == "a - a - a - - b - a - b")
        #expect(
            try words(program, start: "2026-11-23", count: 12, completions: [("2026-11-23", "a")], today: "2026-11-27")
                == "a - b - b - - a - b - a"
        )
        // done a day late
        #expect(
            try words(program, start: "2026-11-23", count: 5, completions: [("2026-11-24", "a")], today: "2026-11-25")
                == "a - b - a"
        )
    }

    @Test func pausesHoldACycleAndARotation() throws {
        let pause = "exceptions: [{pause: 2026-11-25, until: 2026-11-26}]\n"
        #expect(
            try words(try make("  mode: cycle\n  cycle: [a, b, c, d]\n", top: pause), start: "2026-11-23", count: 8)
                == "a b p p c d a b"
        )
        #expect(
            try words(
                try make("  mode: rotation\n  rotation: [a, b, c, d]\n", top: pause),
                start: "2026-11-23",
                count: 6
            ) == "a b p p c d"
        )
        #expect(
            try words(
                try make("  mode: weekdays\n  monday: a\n  wednesday: b\n", top: pause),
                start: "2026-11-23",
                count: 8
            ) == "a - p p - - - a"
        )
    }

    @Test func movedDatesAreSwapped() throws {
        let move = "exceptions: [{move: 2026-11-23, to: 2026-11-24}, {move: 2026-11-25, to: 2026-11-27}]\n"
        let program = try make("  mode: weekdays\n  monday: a\n  wednesday: b\n  friday: c\n", top: move)
        #expect(try words(program, start: "2026-11-23", count: 7) == "- a c - b - -")
        #expect(try words(program, start: "2026-11-23", from: "2026-11-27", count: 1) == "b")
        let early = try make(
            "  mode: weekdays\n  friday: c\n",
            top: "exceptions: [{move: 2026-11-27, to: 2026-11-23}]\n"
        )
        #expect(try words(early, start: "2026-11-23", count: 7) == "c - - - - - -")
    }

    /// Moves beyond the calendar, which older ledgers contain, and moves outside the requested range.
    @Test(arguments: ["9999-12-31", "9999-12-30", "2500-01-01"])
    func aMoveOutOfRangeHasNoEffect(to: String) throws {
        let program = try make("  mode: weekdays\n  monday: a\n  wednesday: b\n")
        let start = try date("2026-11-23")
        let calendar = TrainingCalendar(
            program: program,
            start: start,
            trainingDays: .all,
            completions: [],
            exceptions: [.move(try date("2026-11-25"), to: try date(to)), .move(start, to: try date("2026-11-24"))],
            today: start
        )
        let took = processorTime {
            let days = calendar.days(start..<start.adding(days: 3)).map { $0.occurrence?.dayID ?? "-" }
            #expect(days == ["-", "a", "b"])
        }
        #expect(took < .milliseconds(100))
    }

    /// A workout that moved into the range from outside is found, however many moves it took.
    @Test func movesAreFollowedOutOfTheRange() throws {
        let top = "exceptions: [{move: 2026-12-28, to: 2026-12-09}, {move: 2026-12-09, to: 2026-11-24}]\n"
        let program = try make("  mode: weekdays\n  monday: a\n  length: 6 weeks\n", top: top)
        #expect(try words(program, start: "2026-11-23", count: 3) == "a a -")
        #expect(try words(program, start: "2026-11-23", from: "2026-12-09", count: 1) == "-")
        #expect(try words(program, start: "2026-11-23", from: "2026-12-28", count: 1) == "-")
    }

    private func weeks(_ program: Program, start: String, count: Int) throws -> [TrainingWeek] {
        let first = try date(start)
        return TrainingCalendar(program: program, start: first, trainingDays: .all, completions: [], today: first)
            .days(first..<first.adding(days: count)).compactMap { $0.occurrence?.week }
    }

    @Test func weeksRepeat() throws {
        let top = "weeks: [{name: One}, {name: Two, deload: yes}]\n"
        let byDate = try weeks(
            try make("  mode: weekdays\n  monday: a\n  thursday: b\n", top: top),
            start: "2026-11-23",
            count: 21
        )
        #expect(byDate.map(\.number) == [1, 1, 2, 2, 3, 3])
        #expect(byDate.map(\.name) == ["One", "One", "Two", "Two", "One", "One"])
        #expect(byDate.map(\.isDeload) == [false, false, true, true, false, false])
        let byPass = try weeks(
            try make("  mode: cycle\n  cycle: [a, rest, b]\n  length: 3 weeks\n", top: top),
            start: "2026-11-23",
            count: 12
        )
        #expect(byPass.map(\.number) == [1, 1, 2, 2, 3, 3])
        #expect(byPass.map(\.total) == [3, 3, 3, 3, 3, 3])
    }

    @Test func aFullyPausedWeekDoesNotCount() throws {
        let top = "exceptions: [{pause: 2026-11-30, until: 2026-12-06}]\n"
        let program = try make("  mode: weekdays\n  monday: a\n  thursday: b\n", top: top)
        #expect(try weeks(program, start: "2026-11-23", count: 21).map(\.number) == [1, 1, 2, 2])
    }

    @Test func aWeekSwapsDays() throws {
        let top = "weeks: [{name: One}, {name: Two, swap: {a: c, b: rest}}]\n"
        let program = try make("  mode: weekdays\n  monday: a\n  thursday: b\n", top: top)
        #expect(try words(program, start: "2026-11-23", count: 14) == "a - - b - - - c - - - - - -")
    }

    @Test func aSingleDayEqualsTheDayOfARange() throws {
        var random = SplitMix64(seed: 42)
        let schedules = [
            "  mode: weekdays\n  monday: a\n  wednesday: b\n  friday: c\n", "  mode: cycle\n  cycle: [a, b, rest, c]\n",
            "  mode: rotation\n  rotation: [a, b, c]\n  on: [tue, sat]\n",
            "  mode: rotation\n  rotation: [a, b]\n  rest-days-between: 2\n  advance: on-completion\n",
        ]
        for round in 0..<60 {
            let policy = ["skip", "shift", "repeat"][round % 3]
            let program = try make(
                schedules[round % schedules.count] + "  on-missed: \(policy)\n",
                top: "exceptions: [{pause: 2026-12-01, until: 2026-12-04}, {move: 2026-12-10, to: 2026-12-11}]\n"
            )
            let start = try date("2026-11-20").adding(days: Int.random(in: 0..<10, using: &random))
            let completions = (0..<12).map { _ in
                Completion(date: start.adding(days: Int.random(in: 0..<25, using: &random)), dayID: "a")
            }
            let calendar = TrainingCalendar(
                program: program,
                start: start,
                trainingDays: .all,
                completions: completions,
                today: start.adding(days: 15)
            )
            let range = start.adding(days: -3)..<start.adding(days: 40)
            let all = calendar.days(range)
            #expect(all == calendar.days(range))
            for day in all { #expect(calendar.day(on: day.date) == day) }
        }
    }

    @Test func shiftNeverLosesAWorkout() throws {
        let program = try make("  mode: cycle\n  cycle: [a, b, c, d]\n  on-missed: shift\n")
        var random = SplitMix64(seed: 7)
        for _ in 0..<50 {
            let start = try date("2026-11-23")
            let done = (0..<30).filter { _ in Bool.random(using: &random) }
            guard !done.isEmpty else { continue }
            let calendar = TrainingCalendar(
                program: program,
                start: start,
                trainingDays: .all,
                completions: done.map { Completion(date: start.adding(days: $0), dayID: "") },
                today: start.adding(days: 30)
            )
            let days = calendar.days(start..<start.adding(days: 30)).compactMap { $0.occurrence?.dayID }
            let completed = done.map { days[$0] }
            // Before the first answer only the dates determine the workouts.
            let first = done[0]
            #expect(completed == completed.indices.map { ["a", "b", "c", "d"][(first + $0) % 4] })
        }
    }
}
