import ArgumentParser

/// The command `antrain ledger …`.
struct LedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Copy the ledger, or create a new one after a loss.",
        subcommands: [LedgerCopyCommand.self, LedgerNewCommand.self, LedgerRepairCommand.self]
    )
}
