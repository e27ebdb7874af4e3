package import Delivery
package import Platform
package import Ledger
package import Reminders
package import RunnerProtocol
import SystemPackage
import YAMLSource

/// The installed plugins, and those in the settings.
package struct PluginCatalog {
    package let delivery: DeliveryService

    package init(_ context: Context, _ options: LaunchOptions) throws(CommandError) {
        let workspace = try Workspace(context, options)
        let loaded = try workspace.loadSettings(try workspace.rememberedSettings())
        let zone = try workspace.zone(loaded.settings.timezone)
        delivery = try DeliveryService(
            workspace: workspace,
            settings: loaded.settings,
            zone: zone,
            now: try workspace.now()
        )
    }

    package var workspace: Workspace { delivery.workspace }

    /// The channel with a name; a plugin that is not in the settings gets a channel without values.
    package func channel(_ name: String) throws(CommandError) -> Channel {
        guard let configuration = configuration(name) else {
            if let damage = workspace.pluginPath.damage(of: name) { throw .damagedPart(damage) }
            throw .noPlugin(name, near: Suggestion.nearest(to: name, among: names))
        }
        return delivery.channel(configuration)
    }

    /// The description of a plugin that is not allowed yet; it is loaded in a process that can do nothing else, and not opened.
    ///
    /// - Parameter digest: the digest of the bytes that the user decides about; only these are loaded.
    package func introduced(_ channel: Channel, digest: String) throws(CommandError) -> WireDescription {
        let stranger = Channel(name: channel.name, library: channel.library, digest: digest, values: [])
        let report = delivery.dispatcher().introduction(of: stranger)
        try workspace.checkHealth()
        guard let description = report.description else {
            throw .unusablePlugin(
                "\(channel.library?.string ?? channel.name): \(report.problem ?? "it does not identify itself")"
            )
        }
        if let problem = description.needProblem(in: workspace.context.environment, used: workspace.usedPaths) {
            throw .unusablePlugin("\(channel.library?.string ?? channel.name): \(problem)")
        }
        return description
    }

    package func ships(_ name: String) -> Bool { configuration(name).flatMap(delivery.plugin)?.ships ?? false }

    /// Whether the ledger has a decision about a channel.
    package func isDecided(_ name: String) throws(CommandError) -> Bool {
        guard workspace.hasLedger else { return false }
        return try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.permissions()[name] != nil }
    }

    /// Records the user's decision about a channel.
    package func decide(_ name: String, _ decision: PermissionDecision?) throws(CommandError) {
        let isForbidden = decision?.state == .denied || decision == nil
        if isForbidden, workspace.hasLedger {
            try ScheduledChannelSync(delivery, PluginMetadataCache(delivery), among: [name]).release()
        }
        _ = try Store(workspace).commit([.decided(channel: name, decision)], forbidden: isForbidden ? name : nil)
    }

    /// The error for a channel without a usable library.
    package func unusable(_ channel: Channel) -> CommandError {
        if let damage = channel.damage { return .damagedPart(damage) }
        let problem = channel.problem ?? channel.name
        return configuration(channel.name).flatMap(delivery.plugin) == nil
            ? .noPluginFile(problem) : .unsafeFile(problem)
    }

    var names: [String] {
        delivery.workspace.pluginPath.plugins.map(\.name) + delivery.settings.configurations.map(\.name)
    }

    /// The configuration of a channel, or the default configuration if the channel does not exist.
    package func configuration(_ name: String) -> ChannelConfiguration? {
        let configured = delivery.settings.configurations + delivery.inUse
        if let configuration = configured.first(where: { $0.name == name }) { return configuration }
        return delivery.workspace.pluginPath.plugin(named: name).map { _ in ChannelConfiguration(named: name) }
    }
}
