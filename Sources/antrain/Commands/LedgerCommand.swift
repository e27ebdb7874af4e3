import ArgumentParser

/// The command `antrain ledger …`.
struct LedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Repair the ledger, copy it, or begin a new one after it was lost.",
        subcommands: [LedgerRepairCommand.self, LedgerCopyCommand.self, LedgerNewCommand.self]
    )
}
