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

    private func action(_ random: inout SplitMix64, _ day: Int) throws -> [LedgerEvent] {
        try RandomHistory(ledger: ledger).action(&random, day)
    }

    private func commit(_ events: [LedgerEvent], at now: Instant) throws {
        try RandomHistory(ledger: ledger).commit(events, at: now)
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
