import Localization
import Planning
import Testing
import Training
import YAMLSource

/// `on-failure`: what follows a workout whose sets were not completed, as programs state it in their tests.
@Suite struct FailurePolicyTests {
    private static func program(_ schedule: String, _ workouts: [String]) -> String {
        """
        antrain: 1
        id: test
        name: Test
        weeks:
          - {}
          - {sets: {run: 3x5}}
          - {sets: {run: 4x5}}
        sets: {run: 2x5}
        days:
          a: {exercises: [{exercise: A, sets: run}]}
          b: {exercises: [{exercise: B, sets: run}]}
        schedule: {\(schedule)}
        tests:
          - name: It
            start: 2024-01-01
            ends: \(workouts.last == "end" ? "yes" : "no")
            workouts:
        \(workouts.filter { $0 != "end" }.map { "      - \($0)" }.joined(separator: "\n"))

        """
    }

    private static let cycle = "mode: cycle, cycle: [a, rest, b]"
    private static let weekdays = "mode: weekdays, mon: a, thu: b"
    private static let rotation =
        "mode: rotation, rotation: [a, b], default-days: [mon, wed, fri], advance: on-completion"

    private static let tables: [(String, [String])] = [
        // Each pass is a week; without the key, a failure changes nothing.
        (
            cycle,
            [
                "{date: 2024-01-01, day: a, week: 1, results: {a: missed}}", "{date: 2024-01-03, day: b, week: 1}",
                "{date: 2024-01-04, day: a, week: 2}",
            ]
        ),
        // The workout again, as often as it fails; the rest days of a cycle stay.
        (
            cycle + ", on-failure: repeat-workout",
            [
                "{date: 2024-01-01, day: a, week: 1, results: {a: \"5,4\"}}",
                "{date: 2024-01-03, day: a, week: 1, sets: {a: 2x5}, results: {a: missed}}",
                "{date: 2024-01-05, day: a, week: 1}", "{date: 2024-01-07, day: b, week: 1, results: {b: missed}}",
                "{date: 2024-01-08, day: b, week: 1}", "{date: 2024-01-09, day: a, week: 2, sets: {a: 3x5}}",
            ]
        ),
        // The place in the week counts, not only the day.
        (
            "mode: rotation, rotation: [a, b, a], on-failure: repeat-workout",
            [
                "{repeat: 2}", "{day: a, week: 1, results: {a: missed}}", "{day: a, week: 1}", "{day: a, week: 2}",
                "{day: b, week: 2}",
            ]
        ),
        // The week begins again with the next workout.
        (
            rotation + ", on-failure: repeat-week",
            [
                "{date: 2024-01-01, day: a, week: 1}", "{date: 2024-01-03, day: b, week: 1}",
                "{date: 2024-01-05, day: a, week: 2, results: {a: \"5,5,4\"}}",
                "{date: 2024-01-08, day: a, week: 2, sets: {a: 3x5}}",
                "{date: 2024-01-10, day: b, week: 2, results: {b: missed}}", "{date: 2024-01-12, day: a, week: 2}",
                "{date: 2024-01-15, day: b, week: 2}", "{date: 2024-01-17, day: a, week: 3, sets: {a: 4x5}}",
            ]
        ),
        // Fixed weekdays repeat the seven days from the start, after the rest of the present ones.
        (
            weekdays + ", on-failure: repeat-week",
            [
                "{date: 2024-01-01, day: a, week: 1}", "{date: 2024-01-04, day: b, week: 1, results: {b: missed}}",
                "{date: 2024-01-08, day: a, week: 1, sets: {a: 2x5}}", "{date: 2024-01-11, day: b, week: 1}",
                "{date: 2024-01-15, day: a, week: 2, sets: {a: 3x5}, results: {a: missed}}",
                "{date: 2024-01-18, day: b, week: 2, results: {b: missed}}", "{date: 2024-01-22, day: a, week: 2}",
            ]
        ),
        // The last week is repeated, too.
        (
            cycle + ", on-failure: repeat-week, length: 1 weeks",
            [
                "{date: 2024-01-01, day: a, week: 1}",
                "{date: 2024-01-03, day: b, week: 1, results: {b: missed}}", "{date: 2024-01-04, day: a, week: 1}",
                "{date: 2024-01-06, day: b, week: 1}", "end",
            ]
        ),
        // A length in workouts counts a repeated workout once.
        (
            "mode: rotation, rotation: [a, b], on-failure: repeat-workout, length: 2 workouts",
            ["{day: a, results: {a: missed}}", "{day: a}", "{day: b, results: {b: missed}}", "{day: b}", "end"]
        ),
        // Without phases, the cycle of three weeks.
        (
            rotation + ", on-failure: repeat-phase",
            [
                "{repeat: 3}", "{date: 2024-01-08, day: b, week: 2, results: {b: missed}}",
                "{date: 2024-01-10, day: a, week: 1, sets: {a: 2x5}}",
            ]
        ),
    ]

    @Test(arguments: tables.indices) func failuresRepeat(table: Int) throws {
        let (schedule, workouts) = Self.tables[table]
        try Self.check(Self.program(schedule, workouts))
    }

    private static func check(_ text: String) throws {
        let source = SourceText(path: "p.yaml", text: text)
        let reading = ProgramReader.read(source, thoroughly: true)
        let program = try #require(reading.program, "\(DiagnosticRenderer(source: source).render(reading.diagnostics))")
        let test = try #require(reading.tests.first)
        let failures = ProgramTestRun.failures(of: test, in: program, MessageCatalog(.english))
        #expect(!failures.hasErrors, "\(DiagnosticRenderer(source: source).render(failures))")
    }

    /// Phases begin again with their first week.
    @Test func phasesAreRepeated() throws {
        let schedule = Self.rotation + ", on-failure: repeat-phase"
        let workouts = [
            "{repeat: 2}", "{week: 2}", "{week: 2}", "{week: 3, results: {a: missed}}", "{day: a, week: 2}",
        ]
        let weeks = "weeks:\n  - {}\n  - {sets: {run: 3x5}}\n  - {sets: {run: 4x5}}\n"
        let phases =
            "phases:\n  - {name: One, weeks: 1}\n  - {name: Two, weeks: [{sets: {run: 3x5}}, {sets: {run: 4x5}}]}\n"
        try Self.check(Self.program(schedule, workouts).replacing(weeks, with: phases))
    }

    @Test(arguments: ["", ", on-missed: shift"]) func fixedWeekdaysCannotRepeatAWorkout(policy: String) {
        let text = Self.program(Self.weekdays + policy + ", on-failure: repeat-workout", ["{}"])
        let source = SourceText(path: "p.yaml", text: text)
        let message = DiagnosticRenderer(source: source).render(ProgramReader.read(source).diagnostics)
        #expect(message.contains("expected: repeat-week, repeat-phase, or another mode"), "\(message)")
    }
}
