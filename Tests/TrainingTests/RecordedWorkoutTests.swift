import CivilTime
import Testing
import Training

/// What an edit of a program's file leaves as it was. 23 November 2026 is a Monday.
@Suite struct RecordedWorkoutTests {
    private static let fixed = "  mode: weekdays\n  monday: push\n  thursday: pull\n"
    private static let later = "  mode: weekdays\n  tuesday: push\n  thursday: pull\n"
    private static let rotation = "  mode: rotation\n  rotation: [push, pull]\n  advance: on-completion\n"

    private func calendar(
        _ schedule: String,
        completions: [Completion] = [],
        skipped: Set<CivilDate> = [],
        exceptions: [ScheduleException] = [],
        recorded: [CivilDate: String] = [:],
        earlier: [(String, String)] = [],
        today: String
    ) throws -> TrainingCalendar {
        let former = try program(programText(schedule: Self.fixed))
        return TrainingCalendar(
            program: try program(programText(schedule: schedule)),
            start: try date("2026-11-23"),
            trainingDays: TrainingDays([], settledAt: recorded.mapValues { _ in Instant(secondsSinceEpoch: 0) }),
            completions: completions,
            skipped: skipped,
            exceptions: exceptions,
            recorded: recorded.mapValues { RecordedWorkout(program: former, edition: 1, dayID: $0, week: 1) },
            earlier: try earlier.map { EarlierProgram(try program(programText(schedule: $0)), until: try date($1)) },
            today: try date(today)
        )
    }

    /// The days of two weeks, which the search for workouts must find as well.
    private func words(_ calendar: TrainingCalendar) throws -> String {
        let start = try date("2026-11-23")
        let days = calendar.days(start..<start.adding(days: 14)).map { $0.occurrence?.dayID ?? "-" }
        var search = WorkoutSearch(calendar)
        let found = days.indices.map { search.workout(on: start.adding(days: $0))?.dayID ?? "-" }
        #expect(found == days)
        var next = WorkoutSearch(calendar)
        let workouts = sequence(state: ()) { _ in next.next(before: start.adding(days: 14)) }
        #expect(workouts.map(\.dayID) == days.filter { $0 != "-" })
        return days.joined(separator: " ")
    }

    @Test func aStartedWorkoutStaysOnItsDay() throws {
        let monday = try date("2026-11-23")
        let edited = try calendar(Self.later, recorded: [monday: "push"], today: "2026-11-23")
        #expect(try words(edited).hasPrefix("push "))
        let pause = ScheduleException.pause(from: monday, through: try date("2026-11-24"))
        let paused = try calendar(Self.fixed, exceptions: [pause], recorded: [monday: "push"], today: "2026-11-23")
        #expect(try words(paused) == "push - - pull - - - push - - pull - - -")
    }

    /// A workout that was started and then moved is on its new date only.
    @Test func aStartedWorkoutCanBeMoved() throws {
        let monday = try date("2026-11-23")
        let move = ScheduleException.move(monday, to: try date("2026-11-24"))
        let moved = try calendar(Self.fixed, exceptions: [move], recorded: [monday: "push"], today: "2026-11-23")
        #expect(try words(moved).hasPrefix("- push - pull "))
    }

    /// A skipped or completed workout uses its turn although its date is no training day any more.
    @Test(arguments: [true, false])
    func anAnsweredWorkoutUsesItsTurn(isDone: Bool) throws {
        let monday = try date("2026-11-23")
        let edited = try calendar(
            Self.rotation + "  on: [tue, fri]\n",
            completions: isDone ? [Completion(date: monday, dayID: "push")] : [],
            skipped: isDone ? [] : [monday],
            recorded: [monday: "push"],
            today: "2026-11-24"
        )
        #expect(try words(edited) == "push pull - - push - - - pull - - push - -")
    }

