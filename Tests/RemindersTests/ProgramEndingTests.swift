import CivilTime
import Localization
import Planning
import Reminders
import Testing
import Training
import YAMLSource

/// The notification about the end of a program, on the day after its last workout.
@Suite struct ProgramEndingTests {
    private static let week = "{mode: weekdays, monday: push, wednesday: pull, friday: legs, length: 1 weeks}"

    private func active(
        _ id: String = "ppl",
        _ schedule: String = week,
        start: String = "2026-11-23",
        done: [String] = [],
        skipped: [String] = [],
        exceptions: [ScheduleException] = [],
        time: TimeOfDay? = nil
    ) throws -> ActiveProgram {
        ActiveProgram(
            program: try program(id, schedule: schedule),
            start: try date(start),
            trainingDays: .all,
            completions: try done.map { Completion(date: try date($0), dayID: "push") },
            skipped: Set(try skipped.map(date)),
            exceptions: exceptions,
            time: time
        )
    }

    private func input(
        _ programs: [ActiveProgram],
        now: String = "2026-11-22T12:00",
        language: Language = .english,
        _ change: (inout Settings) -> Void = { _ in }
    ) throws -> PlanInput {
        var answers: [OccurrenceKey: Answer] = [:]
        for one in programs {
            for done in one.completions { answers[OccurrenceKey(.program(one.program.id), on: done.date)] = .completed }
            for date in one.skipped { answers[OccurrenceKey(.program(one.program.id), on: date)] = .skipped }
        }
        return PlanInput(
            programs: programs,
            settings: settings(change),
            zone: .utc,
            now: try Instant(parsing: now, in: .utc),
            answers: answers,
            language: language
        )
    }

    private func endings(_ input: PlanInput, days: Int = 12) -> [PlannedNotification] {
        Plan(input, days: days).notifications.filter { $0.id.endedProgram != nil }
    }

    /// A case: a program's schedule, and when its end is reported; nil for never within twelve days.
    struct Case: CustomTestStringConvertible {
        let name: String
        var schedule = week
        var pause: (String, String)?
        var now = "2026-11-22T12:00"
        var done: [String] = []
        var skipped: [String] = []
        var time: String?
        var quiet: QuietHours?
        let sent: String?

        var testDescription: String { name }
    }

    /// The program starts on Monday the 23rd.
    @Test(arguments: [
        Case(name: "weeks", sent: "2026-11-28T07:30"),
        Case(name: "the program's own time", time: "18:00", sent: "2026-11-28T18:00"),
        Case(
            name: "workouts",
            schedule: "{mode: cycle, cycle: [push, rest], length: 2 workouts}",
            sent: "2026-11-26T07:30"
        ),
        Case(
            name: "a last date",
            schedule: "{mode: cycle, cycle: [push], length: until 2026-11-24}",
            sent: "2026-11-25T07:30"
        ),
        Case(name: "no end", schedule: "{mode: cycle, cycle: [push]}", sent: nil),
        Case(
            name: "a pause that drops the last workout",
            pause: ("2026-11-27", "2026-11-29"),
            sent: "2026-11-26T07:30"
        ),
        Case(name: "a pause until further notice", pause: ("2026-11-24", "9999-12-31"), sent: nil),
        Case(
            name: "a last workout that was missed and comes again",
            schedule: "{mode: weekdays, monday: push, friday: legs, on-missed: shift, length: 1 weeks}",
            now: "2026-11-28T06:00",
            done: ["2026-11-23"],
            sent: "2026-12-01T07:30"
        ),
        Case(
            name: "quiet hours",
            quiet: QuietHours(from: TimeOfDay(secondsFromMidnight: 79_200), to: TimeOfDay(secondsFromMidnight: 32_400)),
            sent: "2026-11-28T09:00"
        ),
        Case(name: "after days of sleep", now: "2026-12-05T20:00", sent: "2026-11-28T07:30"),
        Case(name: "after too many", now: "2026-12-20T20:00", sent: nil),
    ])
    func theEndIsReportedOnTheNextMorning(_ example: Case) throws {
        let pause = try example.pause.map { [ScheduleException.pause(from: try date($0.0), through: try date($0.1))] }
        let program = try active(
            "ppl",
            example.schedule,
            done: example.done,
            skipped: example.skipped,
            exceptions: pause ?? [],
            time: try example.time.map(time)
        )
        let input = try input([program], now: example.now) { $0.quietHours = example.quiet }
        let found = endings(input)
        #expect(found.map { "\($0.fireAt)" } == [example.sent].compactMap { $0 })
        #expect(found.allSatisfy { $0.id.rawValue == "summary/2026-11-23/ended/ppl" && $0.category == .summary })
        // A run that is late still adds it.
        #expect(found.allSatisfy { Plan(input).overdue.contains($0.id) })
    }

