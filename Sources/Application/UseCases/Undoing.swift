package import CivilTime
import ImportedJobs
package import Ledger
import Localization
import Planning
package import Platform
import Reminders
package import Results
package import Session
import Triggers

/// Undoes a change of any kind.
package struct Undoing {
    /// The maximum number of changes that can be undone by their number.
    package static let longest = 20

    private let store: Store
    private let action: JournalAction
    package let shown: UndoableAction

    /// The changes that can be undone, the last one first, with the answers that the training log gave since.
    package static func actions(_ store: Store) throws(CommandError) -> [JournalAction] {
        guard store.workspace.hasLedger else { return [] }
        var actions = try store.workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.undoableActions(limit: longest)
        }
        let facts = store.session.facts
        for (key, at) in facts.answeredAt.sorted(by: { $0.value < $1.value }) where facts.evidence[key] != nil {
            // What completed the log is undone before its effect.
            let place = actions.firstIndex { $0.at < at } ?? actions.endIndex
            actions.insert(JournalAction(answering: key, at: at), at: place)
        }
        return Array(actions.prefix(longest))
    }

    /// - Parameter number: the place of the change in the list, from 1; nil for the last one.
    /// - Throws: `.undoDependsOn` if other changes depend on it, `.noSuchChange` if the list has no such change.
    package init(_ workspace: Workspace, number: Int?) throws(CommandError) {
        let store = try Store(workspace)
        let action = try Self.action(store, number)
        let shown = try store.described(action)
        let others = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.dependents(on: action.batch)
        }
        // A change of other lines of the settings stays in force.
        let areSettings = action.kind == .settings && others.allSatisfy { $0.kind == .settings }
        let dependence = CommandError.undoDependsOn(
            shown.text,
            try others.map { (other) throws(CommandError) in try store.described(other).text }
        )
        guard others.isEmpty || areSettings else { throw dependence }
        if !action.settings.isEmpty || action.kind == .settings {
            let place = (number ?? 1) + 1
            let next = try Self.actions(store).count < place ? nil : "antrain undo \(place)"
            if action.settings.isEmpty {
                let keys = try workspace.sharedKeys(action)
                guard !keys.isEmpty else { throw .settingsElsewhere(next: next) }
                for other in others where try !workspace.sharedKeys(other).isDisjoint(with: keys) { throw dependence }
            }
            do throws(CommandError) { try workspace.checkRestorable(action.settings, .undo, next: next) } catch {
                if case .settingsChangedSince = error, !others.isEmpty { throw dependence }
                throw error
            }
        }
        (self.store, self.action, self.shown) = (store, action, shown)
    }

    private static func action(_ store: Store, _ number: Int?) throws(CommandError) -> JournalAction {
        let workspace = store.workspace
        let actions = try actions(store)
        if let number {
            guard actions.indices.contains(number - 1) else { throw .noSuchChange(number, count: actions.count) }
            return actions[number - 1]
        }
        let decision =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.laterDecision() } : nil
        if let channel = decision?.subjects.first {
            throw .decisionNotUndone(channel: channel, isLast: actions.isEmpty)
        }
        guard let last = actions.first else { throw .nothingToUndo }
        return last
    }

    package var session: Session { store.session }

    package var date: CivilDate { session.zone.civil(at: action.at).date }

    package func run() throws(CommandError) -> ActionResult {
        let workspace = store.workspace
        if action.isDerived { return try decline() }
        try store.recordSharedSettings()
        let (difference, lines) = try Reverting(action: action, direction: .undo, workspace: workspace).run()
        guard !action.settings.isEmpty || action.kind == .settings else {
            return ActionResult(undone: shown, difference, lines, session.words)
        }
        // The undone change may be one of the language.
        let present = try Store(workspace)
        let described = action.kind == .settings ? try present.described(action) : shown
        return ActionResult(undone: described, difference, lines, present.session.words)
    }
}

extension Undoing {
    /// Makes the training log no evidence for the workout; its entries stay.
    private func decline() throws(CommandError) -> ActionResult {
        let workouts = zip(action.subjects, action.dates).compactMap { subject, date in
            date.map { OccurrenceKey(OccurrenceSource(subject: subject), on: $0) }
        }
        let difference = try store.commit(workouts.map(LedgerEvent.declined))
        return ActionResult(undone: shown, difference, [], session.words)
    }
}

