import CivilTime
import Files
package import Platform
package import ImportedJobs
import Ledger
package import Planning
import Reminders
import Session

/// Moves reminders from the crontab and at: adds them to the ledger before it removes them there, so that none is lost.
package struct MigrationExecutor {
    /// The numbers of the new reminders, by the line or job that they replace.
    package typealias Numbers = [Migration.Source: [Int64]]

    let store: Store
    let crontab: SystemCrontab
    let at: SystemAt
    /// The crontab as shown to the user; if it has changed since, nothing is moved.
    let shown: Crontab?

    /// - Throws: if a line or job could not be removed; the reminders added for it are deleted again.
    package func apply(_ migration: Migration) throws(CommandError) -> (numbers: Numbers, difference: QueueDifference) {
        let workspace = store.workspace
        return try workspace.context.files.locked(.crontab, in: workspace.paths.data) { () throws(CommandError) in
            try move(migration)
        }
    }

    private func move(_ migration: Migration) throws(CommandError) -> (numbers: Numbers, difference: QueueDifference) {
        let lines = migration.moves.compactMap(\.source.line)
        if !lines.isEmpty, try crontab.read() != shown {
            throw .notMoved(
                "the crontab",
                reason: "it was changed in the meantime",
                aftermath: "nothing was moved; run 'antrain migrate' again"
            )
        }
        let (numbers, isNew, difference) = try addReminders(migration.moves)
        var remaining = migration.moves[...]
        func fail(_ place: String, _ reason: String) -> CommandError {
            let added = remaining.flatMap { numbers[$0.source] ?? [] }.filter(isNew.contains)
            let moved = migration.moves[..<remaining.startIndex].map(\.source.description)
            let before = moved.isEmpty ? "" : "; already moved: \(moved.joined(separator: ", "))"
            return .notMoved(place, reason: reason, aftermath: takeBack(added) + before)
        }
        if !lines.isEmpty, let shown {
            let replaced = lines.map { ($0, numbers[.crontabLine($0)] ?? []) }
            let changed = shown.commenting(movedTo: Dictionary(replaced) { $1 })
            // crontab(1) has no lock; this is the last chance to notice a change.
            guard (try? crontab.read()) == shown else { throw fail("the crontab", "it was changed in the meantime") }
            if let reason = crontab.write(changed) { throw fail("the crontab", reason) }
            remaining = remaining.drop { $0.source.line != nil }
        }
        while let move = remaining.first {
            if let job = move.source.job, let reason = at.remove(job) { throw fail(move.source.description, reason) }
            remaining.removeFirst()
        }
        return (numbers, difference)
    }

    /// Adds the reminders in one transaction, except those that already exist, as after an interrupted run.
    private func addReminders(_ moves: [Migration.Move]) throws(CommandError) -> (
        numbers: Numbers, isNew: Set<Int64>, difference: QueueDifference
    ) {
        let before = store.session.facts.reminders
        let wanted = moves.flatMap(\.reminders)
        var after = before
        // The ledger may fail after the transaction; then the crontab must still be changed, or each reminder would come twice.
        let difference = try store.commit(
            wanted.filter { wanted in !before.contains { $0.stands(for: wanted) } }.map { .reminderAdded($0) },
            planned: { after = $0.reminders }
        )
        let known = Set(before.map(\.number))
        var added = after.filter { !known.contains($0.number) }
        let isNew = Set(added.map(\.number))
        var numbers: Numbers = [:]
        for move in moves {
            numbers[move.source] = move.reminders.compactMap { wanted in
                if let present = before.first(where: { $0.stands(for: wanted) }) { return present.number }
                return added.firstIndex { $0.stands(for: wanted) }.map { added.remove(at: $0).number }
            }
        }
        return (numbers, isNew, difference)
    }

    /// Deletes reminders that were just added.
    ///
    /// - Returns: the outcome, for the error message.
    private func takeBack(_ numbers: [Int64]) -> String {
        do {
            _ = try store.commit(numbers.map { .reminderWithdrawn(number: $0) })
            return "it was left unchanged, and the reminders added for it were deleted"
        } catch {
            return
                "it was left unchanged, but \(MigrationExecutor.named(numbers)) could not be deleted: \(error.message); "
                + "to avoid duplicates, delete them yourself with 'antrain reminder delete'"
        }
    }

    /// Names reminders by their numbers: `reminders 3, 4`.
    package static func named(_ numbers: [Int64]) -> String {
        (numbers.count == 1 ? "reminder " : "reminders ") + numbers.map(String.init).joined(separator: ", ")
    }
}

extension UserReminder {
    /// Whether it has the same text as another reminder and covers all its times.
    fileprivate func stands(for other: UserReminder) -> Bool {
        title == other.title && notes == other.notes && at.time == other.at.time && rule == other.rule
            && comes(on: other.at.date)
    }
}
