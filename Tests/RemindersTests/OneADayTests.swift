import CivilTime
import Localization
import Planning
import Reminders
import TestSupport
import Testing
import Training

/// At most one workout a day, that of the program with the highest priority.
@Suite struct OneADayTests {
    private static let monday = "2026-11-23"
    private static let weekly = "{mode: weekdays, monday: push, wednesday: pull, friday: legs}"

    private func active(
        _ id: String,
        _ schedule: String,
        priority: Int = 0,
        start: String = monday,
        days: WeekdaySet = .all,
        completions: [Completion] = [],
        exceptions: [ScheduleException] = []
    ) throws -> ActiveProgram {
        ActiveProgram(
            program: try program(id, schedule: schedule),
            start: try date(start),
            trainingDays: TrainingDays(days),
            completions: completions,
            exceptions: exceptions,
            priority: priority
        )
    }

    private func input(
        _ programs: [ActiveProgram],
        former: [FormerProgram] = [],
        now: String = "2026-11-22T12:00",
        isOn: Bool = true
    ) throws -> PlanInput {
        PlanInput(
            programs: programs,
            former: former,
            settings: settings { $0.isOneADay = isOn },
            zone: .utc,
            now: try Instant(parsing: now, in: .utc)
        )
    }

    /// The workouts from a date on: `23 b:push`.
    private func lines(_ input: PlanInput, days: Int = 9) -> [String] {
        Plan(input, days: days).days.flatMap { day in
            day.workouts.map { "\($0.date.day) \($0.programID):\($0.dayID)" }
        }
    }

    /// A case: the schedule of the lower program, next to one with workouts on Monday, Wednesday and Friday.
    struct Case: CustomTestStringConvertible {
        let name: String
        let schedule: String
        var moves: [(String, String)] = []
        var days = WeekdaySet.all
        var today = "2026-11-22"
        var done: [String] = []
        let expected: String

        var testDescription: String { name }
    }

    /// The workouts of the lower program from today on; 2026-11-23 is a Monday.
    @Test(arguments: [
        Case(
            name: "fixed weekdays are left out",
            schedule: "{mode: weekdays, monday: push, tuesday: pull}",
            expected: "24 pull, 1 pull"
        ),
        Case(
            name: "a rotation continues on its next training day",
            schedule: "{mode: rotation, rotation: [push, pull, legs], on: [mon, tue, fri, sat]}",
            expected: "24 push, 28 pull, 1 legs"
        ),
        Case(
            name: "a cycle continues after the date",
            schedule: "{mode: cycle, cycle: [push, pull, legs]}",
            expected: "24 push, 26 pull, 28 legs, 29 push, 1 pull"
        ),
        Case(
            name: "the rest days of a cycle pass",
            schedule: "{mode: cycle, cycle: [push, rest]}",
            expected: "24 push, 26 push, 28 push, 1 push"
        ),
        Case(
            name: "a workout does not move to the date of another one",
            schedule: "{mode: weekdays, tuesday: push, saturday: pull}",
            moves: [("2026-11-24", "2026-11-25")],
            expected: "24 push, 28 pull, 1 push"
        ),
        Case(
            name: "nor away from it",
            schedule: "{mode: weekdays, wednesday: push, saturday: pull}",
            moves: [("2026-11-25", "2026-11-26")],
            expected: "28 pull"
        ),
        Case(
            name: "weekdays without training take nothing",
            schedule: "{mode: weekdays, monday: push, saturday: pull}",
            days: WeekdaySet([.wednesday, .friday]),
            expected: "23 push, 28 pull, 30 push"
        ),
        Case(
            name: "an answered workout stays",
            schedule: "{mode: rotation, rotation: [push, pull, legs], on: [mon, tue], on-missed: shift}",
            today: "2026-11-24",
            done: ["2026-11-23"],
            expected: "24 pull, 1 legs"
        ),
    ])
    func theLowerProgramGivesWay(_ example: Case) throws {
        let lower = try active(
            "lower",
            example.schedule,
            completions: example.done.map { Completion(date: try date($0), dayID: "push") },
            exceptions: example.moves.map { .move(try date($0.0), to: try date($0.1)) }
        )
        let higher = try active("higher", Self.weekly, priority: 1, days: example.days)
        for programs in [[lower, higher], [higher, lower]] {
            let found = try lines(input(programs, now: "\(example.today)T00:30"), days: 11).filter {
                $0.contains("lower")
            }
            let short = found.map { $0.replacing("lower:", with: "") }.prefix {
                !$0.hasPrefix("2 ") && !$0.hasPrefix("3 ")
            }
            #expect(short.joined(separator: ", ") == example.expected)
        }
    }