/// Redoes the last undone change.
package struct Redoing {
    private let workspace: Workspace

    package init(_ workspace: Workspace) { self.workspace = workspace }

    package func run() throws(CommandError) -> ActionResult {
        guard workspace.hasLedger,
            let action = try workspace.withLedger({ (ledger) throws(LedgerError) in try ledger.redoableAction() })
        else { throw .nothingToRedo }
        try Store(workspace).recordSharedSettings()
        let difference = try Reverting(action: action, direction: .redo, workspace: workspace).run().difference
        // What an action is about may be known only while it is in force.
        let store = try Store(workspace)
        return ActionResult(redone: try store.described(action), difference, store.session.words)
    }
}

extension Store {
    /// Records edits of the settings file by hand, which would otherwise be taken for a part of what is undone.
    fileprivate func recordSharedSettings() throws(CommandError) {
        if session.facts.takesPart { _ = try commit() }
    }
}

extension Workspace {
    fileprivate func sharedKeys(_ action: JournalAction) throws(CommandError) -> Set<String> {
        try withLedger { (ledger) throws(LedgerError) in try ledger.sharedKeys(changedBy: action.batch) }
    }
}

extension ActionResult {
    fileprivate init(
        undone action: UndoableAction,
        _ difference: QueueDifference,
        _ notes: [String],
        _ words: MessageCatalog
    ) {
        let sentence = words.text(.takenBack, ["kind": action.kind, "what": action.what])
        self.init("undone", action.subjects, sentence: sentence, difference, words)
        undone = action
        self.notes = notes
    }

    /// The result of a `redo`.
    fileprivate init(redone action: UndoableAction, _ difference: QueueDifference, _ words: MessageCatalog) {
        let sentence = words.text(.broughtBack, ["kind": action.kind, "what": action.what])
        self.init("redone", action.subjects, sentence: sentence, difference, words)
        redone = action
    }
}

/// Undoes or redoes an action, with the settings file and the crontab.
struct Reverting {
    let action: JournalAction
    let direction: UndoDirection
    let workspace: Workspace

    /// Restores the settings file and records it.
    ///
    /// The file comes first: if the process is killed before the ledger is written, the same command completes it later. If the ledger
    /// cannot be written, the file gets its text back.
    ///
    /// - Returns: the changes to the queue, and a message for each restored crontab line.
    func run() throws(CommandError) -> (difference: QueueDifference, lines: [String]) {
        let lines = direction == .undo ? try restoreCrontab() : []
        return (try commit(), lines)
    }

    private func commit() throws(CommandError) -> QueueDifference {
        let event: LedgerEvent = direction == .undo ? .undone(batch: action.batch) : .redone(batch: action.batch)
        guard let first = action.settings.first else {
            let difference = try Store(workspace).commit([event])
            guard action.kind == .settings, try workspace.exchange()?.changesPlan ?? false else { return difference }
            return difference.followed(by: try Store(workspace).commit())
        }
        var remembered = try workspace.rememberedSettings()
        let restored = try workspace.restoreSettings(action.settings, direction)
        var events = [event]
        if direction == .undo, !restored.isFormer {
            remembered = RememberedSettings(text: restored.text, isEnabled: remembered.isEnabled)
        } else if direction == .undo {
            let isMissing = first.before == .missing
            // The text after the change may turn reminders on; the former one did not.
            remembered = RememberedSettings(text: restored.text, isEnabled: first.wasEnabled)
            events.insert(.settingsReverted(isEnabled: first.wasEnabled, isMissing: isMissing), at: 0)
        }
        do throws(CommandError) {
            return try Store(workspace, remembered).commit(events)
        } catch {
            if !isRecorded { _ = try? workspace.restoreSettings(action.settings, direction == .undo ? .redo : .undo) }
            throw error
        }
    }

    /// Whether the ledger has the action as undone or redone; a ledger that cannot be read was not written either.
    private var isRecorded: Bool {
        do throws(CommandError) {
            let last = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.redoableAction() }
            return (last?.batch == action.batch) == (direction == .undo)
        } catch { return false }
    }

    /// Restores the crontab lines that `migrate` replaced by the reminders of the action.
    ///
    /// It comes before the reminders are deleted: two reminders are better than none.
    private func restoreCrontab() throws(CommandError) -> [String] {
        guard action.addsReminders else { return [] }
        let numbers = action.subjects.compactMap { OccurrenceSource(subject: $0).reminderNumber }
        let system = SystemCrontab(workspace.context)
        // A crontab that cannot be read must not prevent the undo of other reminders.
        guard let present = try? system.read() else { return [] }
        let (restored, lines) = present.restoring(movedTo: Set(numbers))
        guard !lines.isEmpty else { return [] }
        if let reason = system.write(restored) {
            throw .notMoved("the crontab", reason: reason, aftermath: "nothing was undone")
        }
        return lines.map { "restored \(Migration.Source.crontabLine($0))" }
    }
}
