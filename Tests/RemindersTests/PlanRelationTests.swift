import CivilTime
import Planning
import Reminders
import TestSupport
import Testing
import Training

/// The user's own reminders that follow the active programs.
@Suite struct PlanRelationTests {
    private func reminder(_ rule: String, _ at: String = "2026-11-01T09:00", number: Int64 = 3) throws -> UserReminder {
        let parts = at.split(separator: "T")
        let civil = CivilDateTime(date: try date(String(parts[0])), time: try time(String(parts[1])))
        return UserReminder(
            number: number,
            title: "Stretch",
            notes: nil,
            at: civil,
            rule: try RepeatRule(parsing: rule)
        )
    }

    /// A plan of programs, by default with workouts on Monday, Wednesday and Friday at 07:30.
    private func plan(
        _ reminders: [UserReminder],
        _ programs: [ActiveProgram]? = nil,
        settings: Settings = settings(),
        zone: String = "Europe/Berlin",
        now: String,
        answers: [OccurrenceKey: Answer] = [:],
        cancelled: Set<NotificationID> = []
    ) throws -> (input: PlanInput, plan: Plan) {
        let zone = try zones.zone(named: zone)
        let input = PlanInput(
            programs: try programs ?? [try active(program())],
            settings: settings,
            zone: zone,
            now: try Instant(parsing: now, in: zone),
            cancelled: cancelled,
            answers: answers,
            reminders: reminders
        )
        return (input, Plan(input))
    }

    private func active(
        _ program: Program,
        start: String = "2026-11-23",
        at time: TimeOfDay? = nil,
        days: WeekdaySet = .all,
        skipped: Set<CivilDate> = [],
        _ exceptions: [ScheduleException] = []
    ) throws -> ActiveProgram {
        ActiveProgram(
            program: program,
            start: try date(start),
            trainingDays: TrainingDays(days),
            completions: [],
            skipped: skipped,
            exceptions: exceptions,
            time: time
        )
    }

    /// The own reminders of a plan: `2026-11-23/0730-2h 2026-11-23T05:30`.
    private func lines(_ plan: Plan) -> [String] {
        plan.notifications.filter { $0.category == .reminder }.map {
            "\($0.id.rawValue.dropFirst("reminder/3/".count)) \($0.fireAt)"
        }
    }

    @Test(arguments: [
        ("training-days", "training-days"), ("Rest-Days", "rest-days"),
        ("days-before-training", "days-before-training"), ("before-workout 2h", "before-workout 2h"),
        ("after-workout 90m", "after-workout 1h30m"), ("before-workout  1 day", "before-workout 1d"),
    ])
    func relationsAreReadAndReadBack(text: String, shown: String) throws {
        let rule = try RepeatRule(parsing: text)
        #expect(rule.description == shown && rule.relation != nil)
        #expect(try RepeatRule(parsing: rule.description) == rule)
    }

    @Test(arguments: [
        "training", "before-workout", "before-workout 0m", "after-workout 30s", "after-workout 8d", "training-days 2h",
        "before-workout soon",
    ])
    func otherTextsAreRefused(text: String) {
        #expect(throws: RepeatRule.Failure.self) { try RepeatRule(parsing: text) }
    }

    /// The settings' time is 07:30, and the present a Sunday, the day before the program starts.
    @Test(
        arguments: [
            (
                "training-days",
                [
                    "2026-11-23/0900 2026-11-23T09:00", "2026-11-25/0900 2026-11-25T09:00",
                    "2026-11-27/0900 2026-11-27T09:00",
                ]
            ),
            (
                "rest-days",
                [
                    "2026-11-24/0900 2026-11-24T09:00", "2026-11-26/0900 2026-11-26T09:00",
                    "2026-11-28/0900 2026-11-28T09:00",
                ]
            ),
            (
                "days-before-training",
                ["2026-11-24/0900 2026-11-24T09:00", "2026-11-26/0900 2026-11-26T09:00"]
            ),
            (
                "before-workout 2h",
                [
                    "2026-11-23/0730-2h 2026-11-23T05:30", "2026-11-25/0730-2h 2026-11-25T05:30",
                    "2026-11-27/0730-2h 2026-11-27T05:30",
                ]
            ),
            (
                "before-workout 10h",
                [
                    "2026-11-23/0730-10h 2026-11-22T21:30", "2026-11-25/0730-10h 2026-11-24T21:30",
                    "2026-11-27/0730-10h 2026-11-26T21:30",
                ]
            ),
            // The workout of Monday in a week is beyond the horizon, but its reminder is not.
            (
                "before-workout 2d",
                [
                    "2026-11-25/0730-2d 2026-11-23T07:30", "2026-11-27/0730-2d 2026-11-25T07:30",
                    "2026-11-30/0730-2d 2026-11-28T07:30",
                ]
            ),
            (
                "after-workout 20h",
                [
                    "2026-11-23/0730+20h 2026-11-24T03:30", "2026-11-25/0730+20h 2026-11-26T03:30",
                    "2026-11-27/0730+20h 2026-11-28T03:30",
                ]
            ),
        ] as [(String, [String])]
    )
    func remindersFollowTheProgram(rule: String, expected: [String]) throws {
        let (input, plan) = try plan([try reminder(rule)], now: "2026-11-22T20:00")
        #expect(lines(plan) == expected)
        #expect(try input.nextDate(of: reminder(rule))?.description == expected.first.map { String($0.prefix(10)) })
    }