    /// With the same priority, the program that was activated first has the workout; the reminder names no other program.
    @Test func theEarlierActivationWinsATie() throws {
        let programs = [
            try active("a", Self.weekly), try active("b", Self.weekly), try active("c", Self.weekly, priority: 3),
        ]
        let first = try input(Array(programs.prefix(2)))
        #expect(lines(first, days: 6) == ["23 a:push", "25 a:pull", "27 a:legs"])
        let all = try input(programs)
        let plan = Plan(all, days: 3)
        #expect(plan.notifications.map { $0.items.map(\.source) } == [[.program("c")]])
        let taken = plan.days[1].programs.compactMap { day -> ReminderCause? in
            if case .taken(let workout) = day.kind { all.taken(workout) } else { nil }
        }
        let reasons = taken.map { MessageCatalog.plain.reason($0, today: all.today) }
        #expect(
            reasons == [
                "Push of a: one workout a day; c has priority 3", "Push of b: one workout a day; c has priority 3",
            ]
        )
        let workout = try #require(Plan(first, days: 2).days[1].programs[1].kind.takenWorkout)
        let reason = try #require(first.taken(workout))
        #expect(
            MessageCatalog.plain.reason(reason, today: first.today)
                == "Push of b: one workout a day; a was activated first"
        )
    }

    @Test func withoutTheSettingNothingChanges() throws {
        let programs = [try active("a", Self.weekly), try active("b", Self.weekly, priority: 1)]
        #expect(try lines(input(programs, isOn: false), days: 2) == ["23 a:push", "23 b:push"])
    }

    /// The past of a program stays as it was when the program before it is deactivated.
    @Test func deactivationDoesNotChangeThePast() throws {
        let lower = try active("lower", "{mode: rotation, rotation: [push, pull, legs], on: [mon, tue, fri, sat]}")
        let higher = try active("higher", Self.weekly, priority: 1)
        let ended = try Instant(parsing: "2026-12-05T12:00", in: .utc)
        let both = try input([lower, higher], now: "2026-12-06T12:00")
        let alone = try input(
            [lower],
            former: [FormerProgram(higher, endedAt: ended, place: 1)],
            now: "2026-12-06T12:00"
        )
        let first = try date(Self.monday)
        func past(_ input: PlanInput) -> [String] {
            Plan.past(input, first..<input.today).flatMap(\.workouts).filter { $0.programID == "lower" }.map {
                "\($0.date.day) \($0.dayID)"
            }
        }
        #expect(past(both) == past(alone) && past(alone) == ["24 push", "28 pull", "1 legs", "5 push"])
        #expect(lines(alone, days: 4) == ["7 lower:pull", "8 lower:legs"])
    }

    /// Random programs: no date has two workouts, the first program is as it would be alone, and the others are as in a model of the rules.
    @Test func noDateHasTwoWorkouts() throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let models = (0..<Int.random(in: 2...4, using: &random)).map { _ in Model(&random) }
            let programs = try models.enumerated().map { index, model in
                try active("p\(index)", model.schedule, priority: model.priority)
            }
            let count = 60
            // Without an answer, no workout is missed, so that the present makes no difference.
            let now = try date(Self.monday).adding(days: Int.random(in: -1...30, using: &random))
            let input = try input(programs, now: "\(now)T00:30")
            let first = try date(Self.monday)
            let days =
                Plan.past(input, first..<max(first, now)) + Plan(input, days: count).days.filter { $0.date >= first }
            #expect(days.allSatisfy { $0.workouts.count <= 1 }, "seed \(seed)")
            var taken: Set<Int> = []
            let ranks = models.indices.sorted { (-models[$0].priority, $0) < (-models[$1].priority, $1) }
            for rank in ranks {
                let expected = models[rank].workouts(count, taken)
                let found = days.prefix(count).enumerated().compactMap { place, day in
                    day.workouts.first { $0.programID == "p\(rank)" }.map { "\(place) \($0.dayID)" }
                }
                let shown = expected.map { "\($0.day) \($0.id)" }.prefix {
                    Int($0.prefix { $0 != " " }) ?? 0 < days.count
                }
                #expect(found == Array(shown), "seed \(seed), \(models[rank].schedule)")
                taken.formUnion(expected.map(\.day))
            }
        }
    }
}

