import ArgumentParser
import Platform
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
            You can undo everything that you record, change, add or delete with a command or a notification's button. Repeat the \
            command to undo the change before that; 'antrain redo' redoes a change. Before it undoes a change that was not recorded today, \
            antrain asks, unless you give its number. Decisions about channels cannot be undone; change them with 'antrain channel allow' \
            and 'antrain channel deny'. A restored reminder is sent only if it is not too late.
            """
    )

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
        if list { return try showList(workspace) }
        let undoing = try Undoing(workspace, number: number)
        try confirm(undoing, context)
        workspace.report(try undoing.run(), asJSON: data.json)
        return .success
    }

    /// Asks before an older change is undone, unless the user gave a number and so has seen the list.
    private func confirm(_ undoing: Undoing, _ context: Context) throws(CommandError) {
        let (date, session) = (undoing.date, undoing.session)
        guard number == nil, date != session.today else { return }
        let day = session.words.onDate(date, today: session.today)
        let question = session.words.text(.undoQuestion, ["action": undoing.shown.text, "day": day])
        guard !data.json, let agrees = context.agrees(to: question) else {
            throw .olderChange(undoing.shown.text, date)
        }
        guard agrees else { throw .notConfirmed(wasAsked: true) }
    }

    /// Shows the changes that can be undone.
    private func showList(_ workspace: Workspace) throws(CommandError) -> ExitStatus {
        let store = try Store(workspace)
        let actions = try Undoing.actions(store)
        guard !actions.isEmpty else {
            workspace.context.show(UndoListResult([], store.session.words), asJSON: data.json)
            return .success
        }
        let entries = try actions.map { (action) throws(CommandError) in try store.described(action) }
        workspace.context.show(UndoListResult(entries, store.session.words), asJSON: data.json)
        return .success
    }
}
