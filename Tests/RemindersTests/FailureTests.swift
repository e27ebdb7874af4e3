import CivilTime
import Planning
import Progress
import TestSupport
import Testing
import Training
import YAMLSource

/// What follows from a failed workout, and when a changed result changes it.
@Suite struct FailureTests {
    private static let start = try? CivilDate(parsing: "2026-11-23")

    private func program(_ policy: String) throws -> Program {
        let text = """
            antrain: 1
            id: mine
            name: Mine
            weeks: [{}, {}, {deload: yes}]
            days:
              a: {exercises: [{exercise: Squat, sets: 2x5 @ 60kg}]}
              b: {exercises: [{exercise: Row, sets: 2x5 @ 40kg}]}
            schedule: {mode: rotation, rotation: [a, b], \(policy)}
            """
        let source = SourceText(path: "p.yaml", text: text)
        let reading = ProgramReader.read(source)
        return try #require(reading.program, "\(DiagnosticRenderer(source: source).render(reading.diagnostics))")
    }

    /// - Parameter days: the number of workouts that were done, one a day.
    private func active(_ policy: String, days: Int, skipped: Set<CivilDate> = [], _ jumps: [ScheduleException] = [])
        throws -> ActiveProgram
    {
        let start = try #require(Self.start)
        return ActiveProgram(
            program: try program(policy),
            start: start,
            trainingDays: TrainingDays(.all),
            completions: (0..<days).map {
                Completion(date: start.adding(days: $0), dayID: $0 % 2 == 0 ? "a" : "b")
            },
            skipped: skipped,
            exceptions: jumps
        )
    }

    /// An entry of a workout some days after the start.
    private func entry(_ day: Int, _ reps: [Int], planned: Int = 2) throws -> LogEntry {
        let (id, name) = day % 2 == 0 ? ("squat", "Squat") : ("row", "Row")
        let set = SetPrescription(count: planned, target: .reps(5))
        return LogEntry(
            date: try #require(Self.start).adding(days: day),
            exercise: id,
            name: name,
            workout: LogEntry.Workout(program: "mine", day: day % 2 == 0 ? "a" : "b", exercise: id),
            outcome: reps.isEmpty ? .missed : .performed,
            sets: reps.map { PerformedSet(amount: PerformedSet.Amount(reps: $0)) },
            prescription: Prescription(sets: [set], week: day / 2 + 1, stage: 0)
        )
    }

    @Test(
        arguments: [
            ("on-failure: continue", 1, 0, [5, 4], nil), ("on-failure: repeat-workout", 1, 0, [5, 5], nil),
            ("on-failure: repeat-workout", 2, 1, [5, 4], "2026-11-25 1 2 after 2026-11-24"),
            ("on-failure: repeat-workout", 2, 1, [], "2026-11-25 1 2 after 2026-11-24"),
            ("on-failure: repeat-week", 2, 1, [5], "2026-11-25 1 after 2026-11-24"),
            ("on-failure: repeat-phase", 4, 3, [4, 5], "2026-11-27 1 after 2026-11-26"),
            // Deload weeks are not repeated, and a later answer settles what came before.
            ("on-failure: repeat-week", 5, 4, [4, 5], nil), ("on-failure: repeat-week", 3, 1, [4, 5], nil),
            // Until the workout is done, only an exercise with all of its sets has failed.
            ("on-failure: repeat-week", 1, 1, [4], nil),
            ("on-failure: repeat-week", 1, 1, [4, 5], "2026-11-25 1 after 2026-11-24"),
        ] as [(String, Int, Int, [Int], String?)]
    )
    func aFailedResultIsRepeated(policy: String, done: Int, day: Int, reps: [Int], expected: String?) throws {
        let active = try active(policy, days: done)
        let date = active.start.adding(days: day)
        let today = active.start.adding(days: max(done - 1, day))
        let change = active.repetitionChange(after: date, [try entry(day, reps)], today: today)
        let shown: String? =
            switch change {
            case .begin(let place, let first): "\(first) \(place)"
            case .withdraw: "withdrawn"
            case nil: nil
            }
        #expect(shown == expected)
    }

    @Test func aCorrectedResultWithdrawsIt() throws {
        let start = try #require(Self.start)
        let place = try #require(ProgramPlace("1 after 2026-11-23"))
        let jump = ScheduleException.jump(on: start.adding(days: 1), to: place)
        let active = try active("on-failure: repeat-week", days: 1, [jump])
        #expect(active.repeats(after: start) && !active.repeats(after: start.adding(days: 1)))
        let today = start.adding(days: 3)
        #expect(active.repetitionChange(after: start, [try entry(0, [5, 5])], today: today) == .withdraw)
        #expect(active.repetitionChange(after: start, [try entry(0, [5, 4])], today: today) == nil)
        // A skipped workout has not failed.
        let skipped = try self.active("on-failure: repeat-week", days: 0, skipped: [start], [jump])
        #expect(skipped.repetitionChange(after: start, [try entry(0, [5, 4])], today: today) == .withdraw)
        // The user's own choice comes first.
        let own = ScheduleException.jump(on: start.adding(days: 1), to: ProgramPlace(week: 2))
        let chosen = try self.active("on-failure: repeat-week", days: 1, [own])
        #expect(chosen.repetitionChange(after: start, [try entry(0, [5, 4])], today: start) == nil)
    }

    @Test(arguments: [
        "jumped: mine 2026-11-24 3 2", "jumped: mine 2026-11-24 3 after 2026-11-23", "jumped: mine 2026-11-23",
    ])
    func changesOfThePlaceAreReadBack(text: String) throws {
        #expect(try #require(PlanChange(text)).description == text)
    }

    @Test(arguments: [
        "jumped: mine", "jumped: mine 2026-11-24 x", "jumped: mine 2026-11-24 3 after x", "jumped: mine y 3",
    ])
    func otherTextsAreNoChange(text: String) { #expect(PlanChange(text) == nil) }
}
