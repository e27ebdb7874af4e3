import CivilTime
import History
import Ledger
import Planning
import Progress
import Reminders
import SystemPackage
import TestSupport
import Testing
import Training

/// `undo` and `redo` of every kind of action.
@Suite struct UndoTests {
    private let folder: TemporaryFolder
    private let ledger: Ledger

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
    }

    /// Everything that views show and plans depend on, and the actions in force.
    private struct State: Hashable, CustomStringConvertible {
        let description: String

        init(_ ledger: Ledger) throws {
            let facts = try ledger.planningFacts(today: monday)
            var lines: [String] = []
            func add(_ name: String, _ values: some Sequence) { lines += values.map { "\(name): \($0)" } }
            func sorted(_ values: some Sequence) -> [String] { values.map { "\($0)" }.sorted() }
            add("active", facts.activations)
            add("former", facts.former)
            for (program, done) in facts.completions.sorted(by: { $0.key < $1.key }) { add(program, done) }
            add("answer", sorted(facts.answers))
            add("answered", sorted(facts.answeredAt))
            add("cancelled", sorted(facts.cancelled))
            add("snooze", facts.snoozes)
            add("started", facts.started)
            add("reminder", facts.reminders)
            for program in ["a", "b"] { add("exception", facts.exceptions.of(program)) }
            for (program, choices) in facts.choices.sorted(by: { $0.key < $1.key }) { add(program, choices.all) }
            add("value", facts.values)
            add("log", facts.log)
            add("measurement", try ledger.measurements())
            add("preset", sorted(try ledger.presets()))
            add("import", sorted(try ledger.importedUIDs()))
            add("rule", [try ledger.timeMoves().rule])
            add("record", try ledger.workoutRecords(since: monday.adding(days: -60)))
            // Earlier ones end as time passes.
            let pending = try ledger.pending(limit: 99).map(\.notification).filter { $0.instant > evening }
            add("pending", pending.map { "\($0.id) \($0.instant)" })
            add("action", try ledger.undoableActions(limit: 999).map { "\($0.batch) \($0.kind) \($0.subjects)" })
            description = lines.joined(separator: "\n")
        }
    }

    /// A random action with its events, for a state of the ledger.
    private func action(_ random: inout SplitMix64, _ day: Int) throws -> [LedgerEvent] {
        let facts = try ledger.planningFacts(today: monday)
        func pick<Value>(_ values: [Value], _ fallback: Value) -> Value {
            values.randomElement(using: &random) ?? fallback
        }
        let today = monday.adding(days: day)
        let date = today.adding(days: Int.random(in: -3...3, using: &random))
        let program = pick(["a", "b"], "a")
        let workout = OccurrenceKey(.program(program), on: date)
        let number = pick(facts.reminders.map(\.number), 0)
        let entry = try ledger.log().randomElement(using: &random)
        let at = CivilDateTime(
            date: date,
            time: TimeOfDay(secondsFromMidnight: Int.random(in: 6...20, using: &random) * 3600)
        )
        let reminder = UserReminder(
            number: 0,
            title: "Tea \(Int.random(in: 0...9, using: &random))",
            notes: nil,
            at: at,
            rule: .once
        )
        func activation(_ id: String) -> Activation {
            Activation(
                programID: id,
                path: FilePath("/\(id).yaml"),
                start: date,
                source: [UInt8.random(in: 0...9, using: &random)],
                priority: Int.random(in: 0...3, using: &random)
            )
        }
        let sets = try PerformedSet.parse("5x5@\(Int.random(in: 20...90, using: &random))kg", unit: .kilograms)
        let new = LogEntry(
            date: date,
            exercise: "squat",
            name: "Squat",
            workout: LogEntry.Workout(program: program, day: "push", exercise: "squat"),
            sets: sets
        )
        func weight(_ subject: AthleteValue.Subject) throws -> LedgerEvent {
            let typed = try TypedWeight(parsing: "\(Int.random(in: 20...90, using: &random))kg", unit: .kilograms)
            return .valueSet(AthleteValue(subject, typed.weight, typed.unit, on: date))
        }
        let choice = ExerciseChoice(
            exercise: "squat",
            alternative: "leg-press",
            on: date,
            isForOneDay: Bool.random(using: &random)
        )
        let pending = try ledger.pending(limit: 9).map(\.notification).randomElement(using: &random)
        switch Int.random(in: 0..<27, using: &random) {
        case 0: return [.activated(activation(program))]
        case 1: return [.activated(activation(program)), try weight(.load(program: program, exercise: "squat"))]
        case 2 where facts.activations.contains { $0.programID == program }: return [.deactivated(programID: program)]
        // One program takes the place of another.
        case 3 where facts.activations.contains { $0.programID == "a" }:
            return [.deactivated(programID: "a"), .activated(activation("b"))]
        case 4: return [.answered(workout, dayID: "push", .completed), .logged(new)]
        case 5: return [.answered(workout, dayID: "push", .skipped)]
        case 6: return [.answered(workout, dayID: "push", .completed), .chosen(programID: program, choice)]
        case 7: return [.started(workout, dayID: "push")]
        case 8:
            // The order of a dictionary differs in each run.
            let answered = facts.answers.keys.sorted { "\($0)" < "\($1)" }
            return answered.randomElement(using: &random).map { [.unanswered($0)] } ?? []
        case 9: return pending.map { [.cancelled(id: $0.id.rawValue, date: $0.date)] } ?? []
        case 10:
            return pending.map { [.snoozed(id: $0.id.root, date: $0.date, until: $0.instant.adding(.hours(1)))] } ?? []
        case 11: return [.paused(programID: pick([program, nil], nil), from: date, through: date.adding(days: 2))]
        case 12: return [.resumed(programID: pick([program, nil], nil), on: date)]
        case 13: return [.moved(programID: program, from: date, to: date.adding(days: 1))]
        case 14: return [.prioritized(programID: program, Int.random(in: 0...9, using: &random))]
        case 15: return [.chosen(programID: program, choice)]
        case 16:
            return [
                try weight(pick([.oneRepMax(lift: "squat"), .trainingMax(lift: "squat")], .oneRepMax(lift: "row")))
            ]
        case 17: return [.logged(new)]
        case 18: return [.imported([new, new])]
        case 19:
            guard var entry else { return [] }
            entry.sets = sets
            return [.relogged(entry)]
        case 20: return entry.map { [.unlogged($0)] } ?? []
        case 21:
            let thousandths = Int.random(in: 60_000...90_000, using: &random)
            return BodyMeasurement(.weight, thousandths: thousandths, .kilograms, on: date).map { [.measured($0)] }
                ?? []
        case 22: return [.reminderAdded(reminder)]
        case 23: return [.reminderImported(reminder, uid: "1@\(day)"), .reminderImported(reminder, uid: "2@\(day)")]
        case 24: return [.presetAdded(name: "water", [reminder, reminder])]
        case 25 where number != 0:
            return [
                .reminderEdited(
                    UserReminder(number: number, title: "Milk", notes: "warm", at: at, rule: .every(days: 1))
                )
            ]
        case 26 where number != 0: return [.reminderDeleted(number: number)]
        default:
            return number == 0 ? [] : [.answered(OccurrenceKey(.reminder(number), on: date), dayID: "", .completed)]
        }
    }

    /// Each active program has a reminder on each of six days and each of the user's own reminders comes once, unless it was answered,
    /// cancelled or snoozed.
    private static func request(_ facts: PlanningSnapshot) -> QueueRequest {
        var planned: [PlannedNotification] = []
        let names = facts.activations.map { (OccurrenceSource.program($0.programID), 7) }
        for (source, hour) in names {
            for day in 0..<6 where facts.answers[OccurrenceKey(source, on: monday.adding(days: day))] == nil {
                planned.append(notification(day, hour: hour, body: source.subject))
            }
        }
        for reminder in facts.reminders
        where facts.answers[OccurrenceKey(.reminder(reminder.number), on: reminder.at.date)] == nil {
            planned.append(
                PlannedNotification(
                    id: NotificationID(rawValue: "reminder/\(reminder.number)/\(reminder.at.date)/0700"),
                    category: .reminder,
                    date: reminder.at.date,
                    fireAt: reminder.at,
                    zone: "UTC",
                    instant: Zone.utc.instant(of: reminder.at),
                    title: reminder.title,
                    body: "",
                    items: []
                )
            )
        }
        let hidden = facts.cancelled.union(facts.snoozes.map(\.original.id))
        var known: Set<NotificationID> = []
        return QueueRequest(
            notifications: planned.filter { !hidden.contains($0.id) && known.insert($0.id).inserted },
            routes: ChannelRoutes(channels: ["console"]),
            zone: .utc,
            grace: .hours(4)
        )
    }

    private func commit(_ events: [LedgerEvent], at now: Instant) throws {
        _ = try ledger.commit(events, now: now, today: Zone.utc.civil(at: now).date, plan: Self.request)
    }

    /// After any sequence of actions, `undo` returns exactly to the state before an action, and `redo` to the one after it.
    @Test(arguments: Share.of(1...12 as ClosedRange<UInt64>, 3, "undone actions"))
    func undoAndRedoRestoreEveryState(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var now = evening.adding(.days(-4))
        let first = try State(ledger)
        // The states before the actions in force, and those after the undone ones.
        var (before, after): ([State], [State]) = ([], [])
        var kinds: Set<JournalKind> = []
        for _ in 0..<90 {
            // Several actions within a second are possible.
            now = now.adding(.minutes(Int64.random(in: 0...60, using: &random)))
            let present = try State(ledger)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let day = monday.days(until: Zone.utc.civil(at: now).date)
                let last = try ledger.lastAction()?.batch
                try commit(try action(&random, day), at: now)
                guard let new = try ledger.lastAction(), new.batch != last else { continue }
                kinds.insert(new.kind)
                before.append(present)
                after = []
                #expect(try ledger.redoableAction() == nil)
            case 5..<8:
                guard let last = try ledger.lastAction() else { continue }
                #expect(try ledger.dependents(on: last.batch).isEmpty)
                try commit([.undone(batch: last.batch)], at: now)
                let expected = before.removeLast()
                #expect(try State(ledger) == expected, "undo of \(last)")
                #expect(try ledger.redoableAction()?.batch == last.batch)
                after.append(present)
            default:
                guard let last = try ledger.redoableAction() else {
                    #expect(after.isEmpty)
                    continue
                }
                try commit([.redone(batch: last.batch)], at: now)
                let expected = after.removeLast()
                #expect(try State(ledger) == expected, "redo of \(last)")
                before.append(present)
            }
        }
        while let last = try ledger.lastAction() {
            try commit([.undone(batch: last.batch)], at: now)
            #expect(try State(ledger) == before.removeLast())
        }
        #expect(try State(ledger) == first && kinds.count > 12, "\(kinds)")
    }

    /// An action before others is undone alone if none depends on it; `redo` restores the state exactly, and all actions can be undone
    /// in any order that dependencies allow.
    @Test(arguments: Share.of(1...8 as ClosedRange<UInt64>, 2, "earlier actions"))
    func earlierActionsAreUndoneAlone(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var now = evening.adding(.days(-4))
        let first = try State(ledger)
        for _ in 0..<40 {
            now = now.adding(.minutes(30))
            try commit(try action(&random, 0), at: now)
        }
        while let chosen = try ledger.undoableActions(limit: 999).randomElement(using: &random) {
            let present = try State(ledger)
            let others = try ledger.dependents(on: chosen.batch)
            #expect(others.allSatisfy { $0.batch > chosen.batch })
            guard others.isEmpty else {
                // The last of them can be undone.
                #expect(try ledger.dependents(on: others[0].batch).isEmpty)
                try commit([.undone(batch: others[0].batch)], at: now)
                continue
            }
            try commit([.undone(batch: chosen.batch)], at: now)
            #expect(try !ledger.undoableActions(limit: 999).contains(chosen))
            try commit([.redone(batch: chosen.batch)], at: now)
            #expect(try State(ledger) == present, "redo of \(chosen)")
            try commit([.undone(batch: chosen.batch)], at: now)
        }
        #expect(try State(ledger) == first)
    }

    /// The changes that depend on an action are named.
    @Test func dependentsAreFound() throws {
        func kinds(_ events: LedgerEvent...) throws -> [JournalKind] {
            let folder = try TemporaryFolder()
            let ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
            for event in events { _ = try ledger.plan([], facts: [event]) }
            let first = try #require(try ledger.undoableActions(limit: 9).last)
            return try ledger.dependents(on: first.batch).map(\.kind)
        }
        let reminder = UserReminder(number: 0, title: "Tea", notes: nil, at: fires(0).civil, rule: .every(days: 1))
        let edited = UserReminder(number: 1, title: "Tea", notes: nil, at: fires(1).civil, rule: .every(days: 1))
        let water = OccurrenceKey(.reminder(1), on: monday)
        let active = LedgerEvent.activated(Activation(programID: "a", path: "/a.yaml", start: monday, source: []))
        let done = LedgerEvent.answered(OccurrenceKey(.program("a"), on: monday), dayID: "push", .completed)
        let other = LedgerEvent.answered(OccurrenceKey(.program("b"), on: monday), dayID: "push", .completed)
        let snooze = LedgerEvent.cancelled(id: "reminder/1/2026-11-23/0700", date: monday)
        #expect(try kinds(.reminderAdded(reminder), .reminderEdited(edited), other) == [.reminderEdited])
        #expect(try kinds(.reminderAdded(reminder), .reminderDeleted(number: 1)) == [.deleted])
        #expect(
            try kinds(.reminderAdded(reminder), .answered(water, dayID: "", .completed), snooze) == [
                .cancelled, .completed,
            ]
        )
        #expect(try kinds(.presetAdded(name: "tea", [reminder]), .reminderDeleted(number: 1)) == [.deleted])
        #expect(try kinds(active, done, other, .deactivated(programID: "a")) == [.deactivated, .completed])
        #expect(try kinds(done, other, active).isEmpty)
    }

    /// A migration takes reminders back that it could not move; nothing is left to undo.
    @Test func aWithdrawnReminderCannotBeUndone() throws {
        let reminder = UserReminder(number: 0, title: "Tea", notes: nil, at: fires(0).civil, rule: .every(days: 1))
        _ = try ledger.plan([], facts: [.reminderAdded(reminder), .reminderAdded(reminder)])
        _ = try ledger.plan([], facts: [.reminderWithdrawn(number: 1)])
        #expect(try ledger.reminders().map(\.number) == [2])
        #expect(try ledger.undoableActions(limit: 9).map(\.subjects) == [["reminder/2"]])
        _ = try ledger.plan([], facts: [.reminderWithdrawn(number: 2)])
        #expect(try ledger.reminders().isEmpty && ledger.lastAction() == nil)
    }

    /// A decision about a channel is not undone, and reported as long as it is the last change.
    @Test func aDecisionIsNotAnAction() throws {
        #expect(try ledger.laterDecision() == nil)
        let decision = PermissionDecision(state: .denied, digest: nil)
        _ = try ledger.plan([], facts: [.decided(channel: "mail", decision)])
        #expect(try ledger.laterDecision()?.subjects == ["mail"])
        #expect(try ledger.lastAction() == nil)
        _ = try ledger.plan([], facts: [.resumed(programID: nil, on: monday)])
        #expect(try ledger.laterDecision() == nil)
    }
}

extension Instant {
    fileprivate var civil: CivilDateTime { Zone.utc.civil(at: self) }
}
