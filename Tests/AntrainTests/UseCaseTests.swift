import CivilTime
import Doctor
import Foundation
import Ledger
import LogExchange
import Platform
import Planning
import Progress
import Reminders
import Reports
@testable import Results
import RunnerProtocol
import Session
import SystemPackage
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
            return try Snoozing(store, [reminder], .after(.hours(1))).run()
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
        Case("jumped") { store in
            let active = try #require(store.session.programs.first)
            return try Jumping(store, active, to: 5, on: nil).run()
        },
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
            week: 1,
            isStartNamed: false
        )
        #expect(try activating.run().replaced?.map(\.program) == ["stronglifts-5x5"])
        #expect(try store.present().facts.activations.map(\.programID) == [program.id])
        #expect(store.session.facts.activations.map(\.programID) == ["stronglifts-5x5"], "a session does not change")
    }

    @Test(arguments: ["done", "skip", "start", "snooze"])
    func aReportedAnswerDoesWhatTheCommandDoes(action: String) throws {
        let (button, command) = (try stage(), try stage())
        for stage in [button, command] { _ = try stage.run("schedule-next", now: "2026-11-23T08:00") }
        let id = "workout/2026-11-23/0730"
        func report(_ action: String, _ answer: String) throws -> WireSettlement {
            let answer = WireAnswer(id: answer, notification: id, action: action)
            return try RecordingAnswer(try button.workspace(), answer, on: "console", needsToken: false).run()
                .settlement
        }
        #expect(try report(action, "1") == WireSettlement(id: "1", isRecorded: true, text: ""))
        #expect(try command.run("\(action) \(id)").status == .success)
        let states = try [button, command].map { try State(try Store(try $0.workspace())) }
        #expect(states[0] == states[1])
        let refused = try report("dance", "2")
        #expect(!refused.isRecorded && refused.text.contains("unknown action 'dance'"))
    }

    @Test func anImportedLogAddsOnlyNewEntries() throws {
        let stage = try stage()
        let lines = try stage.run("log export").output.split(separator: "\r\n").map(String.init)
        let earlier = try #require(lines.last).replacing("2026-11-22", with: "2026-11-20")
        func importing() throws -> (ImportingLog, Store) {
            let store = try Store(try stage.workspace())
            let bytes = Array((lines + [earlier, ""]).joined(separator: "\r\n").utf8)
            let found = try LogImport(bytes, catalog: store.workspace.exercisesForNames, today: store.session.today)
            return (try ImportingLog(store, found, into: store.session.facts.log), store)
        }
        let (first, store) = try importing()
        #expect(!first.preview.applied && first.new.map(\.date.description) == ["2026-11-20"])
        #expect(try first.run().applied)
        #expect(try store.present().facts.log.count == 2)
        let (second, _) = try importing()
        #expect(try second.new.isEmpty && !second.run().applied)
        #expect(try Undoing(try stage.workspace(), number: nil).run().action == "undone")
        #expect(try Store(try stage.workspace()).session.facts.log.count == 1)
    }

    @Test func anImportedCalendarAddsOnlyNewReminders() throws {
        let stage = try stage()
        let task = "BEGIN:VTODO\nUID:tea\nSUMMARY:Tea\nDUE:20261127T150000Z\nEND:VTODO"
        try stage.write("other.ics", "BEGIN:VCALENDAR\nVERSION:2.0\n\(task)\nEND:VCALENDAR\n")
        func run(isDryRun: Bool) throws -> (result: CalendarImportResult, titles: [String]) {
            let store = try Store(try stage.workspace())
            let result = try ImportingCalendar(store, "other.ics", isDryRun: isDryRun).run()
            return (result, try store.present().facts.reminders.map(\.title))
        }
        let dry = try run(isDryRun: true)
        #expect(dry.result.added.map(\.uid) == ["tea"] && dry.titles == ["Water"])
        let added = try run(isDryRun: false)
        #expect(added.result.added.map(\.uid) == ["tea"] && added.titles == ["Water", "Tea"])
        let again = try run(isDryRun: false)
        #expect(again.result.added.isEmpty && again.result.known == 1 && again.titles == added.titles)
    }

    @Test func aLostLedgerIsReplacedOnlyIfItIsLost() throws {
        let stage = try stage()
        #expect(throws: CommandError.self, "it is in use") { try ReplacingLostLedger(try stage.workspace()).run() }
        let path = stage.path(".local/share/antrain/ledger.sqlite")
        try FileManager.default.removeItem(atPath: path)
        #expect(try ReplacingLostLedger(try stage.workspace()).run().backup == nil)
        #expect(try Store(try stage.workspace()).session.facts.activations.isEmpty)
    }

    @Test func anIntactLedgerNeedsNoRepair() throws {
        let (stage, empty) = (try stage(), try CommandStage())
        let before = try State(try Store(try stage.workspace()))
        #expect(
            try RepairingLedger(try stage.workspace()).run().text(Style(isColored: false), columns: 80).contains(
                "intact"
            )
        )
        #expect(try State(try Store(try stage.workspace())) == before)
        #expect(throws: CommandError.self, "there is none") { try RepairingLedger(try empty.workspace()).run() }
        #expect(throws: CommandError.self) { try AbortingRestore(try stage.workspace()).run() }
    }

    @Test func onlyAReportIsReplaced() throws {
        let stage = try CommandStage()
        try stage.write("notes.html", "my notes")
        let page = ReportPage.generator
        func save(_ name: String, _ text: String, isForced: Bool = false) throws -> ResultPath {
            let path = FilePath(stage.path(name))
            return try SavingReport(try stage.workspace(), text, at: path, as: name, isForced: isForced).run()
        }
        #expect(throws: CommandError.self) { try save("notes.html", page) }
        #expect(stage.contents("notes.html") == "my notes")
        for text in [page, page + "2"] { _ = try save("report.html", text) }
        #expect(stage.contents("report.html") == page + "2")
        _ = try save("notes.html", page, isForced: true)
        #expect(stage.contents("notes.html") == page)
    }

    @Test func aPluginIsInstalledOnce() throws {
        let stage = try CommandStage()
        try stage.write("built/libdesk.so", "\u{7F}ELF")
        try stage.write("text.so", "text")
        func install(_ place: String, isReplaced: Bool = false) throws -> PluginActionResult {
            let path = FilePath(stage.path(place))
            return try InstallingPlugin(try stage.workspace(), from: path, isReplaced: isReplaced).run()
        }
        #expect(throws: CommandError.self, "no library") { try install("text.so") }
        #expect(try install("built").action == "installed")
        #expect(throws: CommandError.self, "it is installed") { try install("built/libdesk.so") }
        #expect(try install("built/libdesk.so", isReplaced: true).action == "installed")
        #expect(stage.contents(".local/share/antrain/plugins/libdesk.so") == "\u{7F}ELF")
    }

    @Test func comingWorkoutsAreLimited() throws {
        let session = try Store(try stage().workspace()).session
        func dates(_ length: ComingLength) -> [String] {
            session.comingWorkouts(of: nil, length, assuming: .success).map { $0.workout.occurrence.date.description }
        }
        #expect(dates(.workouts(2)) == ["2026-11-23", "2026-11-25"])
        #expect(dates(.weeks(1)) == ["2026-11-23", "2026-11-25", "2026-11-27"])
    }

    @Test func anEditIsSavedOnlyOverTheTextThatTheUserSaw() throws {
        let stage = try CommandStage()
        try stage.write("mine.yaml", "old")
        try stage.write("copy.yaml", "new")
        func save(over text: String) throws -> FilePath? {
            let (path, copy) = (FilePath(stage.path("mine.yaml")), FilePath(stage.path("copy.yaml")))
            let texts = (Array(text.utf8), Array("new".utf8))
            return try SavingEdit(
                try stage.workspace(),
                path,
                isOptional: false,
                copy: copy,
                from: texts.0,
                to: texts.1
            ).run()
        }
        #expect(throws: CommandError.self) { try save(over: "other") }
        #expect(stage.contents("mine.yaml") == "old" && stage.contents("copy.yaml") == "new")
        #expect(try save(over: "old")?.string == stage.path("mine.yaml~"))
        #expect(stage.contents("mine.yaml") == "new" && stage.contents("mine.yaml~") == "old")
        #expect(stage.contents("copy.yaml") == nil)
    }

    @Test func anEditOfTheSettingsIsPlannedAndUndone() throws {
        let stage = try stage()
        let file = ".config/antrain/settings.yaml"
        let before = try #require(stage.contents(file))
        let after = before.replacing("07:30", with: "19:15")
        try stage.write(file, after)
        let store = try RecordingSettingsEdit(
            try stage.workspace(),
            from: Array(before.utf8),
            to: Array(after.utf8)
        ).run()
        #expect(try stage.run("pending --json").output.contains("workout/2026-11-23/1915"))
        #expect(store.session.settings.time.description == "19:15")
        #expect(try Undoing(try stage.workspace(), number: nil).run().action == "undone")
        #expect(stage.contents(file) == before)
    }

    @Test func decisionsAboutChannelsAreRecorded() throws {
        let stage = try stage()
        try stage.write(".local/share/antrain/plugins/libmine.so", "not loaded")
        let catalog = try PluginCatalog(try stage.workspace().context, LaunchOptions())
        func recorded(_ name: String) throws -> PermissionDecision? {
            try catalog.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.permissions()[name] }
        }
        for (name, decision, permission) in [
            ("console", PermissionDecision(state: .denied, digest: nil), "denied"),
            ("console", PermissionDecision(state: .provisional, digest: nil), "provisional"),
            ("console", nil, "authorized"),
            ("mine", PermissionDecision(state: .authorized, digest: String(repeating: "a", count: 64)), "authorized"),
        ] {
            #expect(try DecidingOnChannel(catalog, name, decision).run().permission == permission)
            #expect(try recorded(name) == decision)
        }
        #expect(try RemovingPlugin(catalog, "mine").run().users.isEmpty)
        #expect(try recorded("mine") == nil)
        #expect(stage.contents(".local/share/antrain/plugins/libmine.so") == nil)
    }

    @Test func theAnswerAboutRemindersIsRecordedAndTurnsThemOn() throws {
        let stage = try CommandStage()
        _ = try stage.run("program activate stronglifts-5x5")
        func decide(_ time: TimeOfDay?) throws -> (isOn: Bool, session: Session) {
            let store = try Store(try stage.workspace())
            let activation = try #require(store.session.facts.activations.first)
            let outcome = try DecidingOnReminders(store, activation, at: time).run()
            return (outcome != nil, try Store(try stage.workspace()).session)
        }
        #expect(try !Store(try stage.workspace()).session.facts.wasAsked)
        let refused = try decide(nil)
        #expect(!refused.isOn && !refused.session.settings.isEnabled && refused.session.facts.wasAsked)
        let time = try TimeOfDay(parsing: "18:45")
        let agreed = try decide(time)
        #expect(agreed.isOn && agreed.session.settings.isEnabled && agreed.session.settings.time == time)
    }

    @Test func aWorkoutContinuesWithAnotherExerciseAndLoad() throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        let squat = "{exercise: Squat, sets: 2x5 @ 60kg, alternatives: [{exercise: Front Squat, sets: 3x5}]}"
        let days = "days:\n  full:\n    name: Full\n    exercises: [\(squat)]\n"
        let head = "antrain: 1\nid: mine\nname: Mine\n"
        try stage.write("mine.yaml", head + days + "schedule: {mode: cycle, cycle: [full]}\n")
        #expect(try stage.run("program activate mine.yaml").status == .success)
        let store = try Store(try stage.workspace())
        let workout = try #require(try Self.workouts(store, .start).first?.occurrence)
        let planned = try #require(store.session.plannedExercises(workout)?.first)
        let load = PerformedSet.Load.weight(Weight(thousandths: 55_000), .kilograms)
        try ChangingLoad(store, load, of: planned.workout, on: workout.date).run()
        let loads = try store.workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.sessionLoads(of: "mine", on: workout.date)
        }
        #expect(loads == ["squat": load])
        let alternative = try #require(planned.item.otherChoices.first)
        let entry = planned.entry(on: workout.date, .planned, [PerformedSet(kind: .work, amount: .init(reps: 5))])
        _ = try Logging(store, adding: entry, with: []).run()
        let logged = try Store(store.workspace)
        #expect(try ChoosingAlternative(logged, alternative, insteadOf: planned, in: workout).run().action == "chosen")
        let switched = try Store(store.workspace).session
        #expect(switched.plannedExercises(workout)?.map(\.exercise) == ["front-squat"])
        #expect(logged.session.facts.log.count == 1 && switched.facts.log.isEmpty)
    }
}
