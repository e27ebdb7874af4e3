import CivilTime
import Localization
import Planning
import Reminders
import TestSupport
import Testing
import Training
import YAMLSource

/// Several texts of the user's own, which reminders use one after the other.
@Suite struct TextTurnTests {
    private func texts(_ count: Int) -> RotatingText {
        RotatingText(TextTemplate("0"), (1..<count).map { TextTemplate("\($0)") })
    }

    private func active(
        _ program: Program,
        start: String = "2026-11-23",
        completions: [Completion] = [],
        skipped: Set<CivilDate> = [],
        exceptions: [ScheduleException] = [],
        time: TimeOfDay? = nil,
        channels: [String]? = nil
    ) throws -> ActiveProgram {
        ActiveProgram(
            program: program,
            start: try date(start),
            trainingDays: .all,
            completions: completions,
            skipped: skipped,
            exceptions: exceptions,
            time: time,
            channels: channels
        )
    }

    private func input(
        _ programs: [ActiveProgram],
        _ settings: Settings,
        now: String,
        answers: [OccurrenceKey: Answer] = [:],
        cancelled: Set<NotificationID> = [],
        snoozes: [Snooze] = [],
        delivered: [DeliveredReminder] = []
    ) throws -> PlanInput {
        PlanInput(
            programs: programs,
            settings: settings,
            zone: .utc,
            now: try Instant(parsing: now, in: .utc),
            cancelled: cancelled,
            answers: answers,
            snoozes: snoozes,
            delivered: delivered
        )
    }

    /// A case: programs, settings, the number of texts, and the expected reminders of ten days as day and hour with the text.
    struct Case: CustomTestStringConvertible {
        let name: String
        var schedules = ["{mode: weekdays, monday: push, wednesday: pull, friday: legs}"]
        var reminders = "[]"
        var times: [String?] = [nil, nil]
        var channels: [[String]?] = [nil, nil]
        var quiet: QuietHours?
        var category = NotificationCategory.workout
        let count: Int
        let expected: String

        var testDescription: String { name }
    }

    /// The program starts on Monday the 23rd; today is Sunday the 22nd.
    @Test(arguments: [
        Case(name: "an even and an odd number of days", count: 2, expected: "23T07 0, 25T07 1, 27T07 0, 30T07 1"),
        Case(name: "as many texts as days", count: 3, expected: "23T07 0, 25T07 1, 27T07 2, 30T07 0"),
        Case(
            name: "two programs on different days",
            schedules: [
                "{mode: weekdays, monday: push, thursday: pull}", "{mode: weekdays, tuesday: push, friday: legs}",
            ],
            count: 2,
            expected: "23T07 0, 24T07 1, 26T07 0, 27T07 1, 30T07 0, 01T07 1"
        ),
        Case(
            name: "two programs at the same time share a reminder",
            schedules: ["{mode: weekdays, monday: push, thursday: pull}", "{mode: weekdays, monday: push}"],
            count: 2,
            expected: "23T07 0, 26T07 1, 30T07 0"
        ),
        Case(
            name: "two programs at different times do not",
            schedules: ["{mode: weekdays, monday: push, thursday: pull}", "{mode: weekdays, monday: push}"],
            times: ["18:00", "06:00"],
            count: 2,
            expected: "23T06 0, 23T18 1, 26T18 0, 30T06 1, 30T18 0"
        ),
        Case(
            name: "nor on different channels",
            schedules: ["{mode: weekdays, monday: push, thursday: pull}", "{mode: weekdays, monday: push}"],
            channels: [["a"], ["b"]],
            count: 2,
            expected: "23T07 0, 23T07 1, 26T07 0, 30T07 1, 30T07 0"
        ),
        Case(
            name: "quiet hours join reminders",
            schedules: ["{mode: weekdays, monday: push, thursday: pull}", "{mode: weekdays, monday: push}"],
            times: ["06:30", "06:00"],
            quiet: QuietHours(from: TimeOfDay(secondsFromMidnight: 79_200), to: TimeOfDay(secondsFromMidnight: 28_800)),
            count: 2,
            expected: "23T08 0, 26T08 1, 30T08 0"
        ),
        Case(
            name: "a reminder ahead has its own text",
            schedules: ["{mode: weekdays, monday: push, wednesday: pull}"],
            reminders: "[{before: 12h}, {at: \"08:00\"}]",
            count: 3,
            expected: "22T20 0, 23T08 1, 24T20 2, 25T08 0, 29T20 1, 30T08 2"
        ),
        Case(
            name: "reminders ahead by more than a day",
            schedules: ["{mode: cycle, cycle: [push]}"],
            reminders: "[{before: 36h}, {at: \"08:00\"}]",
            count: 2,
            expected: "22T20 1, 23T08 0, 23T20 1, 24T08 0, 24T20 1, 25T08 0"
        ),
        Case(
            name: "rest days",
            category: .restDay,
            count: 3,
            expected: "24T07 0, 26T07 1, 28T07 2, 29T07 0, 01T07 1"
        ),
    ])
    func remindersTakeTurns(_ example: Case) throws {
        let programs = try example.schedules.enumerated().map { index, schedule in
            try active(
                program("p\(index)", schedule: schedule, reminders: example.reminders),
                time: try example.times[index].map(time),
                channels: example.channels[index]
            )
        }
        let wanted = settings {
            $0.texts.workoutBody = texts(example.count)
            $0.texts.restBody = texts(example.count)
            $0.restDays = true
            $0.quietHours = example.quiet
        }
        let plan = Plan(try input(programs, wanted, now: "2026-11-22T12:00"), days: 10)
        let lines = plan.notifications.filter { $0.category == example.category }.map {
            "\("\($0.fireAt)".dropFirst(8).prefix(5)) \($0.body)"
        }
        #expect(lines.prefix(6).joined(separator: ", ") == example.expected)
    }

