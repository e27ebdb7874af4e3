import CivilTime
import Planning
import Testing
import Training

/// Streaks and past workouts of programs that were edited or activated again. 23 November 2026 is a Monday.
@Suite struct AnsweredPastTests {
    private func active(_ present: Program, _ done: [String], recorded: Program? = nil) throws -> ActiveProgram {
        let dates = try done.map { try date("2026-11-\($0)") }
        let workouts = recorded.map { program in
            dates.map { ($0, RecordedWorkout(program: program, edition: 1, dayID: "push", week: 1)) }
        }
        return ActiveProgram(
            program: present,
            start: try date("2026-11-23"),
            trainingDays: .all,
            completions: dates.map { Completion(date: $0, dayID: "push") },
            recorded: Dictionary(workouts ?? []) { first, _ in first },
            earlier: try recorded.map { [EarlierProgram($0, until: try date("2026-11-26"))] } ?? []
        )
    }

    private func input(_ active: ActiveProgram, now: String) throws -> PlanInput {
        let zone = try zones.zone(named: "Europe/Berlin")
        return PlanInput(programs: [active], settings: settings(), zone: zone, now: try Instant(parsing: now, in: zone))
    }

    @Test func anEditLeavesTheStreakAndInventsNoMissedWorkout() throws {
        let edited = try program(schedule: "{mode: weekdays, tuesday: push, thursday: pull, friday: legs}")
        let input = try input(active(edited, ["23", "25"], recorded: program()), now: "2026-11-26T12:00")
        #expect(input.streaks == [Streak(program: "ppl", current: 2, longest: 2)])
        let past = input.pastWorkouts(try date("2026-11-23")...input.today).map { "\($0.date.day) \($0.outcome)" }
        #expect(past == ["23 done", "25 done"])
    }

    /// The workout of the day on which a program is activated again counts once.
    @Test(arguments: [
        (["23"], 1, "2026-11-23T12:00", 1), (["23"], 2, "2026-11-23T12:00", 1),
        (["23", "25"], 2, "2026-11-25T12:00", 2),
        // Wednesday's workout was missed.
        (["23", "27"], 1, "2026-11-27T12:00", 1),
    ])
    func aRestartedProgramContinuesItsStreak(done: [String], times: Int, now: String, current: Int) throws {
        let active = try active(program(), done)
        let input = try input(active, now: now)
        let former = try (0..<times).map { place in
            let end = try Instant(parsing: "2026-11-23T09:10", in: input.zone)
            return FormerProgram(active, endedAt: end, place: place)
        }
        #expect(input.streaks(with: former).map(\.current) == [current])
    }
}
