import ArgumentParser
import CivilTime
import Platform
import Ledger
import Localization
import Results
import Session
import UseCases

/// The command `antrain undo`.
struct UndoCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last change of any kind.",
        discussion: """
            You can undo everything that you record, change, add or delete with a command or a notification's button. 'antrain undo' again \
            undoes the change before that, and 'antrain redo' redoes a change. Before it undoes a change that was not recorded today, \
            antrain asks, unless you give its number. Decisions about channels cannot be undone; change them with 'antrain plugin allow' \
            and 'antrain plugin deny'. A restored reminder is sent only if it is not too late for it.
            """
    )

    /// The maximum number of changes in the list.
    private static let longest = 20

    @Argument(
        help: "Number of the change, as shown by 'antrain undo --list' (default: 1, the last one).",
        completion: .list(["1", "2", "3"])
    )
    var number: Int?
    @Flag(help: "Show the changes that can be undone, the last one first, and undo nothing.") var list = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let actions =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in
                try ledger.undoableActions(limit: Self.longest)
            } : []
        if list { return try show(actions, workspace) }
        let action = try chosen(actions, workspace)
        let store = try Store(workspace)
        let session = store.session
        let shown = try store.described(action)
        let others = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.dependents(on: action.batch)
        }
        guard others.isEmpty else {
            throw .undoDependsOn(
                shown.text,
                try others.map { (other) throws(CommandError) in try store.described(other).text }
            )
        }
        try confirm(action, shown, store)
        let difference = try Undoing(action: action, direction: .undo, workspace: workspace).run()
        // The undone change may be one of the language.
        let words = action.settings.isEmpty ? session.words : try workspace.words()
        workspace.report(ActionResult(undone: shown, difference, words), asJSON: data.json)
        return .success
    }

    /// The change that the user means.
    private func chosen(_ actions: [JournalAction], _ workspace: Workspace) throws(CommandError) -> JournalAction {
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

    /// Asks before an older change is undone, unless the user gave a number and so has seen the list.
    private func confirm(_ action: JournalAction, _ shown: UndoableAction, _ store: Store)
        throws(CommandError)
    {
        let date = store.session.zone.civil(at: action.at).date
        guard number == nil, date != store.session.today else { return }
        let day = store.session.words.onDate(date, today: store.session.today)
        let question = store.session.words.text(.undoQuestion, ["action": shown.text, "day": day])
        guard !data.json, let agrees = store.workspace.context.agrees(to: question) else {
            throw .olderChange(shown.text, date)
        }
        guard agrees else { throw .notConfirmed(wasAsked: true) }
    }

    /// Shows the changes that can be undone.
    private func show(_ actions: [JournalAction], _ workspace: Workspace) throws(CommandError) -> ExitStatus {
        guard !actions.isEmpty else {
            workspace.context.show(UndoListResult([], try workspace.words()), asJSON: data.json)
            return .success
        }
        let store = try Store(workspace)
        let session = store.session
        let entries = try actions.map { (action) throws(CommandError) in try store.described(action) }
        workspace.context.show(UndoListResult(entries, session.words), asJSON: data.json)
        return .success
    }
}
