import ArgumentParser

/// The command `antrain ledger …`.
struct LedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Repair or copy the ledger, or create a new one after a loss.",
        subcommands: [LedgerRepairCommand.self, LedgerCopyCommand.self, LedgerNewCommand.self]
    )
}
