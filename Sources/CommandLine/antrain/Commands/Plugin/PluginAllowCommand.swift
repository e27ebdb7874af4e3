import ArgumentParser
import Delivery
import Platform
import Ledger
import Results
import RunnerProtocol
import Session
import SystemPackage

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
        guard !catalog.ships(name) else {
            try catalog.decide(name, PermissionDecision(state: state, digest: nil))
            catalog.workspace.report(
                PluginActionResult(
                    "allowed",
                    plugin: name,
                    permission: state,
                    path: library,
                    words: "'\(name)' may deliver\(quietly ? " quietly" : "") through \(library)"
                ),
                asJSON: asJSON
            )
            return
        }
        guard let digest = PluginDigest.sha256(of: library) else { throw .noPluginFile("\(library) cannot be read") }
        let level = ConfinementLevel(environment: catalog.workspace.context.environment)
        catalog.workspace.warnOfUnconfined(library, level)
        if !level.confinesFiles {
            guard catalog.workspace.context.agrees(to: "Load it?") ?? true else { throw .notAllowed(name) }
        }
        let description = try catalog.introduced(channel, digest: digest)
        try confirm(name, description, level, catalog.workspace)
        try catalog.decide(name, PermissionDecision(state: state, digest: digest, manifest: description.bytes))
        catalog.workspace.report(
            PluginActionResult(
                "allowed",
                plugin: name,
                permission: state,
                path: library,
                digest: digest,
                words: "'\(name)' may deliver\(quietly ? " quietly" : "") through \(library)"
                    + " (SHA-256 \(digest.prefix(16))…)"
            ),
            asJSON: asJSON
        )
    }

    /// Shows what the plugin needs; asks for confirmation on a terminal.
    private static func confirm(
        _ name: String,
        _ description: WireDescription,
        _ level: ConfinementLevel,
        _ workspace: Workspace
    ) throws(CommandError) {
        let needs = description.declaredNeeds(in: workspace.context.environment).map(\.words)
        for gap in level.gaps(needs: description.needs) where level.confinesFiles {
            workspace.warn("this kernel has Landlock version \(level.landlock), so the plugin can \(gap)")
        }
        guard !needs.isEmpty else { return }
        workspace.talk("\(description.introduction) needs:\n" + needs.map { "  \($0)\n" }.joined())
        guard workspace.context.agrees(to: "Allow this?") ?? true else { throw .notAllowed(name) }
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
        let channel = try catalog.channel(name)
        try catalog.decide(name, PermissionDecision(state: .denied, digest: nil))
        catalog.workspace.report(
            PluginActionResult(
                "denied",
                plugin: name,
                permission: .denied,
                path: channel.library,
                words: "'\(name)' delivers nothing from now on; to change that: antrain plugin allow \(name)"
            ),
            asJSON: data.json
        )
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
        // A decision may be about a channel that no longer exists.
        let isDecided = try catalog.isDecided(name)
        let library = isDecided && catalog.configuration(name) == nil ? nil : try catalog.channel(name).library
        try catalog.decide(name, nil)
        let ships = catalog.ships(name)
        catalog.workspace.report(
            PluginActionResult(
                "reset",
                plugin: name,
                permission: ships ? .authorized : .notDetermined,
                path: library,
                words: ships
                    ? "'\(name)' ships with antrain and may deliver" : "'\(name)' may not deliver until you allow it"
            ),
            asJSON: data.json
        )
        return .success
    }
}