extension ScheduledDay.Kind {
    fileprivate var takenWorkout: Occurrence? {
        if case .taken(let workout) = self { workout } else { nil }
    }
}

/// A second implementation of schedules whose dates may be taken, for programs without answers, pauses and moves that start on a Monday.
private struct Model {
    enum Mode {
        case weekdays([Int: String])
        case cycle([String?])
        case rotation([String], on: Set<Int>, between: Int)
    }

    private static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let ids = ["push", "pull", "legs"]

    let mode: Mode
    let priority: Int

    init(_ random: inout SplitMix64) {
        priority = Int.random(in: 0...2, using: &random)
        func id() -> String { Model.ids.randomElement(using: &random) ?? "" }
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            var week = [Int.random(in: 0..<7, using: &random): id()]
            for day in 0..<7 where Bool.random(using: &random) { week[day] = id() }
            mode = .weekdays(week)
        case 1:
            let rest = (0..<Int.random(in: 0...3, using: &random)).map { _ in String?.none }
            mode = .cycle(
                ([id()] + (0..<Int.random(in: 0...2, using: &random)).map { _ in id() } + rest).shuffled(using: &random)
            )
        default:
            var on: Set = [Int.random(in: 0..<7, using: &random)]
            for day in 0..<7 where Bool.random(using: &random) { on.insert(day) }
            let days = (0..<Int.random(in: 1...4, using: &random)).map { _ in id() }
            mode = .rotation(days, on: on, between: Int.random(in: 0...1, using: &random))
        }
    }

    var schedule: String {
        switch mode {
        case .weekdays(let week):
            let days = week.sorted { $0.key < $1.key }.map { "\(Model.names[$0.key]): \($0.value)" }
            return "{mode: weekdays, \(days.joined(separator: ", "))}"
        case .cycle(let cycle): return "{mode: cycle, cycle: [\(cycle.map { $0 ?? "rest" }.joined(separator: ", "))]}"
        case .rotation(let days, let on, let between):
            let names = on.sorted().map { Model.names[$0].prefix(3) }.joined(separator: ", ")
            let rest = between > 0 ? ", rest-days-between: \(between)" : ""
            return "{mode: rotation, rotation: [\(days.joined(separator: ", "))], on: [\(names)]\(rest)}"
        }
    }

    /// The workouts of the first days, none on those that are taken.
    func workouts(_ count: Int, _ taken: Set<Int>) -> [(day: Int, id: String)] {
        var (next, last) = (0, Int?.none)
        return (0..<count).compactMap { day in
            switch mode {
            case .weekdays(let week): return taken.contains(day) ? nil : week[day % 7].map { (day, $0) }
            case .cycle(let cycle):
                guard let id = cycle[next % cycle.count] else {
                    next += 1
                    return nil
                }
                if taken.contains(day) { return nil }
                next += 1
                return (day, id)
            case .rotation(let days, let on, let between):
                guard on.contains(day % 7), last.map({ day - $0 > between }) ?? true, !taken.contains(day) else {
                    return nil
                }
                defer { (next, last) = (next + 1, day) }
                return (day, days[next % days.count])
            }
        }
    }
}
