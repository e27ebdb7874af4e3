import CivilTime
import Testing
import Training

/// Workouts on the weekdays that the user chose. 23 November 2026 is a Monday.
@Suite struct TrainingDaysTests {
    static let rotation = "  mode: rotation\n  rotation: [push, pull]\n"
    static let cycle = "  mode: cycle\n  cycle: [push, pull, rest]\n"
    static let fixed = "  mode: weekdays\n  monday: push\n  wednesday: pull\n  friday: push\n"

    @Test(arguments: [
        (rotation, "tue,thu", "- push - pull - - - - push - pull - - -"),
        (rotation + "  default-days: [mon, fri]\n", "tue,thu", "- push - pull - - - - push - pull - - -"),
        (rotation + "  default-days: [mon, fri]\n", "all", "push - - - pull - - push - - - pull - -"),
        (rotation + "  on: [mon, fri]\n", "tue,thu", "push - - - pull - - push - - - pull - -"),
        (rotation + "  rest-days-between: 1\n", "sat,sun", "- - - - - push - - - - - - pull -"),
        (cycle, "all", "push pull - push pull - push pull - push pull - push pull"),
        (cycle, "mon,thu", "push - - pull - - - push - - pull - - -"),
        (cycle, "mon,tue,thu", "push pull - push - - - pull push - pull - - -"),
        (fixed, "tue,thu,sat", "- push - pull - push - - push - pull - push -"),
        (fixed, "mon,wed", "push - pull - push - - push - pull - push - -"),
        (fixed, "mon-fri", "push - pull - push - - push - pull - push - -"),
    ])
    func workoutsFollowTheChosenDays(schedule: String, days: String, expected: String) throws {
        let program = try program(programText(schedule: schedule))
        let chosen = try WeekdaySet(parsing: days)
        #expect(try words(program, start: "2026-11-23", count: 14, trainingDays: chosen) == expected)
    }

    @Test(
        arguments: [
            (rotation, "tue,thu", nil), (cycle, "tue", nil), (fixed, "tue,thu,sat", nil), (fixed, "mon-fri", nil),
            (fixed, "all", nil), (fixed, "none", nil), (fixed, "mon,wed", .untrained(WeekdaySet([.friday]))),
            (fixed, "tue,thu", .untrained(WeekdaySet([.monday, .wednesday, .friday]))),
            (rotation + "  on: [mon, fri]\n", "tue,thu", .fixed(WeekdaySet([.monday, .friday]))),
            (rotation + "  on: [mon, fri]\n", "mon,fri", nil),
            (rotation + "  rest-days-between: 1\n", "sat,sun", .tooClose(WeekdaySet([.sunday]))),
        ] as [(String, String, DaysConflict?)]
    )
    func otherDaysHaveAReason(schedule: String, days: String, expected: DaysConflict?) throws {
        let program = try program(programText(schedule: schedule))
        #expect(program.schedule.conflict(with: try WeekdaySet(parsing: days)) == expected)
    }

    /// The days of two weeks from 23 November, changed on Wednesday the 25th at 08:00.
    private func changed(_ schedule: String, from former: String, to days: String, settled: [String: String] = [:])
        throws -> String
    {
        let zone = Zone.utc
        func instant(_ text: String) throws -> Instant { try Instant(parsing: text, in: zone) }
        let start = try date("2026-11-23")
        let choices = [
            TrainingDays.Choice(try WeekdaySet(parsing: former), from: .earliest, at: try instant("2026-11-01T08:00")),
            TrainingDays.Choice(
                try WeekdaySet(parsing: days),
                from: try date("2026-11-25"),
                at: try instant("2026-11-25T08:00")
            ),
        ]
        let settledAt = Dictionary(
            uniqueKeysWithValues: try settled.map { (try date($0.key), try instant($0.value)) }
        )
        let calendar = TrainingCalendar(
            program: try program(programText(schedule: schedule)),
            start: start,
            trainingDays: TrainingDays(choices, settledAt: settledAt),
            completions: [],
            today: try date("2026-11-25")
        )
        return calendar.days(start..<start.adding(days: 14)).map { $0.occurrence?.dayID ?? "-" }.joined(separator: " ")
    }

    @Test(arguments: [
        (rotation, "mon,wed,fri", "tue,thu", "push - - pull - - - - push - pull - - -"),
        (cycle, "all", "mon,thu", "push pull - push - - - pull - - push - - -"),
        (cycle, "mon,tue", "all", "push pull push pull - push pull - push pull - push pull -"),
        (fixed, "mon,wed,fri", "tue,thu,sat", "push - - pull - push - - push - pull - push -"),
    ])
    func aChangeAppliesFromItsDateOn(schedule: String, former: String, days: String, expected: String) throws {
        #expect(try changed(schedule, from: former, to: days) == expected)
    }

    /// A workout that was answered or started before the change keeps its day; one after the change does not bring it back.
    @Test(arguments: [
        ("2026-11-25T07:00", "push - pull push - - - - pull - push - - -"),
        ("2026-11-25T09:00", "push - - pull - - - - push - pull - - -"),
    ])
    func aSettledWorkoutKeepsItsDay(at moment: String, expected: String) throws {
        let days = try changed(Self.rotation, from: "mon,wed,fri", to: "tue,thu", settled: ["2026-11-25": moment])
        #expect(days == expected)
    }

    /// A clock that was a year ahead does not defer the choice that follows it.
    @Test func aLaterChoiceReplacesThoseOfLaterDates() throws {
        func choice(_ days: String, _ from: String) throws -> TrainingDays.Choice {
            TrainingDays.Choice(try WeekdaySet(parsing: days), from: try date(from), at: Instant(secondsSinceEpoch: 0))
        }
        let days = TrainingDays([
            try choice("mon", "2026-11-01"), try choice("tue", "2027-11-01"), try choice("wed", "2026-11-10"),
        ])
        #expect(days.choices.map(\.days.description) == ["mon", "wed"])
    }

    /// A program whose weeks are all the same shows the calendar week; rounds decide loads only.
    @Test func theShownWeekIsTheCalendarWeek() throws {
        let start = try date("2026-11-23")
        func weeks(_ top: String, _ schedule: String) throws -> [Int] {
            let calendar = TrainingCalendar(
                program: try program(programText(top: top, schedule: schedule)),
                start: start,
                trainingDays: TrainingDays(WeekdaySet([.monday, .wednesday, .friday])),
                completions: [],
                today: start
            )
            return calendar.days(start..<start.adding(days: 21)).compactMap { $0.occurrence?.week.shown }
        }
        #expect(try weeks("", Self.rotation) == [1, 1, 1, 2, 2, 2, 3, 3, 3])
        #expect(try weeks("weeks: [{name: A}, {name: B}]\n", Self.rotation) == [1, 1, 2, 2, 3, 3, 4, 4, 5])
        #expect(try weeks("", Self.rotation + "  length: 8 weeks\n") == [1, 1, 2, 2, 3, 3, 4, 4, 5])
    }
}
