import ArgumentParser
import Ledger

/// The command `antrain ledger copy`.
struct LedgerCopyCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy the ledger to a file, even while the daemon is running.",
        discussion: "To restore the copy, stop antrain and replace the ledger with it."
    )

    @Argument(help: "File to write; it must not exist.", completion: .file()) var file: String
    @OptionGroup var global: GlobalOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let target = Paths.absolute(file, context)
        guard !context.files.exists(target) else {
            throw .misused("\(file) already exists; choose another name, or remove it first")
        }
        guard workspace.hasLedger else { throw .ledger(.missing(path: workspace.paths.ledger)) }
        try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.copy(to: target) }
        return .success
    }
}
