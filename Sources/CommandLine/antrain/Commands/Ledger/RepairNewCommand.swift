import ArgumentParser
import Platform
import Results
import Session
import UseCases

/// The command `antrain repair new`.
struct RepairNewCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a new ledger after the old one was lost.",
        discussion: """
            The command fails if there is a usable ledger. A damaged ledger is kept under another name; try 'antrain repair' first.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        try context.checkRestored()
        let workspace = try Workspace(context, global.launch)
        context.show(try ReplacingLostLedger(workspace).run(), asJSON: data.json)
        return .success
    }
}
