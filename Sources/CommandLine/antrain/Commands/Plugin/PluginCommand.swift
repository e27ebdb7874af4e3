import ArgumentParser

/// The command `antrain plugin …`.
struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin",
        abstract: "List delivery plugins, allow or deny them, and create your own.",
        subcommands: [
            PluginListCommand.self, PluginInfoCommand.self, PluginAllowCommand.self, PluginDenyCommand.self,
            PluginResetCommand.self, PluginTestCommand.self, PluginCheckCommand.self, PluginNewCommand.self,
            PluginInstallCommand.self, PluginRemoveCommand.self, PluginSearchPathCommand.self,
        ]
    )
}
