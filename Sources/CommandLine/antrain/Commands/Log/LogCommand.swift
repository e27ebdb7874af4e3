import ArgumentParser

/// The command `antrain log …`.
struct LogCommand: ImplicitSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Log an exercise, and list and correct the training log.",
        subcommands: [
            LogAddCommand.self, LogListCommand.self, LogEditCommand.self, LogDeleteCommand.self, LogImportCommand.self,
            LogExportCommand.self,
        ],
        defaultSubcommand: LogAddCommand.self
    )
}
