import ArgumentParser
import Completion
import Delivery
import Ledger
import Platform
import Results
import Session
import UseCases

/// The command `antrain plugin allow`.
struct PluginAllowCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Allow exactly this version of a channel's plugin to deliver."
    )

    @Argument(help: "Channel name, as in the settings.", completion: .values(.channel)) var name: String
    @Flag(help: "Deliver without sound or interruption.") var quietly = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        try PluginAllowCommand.allow(
            name,
            quietly: quietly,
            try PluginCatalog(context, global.launch),
            asJSON: data.json
        )
        return .success
    }

    /// Allows the plugin of a channel; shows what it needs, and asks for confirmation on a terminal.
    static func allow(_ name: String, quietly: Bool, _ catalog: PluginCatalog, asJSON: Bool) throws(CommandError) {
        let channel = try catalog.knownChannel(name)
        let (decision, _) = try PermissionQuestion(channel, catalog).decision(quietly: quietly)
        catalog.workspace.report(try DecidingOnChannel(catalog, name, decision).run(), asJSON: asJSON)
    }
}

/// The command `antrain plugin deny`.
struct PluginDenyCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny",
        abstract: "Stop a channel from delivering; antrain does not ask again."
    )

    @Argument(help: "Channel name, as in the settings.", completion: .values(.channel)) var name: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let catalog = try PluginCatalog(context, global.launch)
        let denial = PermissionDecision(state: .denied, digest: nil)
        catalog.workspace.report(try DecidingOnChannel(catalog, name, denial).run(), asJSON: data.json)
        return .success
    }
}

/// The command `antrain plugin reset`.
struct PluginResetCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Forget whether you allowed or denied a channel."
    )

    @Argument(help: "Channel name, as in the settings.", completion: .values(.channel)) var name: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let catalog = try PluginCatalog(context, global.launch)
        catalog.workspace.report(try DecidingOnChannel(catalog, name, nil).run(), asJSON: data.json)
        return .success
    }
}
