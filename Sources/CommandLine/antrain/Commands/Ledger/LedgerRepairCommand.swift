import ArgumentParser
import Platform

/// The command `antrain ledger repair`: the former name of `antrain repair`.
struct LedgerRepairCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: RepairCommand.configuration.abstract,
        shouldDisplay: false
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        try RepairCommand.repair(context, global, data)
    }
}