    /// The sequence follows what was answered, whatever later answers and pauses would have given the date.
    @Test(
        arguments: [
            // Friday's push was skipped when Wednesday's pull was still ahead; then pull was missed.
            (
                shift, [("23", "push", 1, true), ("27", "push", 2, false)],
                "push - pull - push - - pull - pull - push - -"
            ),
            (
                waiting, [("23", "push", 1, true), ("27", "push", 2, false)],
                "push - pull - push - - pull - pull - push - -"
            ),
            // Wednesday's answer was about Monday's push, which then turned out to be done on Monday.
            (
                shift, [("23", "push", 1, true), ("25", "push", 1, true)],
                "push - push - pull - - push - pull - push - -"
            ),
            (
                waiting, [("23", "push", 1, true), ("25", "push", 1, true)],
                "push - push - pull - - push - pull - push - -"
            ),
            // The answer of Monday was undone; that of Wednesday stays, whether it says its week or not.
            (waiting, [("25", "pull", 1, true)], "push - pull - push - - push - pull - push - -"),
            (waiting, [("25", "pull", nil, true)], "push - pull - push - - push - pull - push - -"),
            // The program no longer has the day: its turn counts.
            (waiting, [("23", "press", 1, true)], "push - pull - push - - pull - push - pull - -"),
        ] as [(String, [(String, String, Int?, Bool)], String)]
    )
    func anAnswerIsAboutItsWorkout(policy: String, answers: [(String, String, Int?, Bool)], expected: String) throws {
        let program = try program(
            programText(schedule: "  mode: rotation\n  rotation: [push, pull]\n  on: [mon, wed, fri]\n" + policy)
        )
        let dated = try answers.map { (date: try date("2026-11-" + $0), day: $1, week: $2, isDone: $3) }
        let last = try #require(dated.map(\.date).max())
        let calendar = TrainingCalendar(
            program: program,
            start: try date("2026-11-23"),
            trainingDays: .all,
            completions: dated.filter(\.isDone).map { Completion(date: $0.date, dayID: $0.day) },
            skipped: Set(dated.filter { !$0.isDone }.map(\.date)),
            recorded: Dictionary(
                uniqueKeysWithValues: dated.map {
                    ($0.date, RecordedWorkout(program: program, edition: 1, dayID: $0.day, week: $0.week))
                }
            ),
            today: last.adding(days: 1)
        )
        #expect(try words(calendar) == expected)
    }
    private static let shift = "  on-missed: shift\n"
    private static let waiting = "  advance: on-completion\n"

    /// A workout with a fixed weekday that was answered is not planned again in its week if the user chooses other weekdays.
    @Test func otherWeekdaysRepeatNoWorkout() throws {
        let days = ["push", "pull", "legs"].map { "  \($0): {exercises: [{exercise: Press, sets: 3x5}]}\n" }.joined()
        let schedule = "  mode: weekdays\n  monday: push\n  wednesday: pull\n  friday: legs\n"
        let program = try program(programText(days: days, schedule: schedule))
        let answered = [(try date("2026-11-23"), "push"), (try date("2026-11-25"), "pull")]
        let (before, after) = (Instant(secondsSinceEpoch: 0), Instant(secondsSinceEpoch: 1))
        let calendar = TrainingCalendar(
            program: program,
            start: try date("2026-11-23"),
            trainingDays: TrainingDays(
                [
                    .init(.all, from: .earliest, at: before),
                    .init(WeekdaySet([.tuesday, .thursday, .saturday]), from: try date("2026-11-25"), at: after),
                ],
                settledAt: Dictionary(uniqueKeysWithValues: answered.map { ($0.0, before) })
            ),
            completions: answered.map { Completion(date: $0, dayID: $1) },
            recorded: Dictionary(
                uniqueKeysWithValues: answered.map {
                    ($0, RecordedWorkout(program: program, edition: 1, dayID: $1, week: 1))
                }
            ),
            today: try date("2026-11-25")
        )
        #expect(try words(calendar) == "push - pull - - legs - - push - pull - legs -")
    }

    @Test(arguments: [
        ([], later, "- push - pull - - - - push - pull - - -"),
        ([(fixed, "2026-11-26")], later, "push - - pull - - - - push - pull - - -"),
        ([(fixed, "2026-11-24"), (fixed, "2026-11-24")], later, "push push - pull - - - - push - pull - - -"),
        // A text that was in force for less than a day, or before the start, plans nothing.
        ([(fixed, "2026-11-26"), (later, "2026-11-26")], fixed, "push - - pull - - - push - - pull - - -"),
        ([(fixed, "2026-11-23")], later, "- push - pull - - - - push - pull - - -"),
        ([(later, "2026-11-25"), (fixed, "2026-12-01")], later, "- push - pull - - - push push - pull - - -"),
    ])
    func eachDateFollowsTheTextThatWasInForce(earlier: [(String, String)], present: String, expected: String) throws {
        #expect(try words(calendar(present, earlier: earlier, today: "2026-12-02")) == expected)
    }
}
