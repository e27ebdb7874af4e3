import ArgumentParser
import Doctor
import Platform
import Results
import Session
import UseCases

/// The command `antrain repair ledger`, the default of `antrain repair`.
struct RepairLedgerCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Repair a damaged ledger, or rebuild a missing or empty one from a snapshot.",
        discussion: """
            A new ledger replaces a damaged one, which is kept under another name; an intact one is not changed. Lost rows are taken from the latest snapshot; \
            rows that the snapshot does not contain are reported. A missing or empty ledger is rebuilt from the latest usable snapshot; \
            changes made after it are lost, and reminders sent after it may be sent again. Future reminders are planned again from the settings and programs.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        try context.checkRestored()
        let workspace = try Workspace(context, global.launch)
        context.show(try RepairingLedger(workspace).run(), asJSON: data.json)
        return .success
    }
}
