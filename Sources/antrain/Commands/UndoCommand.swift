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
        let planning = try Planning(workspace)
        let difference = try planning.commit([.undone(batch: action.batch)])
        let words = planning.words
        var parts = action.subjects.map { $0 == "*" ? words.text(.allPrograms) : $0 }
        if let date = action.date { parts.append(words.format.statedDate(date, today: planning.today)) }
        let sentence = words.text(
            .takenBack,
            ["kind": words.word("action.kind", action.kind), "what": parts.joined(separator: ", ")]
        )
        workspace.tell(ActionResult("undone", sentence: sentence, difference, words), asJSON: data.json)
        return .success
    }
}