    @Test func thereIsNoneWhileRemindersAreOff() throws {
        #expect(try endings(input([active()]) { $0.isEnabled = false }).isEmpty)
    }

    /// A program that was started since replaces it; one that was active before does not.
    @Test(arguments: [("2026-11-28", 0), ("2026-11-30", 0), ("2026-11-27", 1), ("2026-11-01", 1)])
    func aLaterProgramReplacesIt(start: String, count: Int) throws {
        let other = try active("other", "{mode: cycle, cycle: [push]}", start: start)
        let input = try input([active(), other], now: "2026-11-28T06:00")
        #expect(endings(input).count == count && input.endings.count == count)
    }

    @Test(
        arguments: [
            (
                Language.english, "ppl ended",
                "Last workout: Fri 27 Nov\n2 of 3 workouts done\nStart it again with 'antrain program activate ppl --replace', or choose another one with 'antrain program list'."
            ),
            (
                .german, "ppl ist zu Ende",
                "Letztes Training: Fr 27. Nov\n2 von 3 Trainings erledigt\nNeu beginnen: 'antrain program activate ppl --replace'; ein anderes Programm wählen: 'antrain program list'"
            ),
        ]
    )
    func theTextSaysWhatWasDoneAndWhatToDo(language: Language, title: String, body: String) throws {
        let program = try active(done: ["2026-11-23", "2026-11-25"], skipped: ["2026-11-27"])
        let input = try input([program], now: "2026-11-28T06:00", language: language)
        let found = try #require(endings(input).first)
        #expect(found.title == title && found.body == body)
        #expect(input.words.line(try #require(input.endings.first)).hasPrefix(title))
    }

    /// Without any answer, antrain does not know what was done.
    @Test func withoutAnswersNothingIsCounted() throws {
        let found = try #require(endings(try input([active()], now: "2026-11-28T06:00")).first)
        #expect(found.body.hasPrefix("Last workout: Fri 27 Nov\nStart it again"))
    }

    /// Before the last workout, as in 'simulate' and 'pending', it is too early to count.
    @Test func withOpenWorkoutsNothingIsCounted() throws {
        let program = try active(done: ["2026-11-23", "2026-11-25"])
        let found = try #require(endings(try input([program], now: "2026-11-26T06:00")).first)
        #expect(found.body.hasPrefix("Last workout: Fri 27 Nov\nStart it again"))
    }

    @Test func theUserCanChangeTheText() throws {
        let text = "texts: {ended: {title: \"{program}!\", body: \"{done}/{planned}: {again}, {list}\"}}\n"
        let read = try #require(SettingsReader.read(SourceText(path: "settings.yaml", text: text)).settings)
        let program = try active(done: ["2026-11-23", "2026-11-25"], skipped: ["2026-11-27"])
        let found = try #require(endings(try input([program], now: "2026-11-28T06:00") { $0.texts = read.texts }).first)
        #expect(
            found.title == "ppl!" && found.body == "2/3: antrain program activate ppl --replace, antrain program list"
        )
    }

    @Test(arguments: [
        ("{title: \"{workout}\"}", "unknown placeholder {workout}"), ("{body: [a, b]}", "expected a single value"),
        ("{text: a}", "unknown key 'text'"), ("{title: \"\"}", "the title is empty"),
    ])
    func mistakesInTheTextAreReported(text: String, message: String) {
        let source = SourceText(path: "settings.yaml", text: "texts: {ended: \(text)}\n")
        let report = DiagnosticRenderer(source: source).render(SettingsReader.read(source).diagnostics)
        #expect(report.contains(message), "\(report)")
    }
}