    /// The title and the text have lists of their own, and the events of a calendar the same texts.
    @Test func titlesAndBodiesTakeTurnsIndependently() throws {
        let wanted = settings {
            $0.texts.workoutTitle = RotatingText(TextTemplate("a"), [TextTemplate("b"), TextTemplate("c")])
            $0.texts.workoutBody = RotatingText(TextTemplate("{workout}"), [TextTemplate("Go: {workout}")])
        }
        let input = try input([try active(program())], wanted, now: "2026-11-22T12:00")
        let lines = Plan(input, days: 12).notifications.map { "\($0.title) \($0.body)" }
        #expect(lines == ["a Push", "b Go: Pull", "c Legs", "a Go: Push", "b Pull"])
        let first = try date("2026-11-23")
        #expect(input.events(first..<first.adding(days: 11)).map { "\($0.title) \($0.body)" } == lines)
    }

    /// Neither an answer nor a cancellation changes the text of another reminder.
    @Test func otherRemindersKeepTheirTexts() throws {
        let wanted = settings { $0.texts.workoutBody = texts(4) }
        let done = OccurrenceKey(.program("ppl"), on: try date("2026-11-25"))
        let input = try input(
            [try active(program(), completions: [Completion(date: done.date, dayID: "pull")])],
            wanted,
            now: "2026-11-24T12:00",
            answers: [done: .completed],
            cancelled: [NotificationID(rawValue: "workout/2026-11-27/0730")]
        )
        #expect(Plan(input, days: 9).notifications.map { "\($0.date) \($0.body)" } == ["2026-11-30 3", "2026-12-02 0"])
    }

