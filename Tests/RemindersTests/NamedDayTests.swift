import CivilTime
import Localization
import Planning
import Reminders
import Testing
import Training
import YAMLSource

/// A reminder names its day relative to the day on which it is delivered.
@Suite struct NamedDayTests {
    private func late(_ change: (inout Settings) -> Void = { _ in }) throws -> PlanInput {
        let daily = try program(schedule: "{mode: cycle, cycle: [push, pull, legs]}")
        let evening = try time("23:30")
        let chosen = settings {
            $0.time = evening
            $0.horizon = 1
            change(&$0)
        }
        return try input([daily], settings: chosen, now: "2026-11-23T23:40")
    }

    private func first(_ input: PlanInput) throws -> PlannedNotification {
        let early = PlanInput(
            programs: input.programs,
            settings: input.settings,
            zone: input.zone,
            now: input.now.subtracting(.hours(1))
        )
        return try #require(Plan(early).notifications.first)
    }

    @Test(arguments: [("10m", "Today: Push"), ("45m", "Yesterday: Push"), ("30h", "2026-11-23: Push")])
    func aSnoozePastMidnightNamesTheDay(span: String, body: String) throws {
        let base = try late()
        let original = try first(base)
        #expect(original.body == "Today: Push")
        let until = base.now.adding(try TimeSpan(parsing: span))
        let plan = Plan(
            PlanInput(
                programs: base.programs,
                settings: base.settings,
                zone: base.zone,
                now: base.now,
                snoozes: [Snooze(original: original, ordinal: 1, until: until)]
            )
        )
        #expect(plan.notifications.first { $0.instant == until }?.body == body)
    }

    @Test func aFollowUpPastMidnightNamesTheDay() throws {
        let base = try late { $0.followUp = FollowUpPolicy(after: .minutes(20), atMost: 2) }
        let original = try first(base)
        let plan = Plan(
            PlanInput(
                programs: base.programs,
                settings: base.settings,
                zone: base.zone,
                now: base.now,
                delivered: [DeliveredReminder(notification: original, deliveredAt: original.instant)]
            )
        )
        let bodies = plan.notifications.filter { $0.category == .followUp }.map(\.body)
        #expect(bodies == ["Today: Push", "Yesterday: Push"])
    }

    @Test(
        arguments: [
            ("2026-11-22", "Tomorrow: Push"), ("2026-11-23", "Today: Push"), ("2026-11-24", "Yesterday: Push"),
            ("2026-11-20", "2026-11-23: Push"),
        ]
    )
    func aListNamesTheDayRelativeToToday(today: String, summary: String) throws {
        let original = try first(late())
        #expect(original.summary(on: try date(today), .plain) == summary)
        #expect(original.summary(on: try date(today), .plain, isDated: true) == "Push")
    }

    @Test func userTextsAreNotChanged() throws {
        let own = try first(
            late { $0.texts.workoutBody = RotatingText(TextTemplate("Go: {workout}")) }
        )
        #expect(own.summary(on: try date("2026-11-20"), .plain) == "Go: Push")
    }

    // MARK: Channels

    @Test func programsInOneMinuteKeepTheirChannels() throws {
        let base = try ["a", "b", "c", "d"].map {
            try program($0, schedule: "{mode: cycle, cycle: [\($0)]}", names: [$0])
        }
        let start = try date("2026-11-23")
        let channels = [["mail"], nil, ["mail"], ["log", "mail"]]
        let chosen = settings { $0.horizon = 1 }
        let given = try input(base, settings: chosen, now: "2026-11-23T00:00")
        let plan = Plan(
            PlanInput(
                programs: zip(base, channels).map {
                    ActiveProgram(
                        program: $0,
                        start: start,
                        trainingDays: TrainingDays(chosen.days),
                        completions: [],
                        channels: $1
                    )
                },
                settings: chosen,
                zone: given.zone,
                now: given.now
            )
        )
        let routes = ChannelRoutes(
            channels: ["desktop"],
            programChannels: ["a": ["mail"], "c": ["mail"], "d": ["log", "mail"]]
        )
        #expect(
            plan.notifications.map { "\($0.id) \($0.body) \(routes.of($0).joined(separator: ","))" } == [
                "workout/2026-11-23/0730 Today: A and C mail", "workout/2026-11-23/0730/b Today: B desktop",
                "workout/2026-11-23/0730/d Today: D log,mail",
            ]
        )
    }

    // MARK: Wanted reminders

    /// A reminder that is late by exactly the grace period is still wanted, in agreement with the queue.
    @Test(arguments: [("11:29", true), ("11:30", true), ("11:31", false)])
    func theGracePeriodIncludesItsEnd(now: String, isWanted: Bool) throws {
        let daily = try program(schedule: "{mode: cycle, cycle: [push, pull, legs]}")
        let chosen = settings {
            $0.grace = .hours(4)
            $0.horizon = 1
        }
        let plan = Plan(try input([daily], settings: chosen, now: "2026-11-23T\(now)"))
        #expect(plan.notifications.isEmpty == !isWanted)
    }

    @Test(arguments: [(true, ReminderAbsence.pausedByProgram), (false, .paused)])
    func aPauseReportsItsOrigin(isOfTheFile: Bool, absence: ReminderAbsence) throws {
        let monday = try date("2026-11-23")
        let pause = ScheduleException.pause(from: monday, through: monday)
        let text = """
            antrain: 1
            id: a
            name: A
            days: {a: {exercises: [{exercise: A, sets: 5}]}}
            schedule: {mode: cycle, cycle: [a]}
            \(isOfTheFile ? "exceptions: [{pause: 2026-11-23, until: 2026-11-23}]" : "")
            """
        let read = try #require(ProgramReader.read(SourceText(path: "a.yaml", text: text)).program)
        let base = try input([read], now: "2026-11-23T06:00")
        let active = ActiveProgram(
            program: read,
            start: monday,
            trainingDays: TrainingDays(base.settings.days),
            completions: [],
            exceptions: isOfTheFile ? [] : [pause]
        )
        let plan = Plan(PlanInput(programs: [active], settings: base.settings, zone: base.zone, now: base.now))
        #expect(plan.days.first?.absence == absence)
    }

    /// A weekday without training gets a reminder only if a move brings a workout to that date.
    @Test(arguments: [
        ("2026-11-24", "2026-11-25", 0), ("2026-11-23", "2026-11-25", 1), ("2026-11-23", "2026-11-26", 0),
    ])
    func aMoveWithoutEffectAddsNoReminder(from: String, to: String, count: Int) throws {
        let weekly = try program()
        let chosen = settings { $0.days = WeekdaySet([.monday]) }
        let base = try input([weekly], settings: chosen, now: "2026-11-24T00:00")
        let pause = ScheduleException.pause(from: try date("2026-11-26"), through: try date("2026-11-26"))
        let active = ActiveProgram(
            program: weekly,
            start: try date("2026-11-23"),
            trainingDays: TrainingDays(chosen.days),
            completions: [],
            exceptions: [pause, .move(try date(from), to: try date(to))]
        )
        let plan = Plan(PlanInput(programs: [active], settings: chosen, zone: base.zone, now: base.now), days: 3)
        #expect(plan.notifications.count == count, "\(plan.lines)")
    }
}
