import ArgumentParser
import Platform
import Ledger
import Results
import Session
import UseCases

/// The command `antrain redo`.
struct RedoCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo the last undone change.",
        discussion: """
            'antrain redo' again redoes the change that was undone before it. After a new change, nothing that was undone earlier can be \
            redone.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        guard workspace.hasLedger,
            let action = try workspace.withLedger({ (ledger) throws(LedgerError) in try ledger.redoableAction() })
        else { throw .nothingToRedo }
        let difference = try Undoing(action: action, direction: .redo, workspace: workspace).run()
        // What an action is about may be known only while it is in force.
        let store = try Store(workspace)
        let session = store.session
        workspace.report(
            ActionResult(redone: try store.described(action), difference, session.words),
            asJSON: data.json
        )
        return .success
    }
}