    /// A snooze and a follow-up have the text of their reminder, even if it is written again.
    @Test func laterRemindersOfAWorkoutKeepItsText() throws {
        let wanted = settings {
            $0.texts.workoutBody = RotatingText(
                TextTemplate("0 {workout}"),
                [TextTemplate("1 {workout} {date}"), TextTemplate("2 {workout}")]
            )
            $0.followUp = FollowUpPolicy(after: .hours(1))
        }
        let programs = [try active(program())]
        let reminder = try #require(
            Plan(try input(programs, wanted, now: "2026-11-24T12:00")).notifications.first
        )
        #expect(reminder.body == "1 Pull 2026-11-25")
        let sent = DeliveredReminder(notification: reminder, deliveredAt: reminder.instant)
        let later = Plan(try input(programs, wanted, now: "2026-11-25T08:00", delivered: [sent]))
        #expect(later.notifications.first { $0.category == .followUp }?.body == reminder.body)
        // The next day, the text is written for that day.
        let snooze = Snooze(original: reminder, ordinal: 1, until: reminder.instant.adding(.hours(30)))
        let again = Plan(try input(programs, wanted, now: "2026-11-25T12:00", snoozes: [snooze])).notifications.first
        #expect(again?.id == snooze.id && again?.body.hasPrefix("1 Pull") == true)
    }

    /// Random programs with answers, pauses and moves: each reminder has the text after that of the reminder before it, whenever the plan is
    /// made.
    @Test func noTextIsRepeatedBeforeAllWereUsed() throws {
        for seed in 0..<45 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let count = Int.random(in: 2...5, using: &random)
            let wanted = settings {
                $0.texts.workoutBody = texts(count)
                $0.texts.restBody = texts(count)
                $0.restDays = true
            }
            let isAnswered = seed % 3 == 0
            let programs = try (0..<Int.random(in: 1...3, using: &random)).map { index in
                try randomProgram("p\(index)", isAnswered, &random)
            }
            var known: [NotificationID: String] = [:]
            // Without answers, no workout is missed, so that later plans have the same workouts.
            for months in isAnswered ? [14] : [0, 1, 13, 14, 41] {
                let today = try date("2026-11-20").adding(days: months * 30)
                let plan = Plan(try input(programs, wanted, now: "\(today)T00:30"), days: 45)
                for category in [NotificationCategory.workout, .restDay] {
                    let numbers = plan.notifications.filter { $0.category == category }.compactMap { Int($0.body) }
                    let isInOrder = zip(numbers, numbers.dropFirst()).allSatisfy { ($0 + 1) % count == $1 }
                    #expect(isInOrder, "seed \(seed), \(category) from \(today): \(numbers)")
                }
                for one in plan.notifications {
                    #expect(known[one.id] ?? one.body == one.body, "seed \(seed): \(one.id)")
                    known[one.id] = one.body
                }
            }
        }
    }

    private func randomProgram(_ id: String, _ isAnswered: Bool, _ random: inout SplitMix64) throws -> ActiveProgram {
        let schedules = [
            "{mode: weekdays, monday: push, wednesday: pull, friday: legs}",
            "{mode: weekdays, tuesday: push, saturday: pull, on-missed: shift}",
            "{mode: cycle, cycle: [push, rest, pull, legs, rest]}",
            "{mode: rotation, rotation: [push, pull, legs], on: [mon, tue, thu, sat], rest-days-between: 1}",
            "{mode: rotation, rotation: [push, pull], on: [mon, wed, sun], on-missed: repeat, length: 400 workouts}",
            "{mode: cycle, cycle: [push, rest], length: 30 weeks}",
        ]
        let reminders = [
            "[]", "[{before: 12h}]", "[{before: 1d}, {at: \"18:00\"}]", "[{before: 50h}, {at: \"06:00\"}]",
        ]
        let start = try date("2026-11-23").adding(days: Int.random(in: -9...9, using: &random))
        func day(_ range: ClosedRange<Int>) -> CivilDate { start.adding(days: Int.random(in: range, using: &random)) }
        var exceptions: [ScheduleException] = []
        if Bool.random(using: &random) {
            let first = day(5...60)
            exceptions.append(.pause(from: first, through: first.adding(days: 9)))
            exceptions.append(.move(day(70...80), to: day(81...90)))
        }
        let answered = isAnswered ? Set((0..<120).map { _ in day(0...400) }) : []
        return try active(
            try program(
                id,
                schedule: schedules.randomElement(using: &random) ?? "",
                reminders: reminders.randomElement(using: &random) ?? "[]"
            ),
            start: "\(start)",
            completions: answered.sorted().dropLast(20).map { Completion(date: $0, dayID: "push") },
            skipped: Set(answered.sorted().suffix(20)),
            exceptions: exceptions,
            time: [nil, try time("07:30"), try time("12:15")].randomElement(using: &random) ?? nil
        )
    }

    @Test(arguments: [
        ("{body: []}", "settings.yaml:1:25", "the list of texts is empty"),
        ("{title: [a, \" \"]}", "settings.yaml:1:30", "the title is empty"),
        ("{body: [a, \"{workuot}\"]}", "settings.yaml:1:29", "did you mean 'workout'?"),
        ("{body: [\"{\", b]}", "settings.yaml:1:26", "unmatched brace"),
        ("{body: [a, b, a]}", "settings.yaml:1:32", "this text is in the list twice"),
        ("{body: [a, [b]]}", "settings.yaml:1:29", "expected a single value"),
        (
            "{body: [\(Array(0...100).map { "t\($0)" }.joined(separator: ", "))]}", "settings.yaml:1:25",
            "more than 100 texts"
        ),
    ])
    func mistakesInListsAreReported(texts: String, place: String, message: String) {
        let source = SourceText(path: "settings.yaml", text: "texts: {workout: \(texts)}\n")
        let report = DiagnosticRenderer(source: source).render(SettingsReader.read(source).diagnostics)
        #expect(report.contains(place) && report.contains(message), "\(report)")
    }

    /// A list of one text is the text.
    @Test func aListOfOneIsAText() throws {
        func read(_ text: String) -> Settings? {
            SettingsReader.read(SourceText(path: "settings.yaml", text: "texts: {rest: {title: \(text)}}\n")).settings
        }
        #expect(read("[Rest]") != nil && read("[Rest]") == read("Rest"))
    }
}