    /// A workout that was trained yesterday is followed today.
    @Test func aReminderAfterYesterdaysWorkoutIsPlanned() throws {
        let (input, plan) = try plan([try reminder("after-workout 20h")], now: "2026-11-24T01:00")
        #expect(lines(plan).first == "2026-11-23/0730+20h 2026-11-24T03:30")
        #expect(try input.nextDate(of: reminder("after-workout 20h")) == date("2026-11-23"))
    }

    @Test(arguments: [
        ("before-workout 1h", ["06:30", "06:30", "17:00", "06:30"]),
        ("after-workout 1h", ["08:30", "19:00", "19:00", "08:30"]),
    ])
    func ofSeveralWorkoutsTheFirstOrLastCounts(rule: String, times: [String]) throws {
        let evening = try active(
            try program("evening", schedule: "{mode: weekdays, wednesday: push, thursday: pull}"),
            at: try time("18:00")
        )
        let (_, plan) = try plan([try reminder(rule)], [try active(program()), evening], now: "2026-11-22T20:00")
        let own = plan.notifications.filter { $0.category == .reminder }
        #expect(own.map { "\($0.date.day) \($0.fireAt.time)" } == zip([23, 25, 26, 27], times).map { "\($0) \($1)" })
    }

    /// The program's own time is the reference, not its lead.
    @Test func theProgramsOwnTimeIsTheReference() throws {
        let own = try active(try program(reminders: "[{at: \"12:00\"}, {before: 3h}]"))
        let (_, plan) = try plan([try reminder("before-workout 30m")], [own], now: "2026-11-22T20:00")
        #expect(lines(plan).first == "2026-11-23/1200-30m 2026-11-23T11:30")
    }

    @Test(
        arguments: [
            (Answer.skipped, "training-days", [23, 27]), (.skipped, "rest-days", [24, 25, 26, 28]),
            (.skipped, "before-workout 2h", [23, 27]), (.skipped, "after-workout 2h", [23, 27]),
            (.completed, "training-days", [23, 25, 27]), (.completed, "rest-days", [24, 26, 28]),
            (.completed, "before-workout 2h", [23, 27]), (.completed, "after-workout 2h", [23, 25, 27]),
        ] as [(Answer, String, [Int])]
    )
    func anAnswerCounts(answer: Answer, rule: String, days: [Int]) throws {
        let wednesday = OccurrenceKey(.program("ppl"), on: try date("2026-11-25"))
        let (_, plan) = try plan([try reminder(rule)], now: "2026-11-22T20:00", answers: [wednesday: answer])
        #expect(plan.notifications.filter { $0.category == .reminder }.map(\.date.day) == days)
    }

    @Test func withoutProgramsNothingComes() throws {
        for rule in ["training-days", "rest-days", "before-workout 2h", "after-workout 2h"] {
            let (input, plan) = try plan([try reminder(rule)], [], now: "2026-11-22T20:00")
            #expect(plan.notifications.isEmpty)
            #expect(try input.nextDate(of: reminder(rule)) == nil)
        }
    }

    @Test(arguments: [
        ("training-days", "2026-11-25T09:00", "2026-11-25"), ("before-workout 2h", "2026-11-24T00:00", "2026-11-25"),
        ("rest-days", "2026-11-25T09:00", "2026-11-26"),
    ])
    func noDateIsBeforeTheFirst(rule: String, at: String, first: String) throws {
        let (_, plan) = try plan([try reminder(rule, at)], now: "2026-11-22T20:00")
        #expect(lines(plan).first?.hasPrefix(first) == true)
    }

    /// The time of a reminder after quiet hours from 22:00 to 06:00; nil if they drop it.
    @Test(
        arguments: [
            ("before-workout 2h", "2026-11-23T06:00"), ("before-workout 9h", "2026-11-23T06:00"),
            ("after-workout 15h", nil), ("after-workout 20h", "2026-11-24T06:00"),
        ] as [(String, String?)]
    )
    func quietHoursApply(rule: String, expected: String?) throws {
        let quiet = try QuietHours(from: time("22:00"), to: time("06:00"))
        let (_, plan) = try plan(
            [try reminder(rule)],
            settings: settings { $0.quietHours = quiet },
            now: "2026-11-22T20:00"
        )
        #expect(plan.notifications.first { $0.category == .reminder }?.fireAt.description == expected)
    }

