import ArgumentParser
import Delivery
import Ledger
import Platform
import Results
import RunnerProtocol
import Session
import SystemPackage
import UseCases

/// The command `antrain plugin allow`.
struct PluginAllowCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Allow a channel's plugin, in exactly this version, to deliver."
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
        let channel = try catalog.channel(name)
        guard let library = channel.library else { throw catalog.unusable(channel) }
        let state: PermissionState = quietly ? .provisional : .authorized
        let decision =
            catalog.ships(name)
            ? PermissionDecision(state: state, digest: nil) : try confirmed(channel, library, state, catalog)
        catalog.workspace.report(try DecidingOnChannel(catalog, name, decision).run(), asJSON: asJSON)
    }

    /// Asks the plugin what it needs, shows it, and asks the user for confirmation on a terminal.
    private static func confirmed(
        _ channel: Channel,
        _ library: FilePath,
        _ state: PermissionState,
        _ catalog: PluginCatalog
    ) throws(CommandError) -> PermissionDecision {
        guard let digest = PluginDigest.sha256(of: library) else { throw .noPluginFile("\(library) cannot be read") }
        let (name, workspace) = (channel.name, catalog.workspace)
        let level = ConfinementLevel(environment: workspace.context.environment)
        workspace.warnOfUnconfined(library, level)
        if !level.confinesFiles {
            guard workspace.context.agrees(to: "Load it?") ?? true else { throw .notAllowed(name) }
        }
        let description = try catalog.introduced(channel, digest: digest)
        let needs = description.declaredNeeds(in: workspace.context.environment).map(\.words)
        for gap in level.gaps(needs: description.needs) where level.confinesFiles {
            workspace.warn("this kernel has Landlock version \(level.landlock), so the plugin can \(gap)")
        }
        if !needs.isEmpty {
            workspace.talk("\(description.introduction) needs:\n" + needs.map { "  \($0)\n" }.joined())
            guard workspace.context.agrees(to: "Allow this?") ?? true else { throw .notAllowed(name) }
        }
        return PermissionDecision(state: state, digest: digest, manifest: description.bytes)
    }
}

extension Workspace {
    /// Warns before a plugin is loaded without confinement, as its own code must run to report its needs.
    func warnOfUnconfined(_ library: FilePath, _ level: ConfinementLevel) {
        guard !level.confinesFiles else { return }
        let why = level.isLowered ? "\(ConfinementLevel.variable) turns Landlock off" : "this kernel has no Landlock"
        warn(
            "\(why): once \(library) is loaded, it can read and change all files that you can, and the memory of your other programs"
        )
    }
}

/// The command `antrain plugin deny`.
struct PluginDenyCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny",
        abstract: "Stop a channel from delivering; antrain doesn't ask again."
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
