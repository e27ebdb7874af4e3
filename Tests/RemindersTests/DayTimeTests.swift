import CivilTime
import Planning
import Reminders
import TestSupport
import Testing
import Training

/// Program days with a time of their own: Monday's push, here at 18:00; Wednesday's pull and Friday's legs have none.
@Suite struct DayTimeTests {
    private func active(
        _ id: String = "ppl",
        day: String? = "18:00",
        reminders: String = "[]",
        user: String? = nil
    ) throws -> ActiveProgram {
        ActiveProgram(
            program: try program(id, reminders: reminders, times: day.map { ["push": $0] } ?? [:]),
            start: try date("2026-11-23"),
            trainingDays: TrainingDays(.all),
            completions: [],
            time: try user.map(time)
        )
    }

    private func input(
        _ programs: [ActiveProgram],
        settings: Settings = settings { $0.horizon = 3 },
        zone: String = "Europe/Berlin",
        now: String = "2026-11-22T12:00",
        answers: [OccurrenceKey: Answer] = [:],
        reminders: [UserReminder] = []
    ) throws -> PlanInput {
        let zone = try zones.zone(named: zone)
        return PlanInput(
            programs: programs,
            settings: settings,
            zone: zone,
            now: try Instant(parsing: now, in: zone),
            answers: answers,
            reminders: reminders
        )
    }

    /// The reminders of a plan as `day time`.
    private func lines(_ plan: Plan) -> [String] {
        plan.notifications.map { "\($0.fireAt.date.day) \($0.fireAt.time)" }
    }

    /// What the user chose for the program, the day, the program's first time, the settings.
    @Test(
        arguments: [
            (nil, "[]", nil, ["23 07:30", "25 07:30"]),
            ("18:00", "[]", nil, ["23 18:00", "25 07:30"]),
            (nil, "[{at: \"09:00\"}, {at: \"12:00\"}]", nil, ["23 09:00", "23 12:00", "25 09:00", "25 12:00"]),
            ("18:00", "[{at: \"09:00\"}, {at: \"12:00\"}]", nil, ["23 18:00", "25 09:00", "25 12:00"]),
            ("18:00", "[{at: \"09:00\"}]", "06:00", ["23 06:00", "25 06:00"]),
            ("18:00", "[]", "06:00", ["23 06:00", "25 06:00"]),
            ("18:00", "[{at: \"09:00\"}, {before: 10h}]", nil, ["23 08:00", "23 18:00", "24 23:00", "25 09:00"]),
            ("18:00", "[{before: 2h}]", nil, ["23 16:00", "23 18:00", "25 05:30"]),
            ("18:00", "[{before: 2h}]", "06:00", ["23 04:00", "23 06:00", "25 04:00", "25 06:00"]),
            ("00:30", "[{before: 1h}]", nil, ["22 23:30", "23 00:30", "25 06:30"]),
        ] as [(String?, String, String?, [String])]
    )
    func theMostSpecificTimeWins(day: String?, reminders: String, user: String?, expected: [String]) throws {
        let input = try input(
            [try active(day: day, reminders: reminders, user: user)],
            settings: settings { $0.horizon = 4 }
        )
        #expect(lines(Plan(input)) == expected)
        let base = user ?? day ?? (reminders.contains("at:") ? "09:00" : "07:30")
        let events = input.events(try date("2026-11-23")..<date("2026-11-24"))
        #expect(events.map { $0.start?.time.description } == [base])
        for (rule, offset) in [("before-workout 10m", Int64(-600)), ("after-workout 10m", 600)] {
            let follower = UserReminder(
                number: 1,
                title: "Bag",
                notes: nil,
                at: CivilDateTime(date: try date("2026-11-01"), time: .midnight),
                rule: try RepeatRule(parsing: rule)
            )
            let wanted = CivilDateTime(date: try date("2026-11-23"), time: try time(base)).adding(seconds: offset)
            #expect(input.moment(of: follower, on: try date("2026-11-23")) == wanted)
        }
    }

    /// A day with a time of its own does not follow the workouts; the others do.
    @Test func onlyOtherDaysFollowTheSettings() throws {
        #expect(try active().followsSettings && active().followsSettings(onDay: "pull"))
        #expect(try !active().followsSettings(onDay: "push"))
        #expect(try !active(reminders: "[{at: \"09:00\"}]").followsSettings)
        #expect(try !active(user: "06:00").followsSettings(onDay: "pull"))
        let all = ActiveProgram(
            program: try program(times: ["push": "18:00", "pull": "19:00", "legs": "20:00"]),
            start: try date("2026-11-23"),
            trainingDays: TrainingDays(.all),
            completions: []
        )
        #expect(!all.followsSettings)
    }

