public import CivilTime
public import Planning
public import Reminders
package import Training

/// A user action that can be undone.
public struct JournalAction: Sendable, Hashable {
    public let batch: Int64
    public let kind: JournalKind
    public let at: Instant
    /// The subjects: IDs of programs or notifications, or `*` for every program.
    public let subjects: [String]
    /// The date of each subject, in the same order.
    public let dates: [CivilDate?]
    /// Its changes of the settings file, in their order.
    public let settings: [SettingsRevision]
    /// Its changes of programs and reminders, in their order, which may explain why a plan lacks reminders.
    public let changes: [PlanChange]

    /// Whether it added reminders one by one, as `reminder add` and `migrate` do.
    public var addsReminders: Bool { kind == .reminderAdded }

    /// The date that it refers to, if it is a single one.
    public var date: CivilDate? {
        guard let first = dates.first, dates.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// The answer that the training log gave to a workout; it is no action of the ledger's, and has the batch 0.
    public init(answering workout: OccurrenceKey, at closing: Instant) {
        (batch, kind, at) = (0, .completed, closing)
        (subjects, dates, settings, changes) = ([workout.source.subject], [workout.date], [], [])
    }

    /// Whether the training log gave the answer, and not the user.
    public var isDerived: Bool { batch == 0 }

    /// A row of the journal.
    struct Entry {
        let batch: Int64
        let kind: JournalKind
        let at: Instant
        let subject: String
        let date: CivilDate?
        let settings: SettingsRevision?
        /// The change that explains why a plan lacks reminders.
        let change: PlanChange?
    }

    /// An action from its entries in their order; nil if there are none.
    init?(_ entries: [Entry]) {
        func rank(_ entry: Entry) -> Int { JournalKind.allCases.firstIndex(of: entry.kind) ?? 0 }
        guard let main = entries.min(by: { rank($0) < rank($1) }) else { return nil }
        let own = entries.filter { $0.kind == main.kind }
        (batch, kind, at) = (main.batch, main.kind, main.at)
        (subjects, dates) = (own.map(\.subject), own.map(\.date))
        settings = entries.compactMap(\.settings)
        changes = entries.compactMap(\.change)
    }
}

extension LedgerRow {
    /// A change of the settings file.
    package func settingsRevision() throws(LedgerValueError) -> SettingsRevision {
        try parsed("value", as: "a change of the settings file", SettingsRevision.init)
    }

    /// A place in a program.
    package func place(_ column: String) throws(LedgerValueError) -> ProgramPlace {
        try parsed(column, as: "a week and perhaps a program day") { ProgramPlace($0) }
    }

    /// The change in a row of the journal that explains why a plan lacks reminders.
    func planChange() throws(LedgerValueError) -> PlanChange? {
        let subject = try text("subject")
        let program = subject == JournalStore.all ? nil : subject
        switch try word("kind", JournalKind.self) {
        case .activated: return .activated(program: subject)
        case .deactivated: return .deactivated(program: subject)
        case .reminderEdited, .deleted:
            return OccurrenceSource(subject: subject).reminderNumber.map(PlanChange.reminder)
        case .moved: return .moved(program: program, from: try date("date"), to: try date("value"))
        case .paused: return .paused(program: program, from: try date("date"), through: try date("value"))
        case .jumped: return .jumped(program: subject, to: try optional("value", place), on: try date("date"))
        case .completed, .skipped, .unanswered, .started, .snoozed, .cancelled, .resumed, .logged, .relogged, .unlogged,
            .imported, .measured, .reminderAdded, .reminderImported, .withdrawn, .preset, .settings, .oneRepMax,
            .trainingMax,
            .load, .prioritized, .chosen, .decided, .undone, .redone, .timeRuled, .timeMoved, .daysChanged,
            .sessionLoad, .edited, .declined, .reported, .refused, .setting, .deliverer, .elsewhere:
            return nil
        }
    }
}

extension Ledger {
    public func lastAction() throws(LedgerError) -> JournalAction? { try undoableActions(limit: 1).first }

    /// The actions in force, in the order in which repeated runs of `undo` would undo them: latest first.
    public func undoableActions(limit: Int) throws(LedgerError) -> [JournalAction] {
        try read { try ActionStore($0).undoable(limit: limit) }
    }

    /// The action that `redo` would redo: the last undone one, unless there is a newer action.
    public func redoableAction() throws(LedgerError) -> JournalAction? {
        try read { try ActionStore($0).redoable(limit: 1).first }
    }

    /// The actions in force that must be undone before an action, latest first.
    public func dependents(on batch: Int64) throws(LedgerError) -> [JournalAction] {
        try read { try ActionStore($0).dependents(on: batch) }
    }

    /// The last decision about a channel, if it is later than any action in force.
    public func laterDecision() throws(LedgerError) -> JournalAction? {
        try read { try ActionStore($0).laterDecision() }
    }
}
