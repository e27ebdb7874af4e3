import ArgumentParser
import Ledger

/// The command `antrain ledger copy`.
struct LedgerCopyCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy the ledger to a file, even while the daemon is running.",
        discussion: "To restore the copy, stop antrain and replace the ledger with it."
    )

    @Argument(help: "File to create; - for standard output.", completion: .file()) var file: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
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

/// A ledger file that was written.
struct LedgerFileResult: CommandResult {
    static let kind = "ledger-file"

    let action: String
    let path: ResultPath
    /// The path of the damaged ledger that it replaces; nil if there was none.
    let backup: ResultPath?

    func text(_ style: Style, columns: Int) -> String {
        if action == "copied" { return "copied the ledger to \(path.shown)\n" }
        return (backup.map { "the damaged ledger was kept as \($0.shown)\n" } ?? "")
            + "a new ledger was created: \(path.shown); activate your programs again\n"
    }
}
