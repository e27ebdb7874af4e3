import CivilTime
import Ledger
import Platform
import Planning
import Progress
import Reminders
@testable import Results
import Session
import Testing
import Training
import UseCases
import YAMLSource

/// Calls use cases directly, without their commands.
@Suite struct UseCaseTests {
    /// What the ledger and the plan have.
    private struct State: Equatable {
        let answers: [OccurrenceKey: Answer]
        let log: [LogEntry]
        let plan: [PlannedNotification]
        let measurements: [BodyMeasurement]
        let others: String

        init(_ store: Store) throws {
            let session = store.session
            measurements = try store.measurements()
            answers = session.facts.answers
            log = session.facts.log
            plan = session.plan().notifications
            others = """
                \(session.facts.reminders) \(session.facts.exceptions) \(session.facts.values) \(session.facts.snoozes) \
                \(session.facts.started.map(\.workout)) \(session.programs.map { ($0.program.id, $0.priority) })
                """
        }
    }

    /// A use case, with the code of its result and how its action is called by `undo`.
    struct Case: Sendable, CustomTestStringConvertible {
        let code: String
        let undone: String
        let run: @Sendable (Store) throws -> ActionResult

        var testDescription: String { code }

        init(_ code: String, undone: String? = nil, _ run: @escaping @Sendable (Store) throws -> ActionResult) {
            (self.code, self.undone, self.run) = (code, undone ?? code, run)
        }
    }

    /// A home with a program, a reminder of the user's own and a log entry, on the morning of a workout.
    private func stage() throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-22T20:00")
        try stage.write(".config/antrain/settings.yaml", "enabled: on\ntime: \"07:30\"\ndays: [mon, wed, fri]\n")
        for line in [
            "program activate stronglifts-5x5 --load squat=60kg", "log barbell-row 5x5@50kg",
            "reminder add Water --at 21:00 --repeat daily",
        ] {
            let run = try stage.run(line)
            #expect(run.status == .success, "\(line): \(run)")
        }
        _ = try stage.run("schedule-next", now: "2026-11-23T08:00")
        return stage
    }

    private static func workouts(_ store: Store, _ verb: AnswerVerb) throws -> [Answerable] {
        try store.session.meant(by: AnswerRequest(verb, .date(store.session.today))).flatMap(\.subjects)
    }

    private static let cases = [
        Case("done") { try Answering($0, .completed, try workouts($0, .done)).run() },
        Case("skipped") { try Answering($0, .skipped, try workouts($0, .skip)).run() },
        Case("snoozed") { store in
            let reminder = try #require(store.session.plan().notifications.first { $0.category == .workout })
            return try Snoozing(store, [reminder], for: .hours(1)).run()
        },
        Case("moved") { store in
            let today = store.session.today
            let workouts = try workouts(store, .move).compactMap(\.occurrence)
            return try Moving(store, workouts, of: nil, from: today, to: today.adding(days: 1)).run()
        },
        Case("paused") { try Pausing($0, nil, from: $0.session.today, through: nil).run() },
        Case("cancelled") { store in
            let first = try #require(store.session.plan().notifications.first { store.session.input.isAhead($0) })
            return try Cancelling(store, first.id.rawValue).run()
        },
        Case("deactivated") { try Deactivating($0, "stronglifts-5x5").run() },
        Case("prioritized") { try Prioritizing($0, "stronglifts-5x5", 5).run() },
        Case("logged") { store in
            let sets = try PerformedSet.parse("5x5@80kg", unit: .kilograms)
            let entry = LogEntry(date: store.session.today, exercise: "squat", name: "Squat", sets: sets)
            return try Logging(store, adding: entry, with: []).run()
        },
        Case("unlogged") { try Logging($0, deleting: try $0.logEntry(1)).run() },
        Case("value-set", undone: "one-rep-max") { store in
            let value = AthleteValue(
                .oneRepMax(lift: "squat"),
                Weight(thousandths: 140_000),
                .kilograms,
                on: store.session.today
            )
            return try SettingValues(store, [value]).run()
        },
        Case("measured") { store in
            let date = store.session.today
            return try Measuring(store, try BodyMeasurement(parsing: "82kg", .weight, usual: nil, on: date)).run()
        },
        Case("reminder-added") { store in
            let at = try CivilDateTime(date: store.session.today, time: TimeOfDay(parsing: "22:00"))
            return try AddingReminder(store, UserReminder(number: 0, title: "Tea", notes: nil, at: at, rule: .once))
                .run().result
        },
        Case("reminder-deleted") { try DeletingReminder($0, try $0.session.reminder(1)).run() },
    ]

    @Test(arguments: cases)
    func useCasesReportTheirActionAndAreUndoneAndRedone(_ one: Case) throws {
        let stage = try stage()
        func state() throws -> State { try State(try Store(try stage.workspace())) }
        let before = try state()
        #expect(try one.run(try Store(try stage.workspace())).action == one.code)
        let after = try state()
        #expect(after != before)
        let undoing = try Undoing(try stage.workspace(), number: nil)
        #expect(undoing.shown.action == one.undone)
        #expect(try undoing.run().action == "undone")
        #expect(try state() == before)
        #expect(try Redoing(try stage.workspace()).run().action == "redone")
        #expect(try state() == after)
        #expect(stage.written.isEmpty, "a use case printed something")
        #expect(stage.questions.isEmpty)
    }

    @Test func activatingReplacesTheOtherProgram() throws {
        let stage = try stage()
        let workspace = try stage.workspace()
        let store = try Store(workspace)
        let file = try workspace.programFile("starting-strength-phase-1")
        let program = try workspace.program(file)
        let activation = Activation(
            programID: program.id,
            path: file.path,
            start: store.session.today,
            source: file.source.bytes
        )
        let replaced = store.session.programs.map(\.program)
        let activating = Activating(
            store,
            program,
            activation,
            replacing: replaced,
            values: [],
            isStartNamed: false
        )
        #expect(try activating.run().replaced?.map(\.program) == ["stronglifts-5x5"])
        #expect(try store.present().facts.activations.map(\.programID) == [program.id])
        #expect(store.session.facts.activations.map(\.programID) == ["stronglifts-5x5"], "a session does not change")
    }

    @Test(arguments: ["done", "skip", "start", "snooze"])
    func aButtonDoesWhatTheCommandDoes(action: String) throws {
        let (button, command) = (try stage(), try stage())
        for stage in [button, command] { _ = try stage.run("schedule-next", now: "2026-11-23T08:00") }
        let id = "workout/2026-11-23/0730"
        _ = try PressingButton(try Store(try button.workspace()), action, on: id).run()
        #expect(try command.run("\(action) \(id)").status == .success)
        let states = try [button, command].map { try State(try Store(try $0.workspace())) }
        #expect(states[0] == states[1])
        #expect(throws: CommandError.self) {
            _ = try PressingButton(try Store(try button.workspace()), "dance", on: id).run()
        }
    }
}
