import ArgumentParser

/// The command `antrain max …`.
struct MaxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "max",
        abstract: "Show and set your maxes, and show the loads that you set.",
        subcommands: [MaxListCommand.self, MaxSetCommand.self],
        defaultSubcommand: MaxListCommand.self
    )
}
