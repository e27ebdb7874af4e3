import ArgumentParser

/// The command `antrain plugin …`.
struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin",
        abstract: "List delivery plugins, ask them about themselves, and say which may deliver.",
        subcommands: [
            PluginListCommand.self, PluginInfoCommand.self, PluginAllowCommand.self, PluginDenyCommand.self,
            PluginResetCommand.self, PluginTestCommand.self, PluginCheckCommand.self,
            PluginInstallCommand.self, PluginRemoveCommand.self, PluginSearchPathCommand.self,
        ]
    )
}