    /// Spans are counted in local time: the elapsed time is an hour shorter or longer than the span in these nights.
    @Test(
        arguments: [
            ("2026-03-28", "before-workout 8h", "2026-03-28T23:30", 7),
            ("2026-10-24", "before-workout 8h", "2026-10-24T23:30", 9),
            // 02:30 does not exist, or exists twice.
            ("2026-03-28", "before-workout 5h", "2026-03-29T03:30", 4),
            ("2026-10-24", "before-workout 5h", "2026-10-25T02:30", 6),
        ]
    )
    func clockChangesMoveNoReminder(saturday: String, rule: String, fireAt: String, hours: Int64) throws {
        let sunday = try active(try program(schedule: "{mode: weekdays, sunday: push}"), start: saturday)
        let (_, plan) = try plan([try reminder(rule, "2026-01-01T00:00")], [sunday], now: "\(saturday)T12:00")
        let (own, workout) = (plan.notifications.first, plan.notifications.dropFirst().first)
        #expect(own?.fireAt.description == fireAt && workout?.category == .workout)
        let span = (workout?.instant.secondsSinceEpoch ?? 0) - (own?.instant.secondsSinceEpoch ?? 0)
        #expect(span == hours * 3600)
        #expect(own?.body.contains("skip") == fireAt.hasSuffix("03:30"))
    }

    /// For random programs, pauses, moves and skipped workouts, training days are the dates with a workout's reminder, and rest days
    /// the other dates of a running program.
    @Test(arguments: 0..<60)
    func datesAreThoseOfThePlan(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let schedules = [
            "{mode: weekdays, monday: push, wednesday: pull, friday: legs}",
            "{mode: cycle, cycle: [push, rest, pull, legs]}",
            "{mode: rotation, rotation: [push, pull], on: [tue, sat], on-missed: shift}",
            "{mode: weekdays, tuesday: push, sunday: legs, length: 2 weeks}",
        ]
        let first = try date("2026-11-16")
        func day() -> CivilDate { first.adding(days: Int.random(in: 0...24, using: &random)) }
        var answers: [OccurrenceKey: Answer] = [:]
        let programs = try (0...Int.random(in: 0...2, using: &random)).map { number in
            let id = "p\(number)"
            let program = try program(id, schedule: schedules.randomElement(using: &random) ?? "")
            var exceptions: [ScheduleException] = []
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let (one, other) = (day(), day())
                exceptions.append(
                    Bool.random(using: &random)
                        ? .move(one, to: other)
                        : .pause(from: min(one, other), through: min(one, other).adding(days: 3))
                )
            }
            let skipped = Set((0..<Int.random(in: 0...3, using: &random)).map { _ in day() })
            for date in skipped { answers[OccurrenceKey(.program(id), on: date)] = .skipped }
            let days: [WeekdaySet] = [
                .all, try WeekdaySet(parsing: "weekdays"), try WeekdaySet(parsing: "mon,tue,sat"),
            ]
            return try active(
                program,
                start: day().description,
                at: try time("0\(Int.random(in: 1...9, using: &random)):15"),
                days: days.randomElement(using: &random) ?? .all,
                skipped: skipped,
                exceptions
            )
        }
        let reminders = try ["training-days", "rest-days", "before-workout 30m", "after-workout 30m"].enumerated().map {
            try reminder($1, number: Int64($0 + 1))
        }
        let (input, plan) = try plan(
            reminders,
            programs,
            settings: settings { $0.horizon = 21 },
            now: "2026-11-20T00:00",
            answers: answers
        )
        func dates(_ number: Int64) -> [CivilDate] {
            plan.notifications.filter { $0.reminderNumber == number }.map(\.date)
        }
        let training = plan.days.filter { $0.notifications.contains { $0.category == .workout } }.map(\.date)
        let running = plan.days.filter { day in
            day.programs.contains { $0.kind == .rest || $0.occurrence != nil }
        }.map(\.date)
        #expect(dates(1) == training && dates(3) == training && dates(4) == training)
        #expect(dates(2) == running.filter { !training.contains($0) })
        for reminder in reminders {
            let all = input.dates(of: reminder, from: input.today).prefix { $0 < input.today.adding(days: 21) }
            #expect(Array(all) == dates(reminder.number))
            #expect(input.nextDate(of: reminder) == input.dates(of: reminder, from: input.today).next())
        }
    }
}