    /// Workouts of one date at different times are two reminders; those in one minute are one.
    @Test(arguments: [
        ("18:00", ["workout/2026-11-23/0730", "workout/2026-11-23/1800"]), ("07:30", ["workout/2026-11-23/0730"]),
    ])
    func programsOfOneDateAreGroupedByTime(time: String, ids: [String]) throws {
        let programs = [try active("a", day: time), try active("b", day: nil)]
        let plan = Plan(try input(programs, settings: settings { $0.horizon = 2 }))
        #expect(plan.ids == ids)
        let key = OccurrenceKey(.program("b"), on: try date("2026-11-23"))
        let answered = Plan(try input(programs, settings: settings { $0.horizon = 2 }, answers: [key: .completed]))
        #expect(answered.ids == [ids.last].compactMap { $0 } && answered.notifications.count == 1)
        // Reminders before workouts count from the first one.
        let first = UserReminder(
            number: 1,
            title: "Bag",
            notes: nil,
            at: CivilDateTime(date: try date("2026-11-01"), time: .midnight),
            rule: try RepeatRule(parsing: "before-workout 30m")
        )
        let moment = try input(programs, reminders: [first]).moment(of: first, on: try date("2026-11-23"))
        #expect(moment?.time.description == "07:00")
    }

    /// An answer does not change the identifiers of the others, and an answered workout keeps its time in the calendar.
    @Test func anAnsweredWorkoutKeepsItsTime() throws {
        let monday = try date("2026-11-23")
        let answers: [OccurrenceKey: Answer] = [OccurrenceKey(.program("ppl"), on: monday): .completed]
        let events = try input([try active()], answers: answers).events(monday..<monday.adding(days: 1))
        #expect(events.map { $0.start?.time.description } == ["18:00"])
        #expect(events.first?.isDone == true)
    }

    @Test func aSkippedTimeMovesForward() throws {
        let active = ActiveProgram(
            program: try program(
                schedule: "{mode: weekdays, sunday: push}",
                names: ["push"],
                times: ["push": "02:30"]
            ),
            start: try date("2027-03-22"),
            trainingDays: TrainingDays(.all),
            completions: []
        )
        let plan = Plan(try input([active], now: "2027-03-27T12:00"))
        #expect(lines(plan) == ["28 03:30"])
        #expect(plan.ids == ["workout/2027-03-28/0230"])
    }

    /// A reminder that quiet hours would hold until the next day is dropped.
    @Test(arguments: [("23:00", []), ("20:00", ["23 20:00"]), ("05:30", ["23 07:00"])])
    func quietHoursApply(time: String, expected: [String]) throws {
        let quiet = settings {
            $0.horizon = 3
            $0.quietHours = QuietHours(
                from: TimeOfDay(secondsFromMidnight: 79_200),
                to: TimeOfDay(secondsFromMidnight: 25_200)
            )
        }
        let plan = Plan(try input([try active(day: time)], settings: quiet))
        #expect(lines(plan) == expected)
    }

    /// The end of a program is reported at the time of its last workout.
    @Test(arguments: [(nil, "06:00"), ("05:00", "05:00")] as [(String?, String)])
    func theEndHasTheTimeOfTheLastDay(user: String?, expected: String) throws {
        let week = "{mode: weekdays, monday: push, wednesday: pull, length: 1 weeks}"
        let active = ActiveProgram(
            program: try program(schedule: week, names: ["push", "pull"], times: ["push": "18:00", "pull": "06:00"]),
            start: try date("2026-11-23"),
            trainingDays: TrainingDays(.all),
            completions: [],
            time: try user.map(time)
        )
        let plan = Plan(try input([active], settings: settings { $0.horizon = 7 }))
        let end = try #require(plan.notifications.first { $0.id.endedProgram != nil })
        #expect(end.fireAt.date.description == "2026-11-26" && end.fireAt.time.description == expected)
    }

    @Test func aMovedWorkoutKeepsItsTime() throws {
        let text = "{mode: weekdays, monday: pull, wednesday: push}"
        let active = ActiveProgram(
            program: try program(schedule: text, names: ["push", "pull"], times: ["push": "18:00"]),
            start: try date("2026-11-23"),
            trainingDays: TrainingDays(.all),
            completions: [],
            exceptions: [.move(try date("2026-11-23"), to: try date("2026-11-25"))]
        )
        #expect(lines(Plan(try input([active], settings: settings { $0.horizon = 4 }))) == ["23 18:00", "25 07:30"])
    }
}
