import CivilTime
import Planning
import Testing
import Training

/// What became of planned workouts. 2 November 2026 is a Monday.
@Suite struct PastWorkoutTests {
    private func input(
        done: [String],
        skipped: [String] = [],
        _ exceptions: [ScheduleException] = [],
        days: WeekdaySet = .all,
        now: String = "2026-11-23T20:00"
    ) throws -> PlanInput {
        let zone = try zones.zone(named: "Europe/Berlin")
        let active = ActiveProgram(
            program: try program(),
            start: try date("2026-11-02"),
            trainingDays: TrainingDays(days),
            completions: try done.map { Completion(date: try date("2026-" + $0), dayID: "push") },
            skipped: Set(try skipped.map { try date("2026-" + $0) }),
            exceptions: exceptions
        )
        return PlanInput(programs: [active], settings: settings(), zone: zone, now: try Instant(parsing: now, in: zone))
    }

    private func lines(_ input: PlanInput, from first: String = "2026-10-01") throws -> [String] {
        try input.pastWorkouts(date(first)...date("2026-12-31")).map {
            "\($0.date.description.dropFirst(5)) \($0.outcome)"
        }
    }

    private func holiday() throws -> [ScheduleException] {
        [
            .pause(from: try date("2026-11-11"), through: try date("2026-11-14")),
            .move(try date("2026-11-16"), to: try date("2026-11-17")),
        ]
    }

    @Test func pausesAndMovesDoNotCountAgainst() throws {
        let input = try input(done: ["11-02", "11-04", "11-17", "11-20"], skipped: ["11-09"], try holiday())
        let expected = [
            "11-02 done", "11-04 done", "11-06 missed", "11-09 skipped", "11-17 done", "11-18 missed", "11-20 done",
        ]
        #expect(try lines(input) == expected)
        #expect(try lines(input, from: "2026-11-09") == Array(expected.dropFirst(3)))
        let adherence = Adherence(input.pastWorkouts(try date("2026-11-02")...input.today))
        #expect(adherence.planned == 7 && adherence.done == 4 && adherence.skipped == 1 && adherence.missed == 2)
        #expect(input.streaks == [streak(current: 1, longest: 2)])
    }

    @Test func todayCountsOnceItIsAnswered() throws {
        let input = try input(done: ["11-18", "11-20", "11-23"])
        #expect(try lines(input) == ["11-18 done", "11-20 done", "11-23 done"])
        #expect(input.streaks == [streak(current: 3, longest: 3)])
        #expect(
            try lines(self.input(done: ["11-18"], skipped: ["11-23"])) == [
                "11-18 done", "11-20 missed", "11-23 skipped",
            ]
        )
    }

    @Test func withoutAnswersNothingIsMissed() throws {
        #expect(try lines(input(done: [])).isEmpty)
        #expect(try lines(input(done: ["11-20"])) == ["11-20 done"])
    }

    /// A done workout counts although its weekday is off now, or a pause was added afterwards.
    @Test func doneWorkoutsAlwaysCount() throws {
        let days = try WeekdaySet(parsing: "mon,fri")
        #expect(
            try lines(input(done: ["11-16", "11-18"], days: days)) == ["11-16 done", "11-18 done", "11-20 missed"]
        )
        #expect(
            try lines(input(done: ["11-11", "11-20"], try holiday())) == [
                "11-11 done", "11-17 missed", "11-18 missed", "11-20 done",
            ]
        )
    }

    private func streak(current: Int, longest: Int) -> Streak {
        Streak(program: "ppl", current: current, longest: longest)
    }
}
