import CivilTime
import Localization
import Planning
import Reminders
import Testing
import Training
import YAMLSource

/// Days with `optional: yes`: push on Mondays, an optional run on Wednesdays, legs on Fridays. 2 November 2026 is a Monday.
@Suite struct OptionalDayTests {
    private func program(_ onMissed: String = "skip") throws -> Program {
        let text = """
            antrain: 1
            id: mine
            name: Mine
            days:
              push: {exercises: [{exercise: A, sets: 5}]}
              run: {optional: yes, exercises: [{exercise: Run, sets: 5km}]}
              legs: {exercises: [{exercise: B, sets: 5}]}
            schedule: {mode: weekdays, monday: push, wednesday: run, friday: legs, on-missed: \(onMissed)}

            """
        let reading = ProgramReader.read(SourceText(path: "p.yaml", text: text))
        return try #require(reading.program, "\(reading.diagnostics.items)")
    }

    private func input(
        done: [String] = [],
        skipped: [String] = [],
        now: String,
        delivered: [DeliveredReminder] = [],
        language: Language = .english,
        _ change: (inout Settings) -> Void = { _ in }
    ) throws -> PlanInput {
        let zone = try zones.zone(named: "Europe/Berlin")
        let answers =
            done.map { ($0, Answer.completed) } + skipped.map { ($0, Answer.skipped) }
        let active = ActiveProgram(
            program: try program(),
            start: try date("2026-11-02"),
            trainingDays: .all,
            completions: try done.map { Completion(date: try date("2026-" + $0), dayID: "") },
            skipped: Set(try skipped.map { try date("2026-" + $0) })
        )
        return PlanInput(
            programs: [active],
            settings: settings(change),
            zone: zone,
            now: try Instant(parsing: "2026-" + now, in: zone),
            answers: Dictionary(
                uniqueKeysWithValues: try answers.map {
                    (OccurrenceKey(.program("mine"), on: try date("2026-" + $0.0)), $0.1)
                }
            ),
            delivered: delivered,
            language: language
        )
    }

    /// Answers, and what follows: the workouts that count, the current streak, and the reported missed day.
    @Test(arguments: [
        // Nothing was done on the optional days.
        (["11-02", "11-06", "11-09"], [String](), "02 done, 06 done, 09 done", 3, "-"),
        // An optional workout that was done counts.
        (["11-02", "11-04", "11-06", "11-09"], [], "02 done, 04 done, 06 done, 09 done", 4, "-"),
        // One that was skipped does not.
        (["11-02", "11-06", "11-09"], ["11-04", "11-11"], "02 done, 06 done, 09 done", 3, "-"),
        // Other days are missed as ever.
        (["11-02", "11-04"], [], "02 done, 04 done, 06 missed, 09 missed", 0, "push"),
        // A workout done since then ends the report.
        (["11-02", "11-11"], [], "02 done, 06 missed, 09 missed, 11 done", 1, "-"),
    ])
    func notDoingItIsNotMissed(done: [String], skipped: [String], past: String, streak: Int, missed: String) throws {
        let input = try input(done: done, skipped: skipped, now: "11-12T12:00")
        let workouts = input.pastWorkouts(try date("2026-11-02")...input.today)
        #expect(
            workouts.map { "\($0.date.description.dropFirst(8)) \($0.outcome)" }.joined(separator: ", ") == past
        )
        #expect(input.streaks.first?.current == streak)
        #expect(input.missedDays.first?.missed.dayID ?? "-" == missed)
    }

    @Test(arguments: [
        (Language.english, "Today: Run (optional)"), (.german, "Heute: Run (freiwillig)"),
        (.spanish, "Hoy: Run (opcional)"), (.french, "Aujourd'hui\u{202F}: Run (facultatif)"),
        (.turkish, "Bugün: Run (isteğe bağlı)"),
    ])
    func theReminderSaysSo(language: Language, body: String) throws {
        let plan = Plan(try input(now: "11-03T12:00", language: language))
        let bodies = plan.notifications.prefix(2).map(\.body)
        #expect(bodies.first == body)
        #expect(bodies.last?.hasSuffix("Legs") == true, "\(bodies)")
    }

    @Test func theUsersOwnTextSaysSo() throws {
        let input = try input(now: "11-03T12:00") {
            $0.texts.workoutTitle = RotatingText(TextTemplate("Do {workout}!"))
        }
        #expect(Plan(input).notifications.first?.title == "Do Run (optional)!")
    }

    /// A reminder of an optional workout expects no answer.
    @Test(arguments: [("11-03T12:00", false), ("11-05T12:00", true)])
    func noFollowUpComes(before: String, isFollowedUp: Bool) throws {
        let reminder = try #require(Plan(try input(now: before)).notifications.first)
        let delivered = DeliveredReminder(notification: reminder, deliveredAt: reminder.instant)
        let now = String("\(reminder.fireAt.date)T07:35".dropFirst(5))
        let later = try input(now: now, delivered: [delivered]) {
            $0.followUp = FollowUpPolicy(after: .minutes(30))
        }
        #expect(Plan(later).notifications.contains { $0.category == .followUp } == isFollowedUp)
    }

    /// The streak would end on Friday, not on Wednesday.
    @Test func noStreakIsInDangerOnAnOptionalDay() throws {
        let input = try input(done: ["11-02", "11-06", "11-09"], now: "11-10T12:00") {
            $0.streakWarning = TimeOfDay(secondsFromMidnight: 19 * 3600)
        }
        let warnings = Plan(input).notifications.filter { $0.category == .streakWarning }
        #expect(try warnings.first?.date == date("2026-11-13"))
        #expect(warnings.first?.body.contains("3") == true, "\(warnings.map(\.body))")
    }

    /// The summary counts the workouts that were planned or done.
    @Test(arguments: [(["11-02", "11-06"], "2 of 2"), (["11-02", "11-04"], "2 of 3")])
    func theSummaryCountsIt(done: [String], counted: String) throws {
        let input = try input(done: done, now: "11-08T12:00") {
            $0.summary = .usual
        }
        let summary = Plan(input).notifications.first { $0.category == .summary }
        #expect(summary?.body.contains(counted) == true, "\(summary?.body ?? "-")")
        #expect(summary?.body.contains("Run (optional)") == true)
    }

    /// Lists word the reminder for the day on which they are shown.
    @Test(arguments: Language.allCases) func listsSaySo(language: Language) throws {
        let input = try input(now: "11-03T12:00", language: language)
        let reminder = try #require(Plan(input).notifications.first)
        let name = input.words.text(.optionalWorkout, ["workout": "Run"])
        #expect(reminder.summary(on: input.today, input.words, isDated: true) == name)
        let tomorrow = input.words.text(.workoutBodyTomorrow, ["workout": name])
        #expect(reminder.summary(on: input.today, input.words) == tomorrow)
    }
}
