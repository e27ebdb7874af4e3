import Platform
import ImportedJobs
import Ledger
import Planning
import Reminders
import Session
import Triggers

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
        guard let first = action.settings.first else { return try Store(workspace).commit([event]) }
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
