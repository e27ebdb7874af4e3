internal import CivilTime
internal import Reminders

extension HistoryFold.Content {
    /// - Parameters:
    ///   - reference: what identifies a row of a table by a text in a row that refers to it; nil for a text that refers to none.
    ///   - edition: the text of a program that the row refers to.
    package init(
        _ kind: JournalKind,
        subject: String,
        date: String?,
        value: String?,
        edition: ID?,
        reference: (LedgerTable, Substring) -> ID?
    ) {
        func reminder() -> ID? {
            let parts = subject.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? reference(.reminder, parts[1]) : nil
        }
        let content: Self? =
            switch kind {
            case .activated: edition.map { .edited(program: subject, edition: $0) }
            case .deactivated: .deactivated(program: subject)
            case .edited: value.flatMap { reference(.edition, $0[...]) }.map { .edited(program: subject, edition: $0) }
            case .deleted: reminder().map(Self.reminderDeleted)
            case .withdrawn: reminder().map(Self.reminderWithdrawn)
            case .reminderAdded: reminder().map(Self.reminderAdded)
            case .reminderImported: reminder().map { .reminderImported($0, uid: value ?? "") }
            case .completed, .skipped: .answered("\(subject) \(date ?? "")")
            case .unanswered: .unanswered("\(subject) \(date ?? "")")
            case .undone: reference(.journal, subject[...]).map { .undone(action: $0) }
            case .redone: reference(.journal, subject[...]).map { .redone(action: $0) }
            case .timeMoved: date.flatMap { try? CivilDate(parsing: $0) }.map { .timeMoved(on: $0) }
            case .imported: .imported
            case .started, .snoozed, .cancelled, .paused, .resumed, .moved, .logged, .relogged, .unlogged, .jumped,
                .measured, .reminderEdited, .preset, .settings, .oneRepMax, .trainingMax, .load, .prioritized, .chosen,
                .decided, .timeRuled, .daysChanged, .sessionLoad, .declined, .reported, .refused,
                .setting, .deliverer, .elsewhere:
                .other
            }
        self = content ?? .other
    }
}

extension HistoryFold.LogRow {
    /// - Parameter text: the text in a column of the row; nil for NULL.
    package init(revises: ID?, _ text: (String) throws -> String?) rethrows {
        let date = try text("date") ?? ""
        let workout = try text("program_id").map { program in
            [date, program, try text("day_id") ?? "", try text("program_exercise") ?? ""].joined(separator: "/")
        }
        let outcome = try text("outcome")
        self.init(
            revises: revises,
            workout: workout,
            performance: [date, try text("exercise") ?? "", try text("sets") ?? ""].joined(separator: "/"),
            isPlanned: outcome == LogStore.Outcome.planned.rawValue,
            isDeletion: outcome == LogStore.Outcome.deleted.rawValue
        )
    }
}
