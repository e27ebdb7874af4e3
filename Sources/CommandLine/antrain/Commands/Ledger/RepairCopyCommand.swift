import ArgumentParser
import Backups
import Platform
import Ledger
import Results
import Session

/// The command `antrain repair copy`.
struct RepairCopyCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy the ledger to a file, even while the daemon is running.",
        discussion: "To restore the copy, stop antrain and replace the ledger with it."
    )

    @Argument(help: "File to create; - for standard output.", completion: .file()) var file: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let output = try OutputFile(file, context, data)
        try output.check()
        guard workspace.hasLedger else { throw .ledger(.absent(path: workspace.paths.ledger)) }
        try output.create(try workspace.copy(of: try workspace.ledger()))
        guard let target = output.path else { return .success }
        context.show(
            LedgerFileResult(action: "copied", path: ResultPath(target, workspace.paths), backup: nil),
            asJSON: data.json
        )
        return .success
    }
}
