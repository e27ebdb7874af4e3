import ArgumentParser

/// The command `antrain ledger …`.
struct LedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Repair the ledger, copy it, or start a new one after a loss.",
        subcommands: [LedgerRepairCommand.self, LedgerCopyCommand.self, LedgerNewCommand.self]
    )
}
