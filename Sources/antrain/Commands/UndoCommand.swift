import ArgumentParser
import Ledger
import Reminders

/// The command `antrain undo`.
struct UndoCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back the last answer, snooze, cancellation, pause or move.",
        discussion: "A reminder comes back if its time is still ahead; one whose time has passed is not sent."
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        guard workspace.hasLedger,
            let action = try workspace.withLedger({ (ledger) throws(LedgerError) in try ledger.lastAction() })
        else { throw .nothingToUndo }
        let difference = try Planning(workspace).commit([.undone(batch: action.batch)])
        let subjects = action.subjects.map { $0 == "*" ? "all programs" : $0 }.joined(separator: ", ")
        let date = action.date.map { ", \($0)" } ?? ""
        workspace.tell(
            ActionResult("undone", sentence: "taken back: \(action.kind) (\(subjects)\(date))", difference),
            asJSON: data.json
        )
        return .success
    }
}
