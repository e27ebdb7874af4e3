import CivilTime
import Delivery
import Ledger
import Reminders
import RunnerProtocol
import YAMLSource

/// The installed plugins, and those in the settings.
struct PluginCatalog {
    let delivery: DeliveryService

    init(_ context: Context, _ options: GlobalOptions) throws(CommandError) {
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

    var workspace: Workspace { delivery.workspace }

    /// The channel with a name; a plugin that is not in the settings gets a channel without values.
    func channel(_ name: String) throws(CommandError) -> Channel {
        guard let configuration = configuration(name) else {
            throw .noPlugin(name, near: Suggestion.nearest(to: name, among: names))
        }
        return delivery.channel(configuration)
    }

    /// The description of a plugin that is not allowed yet; it is loaded in a process that can do nothing else, and not opened.
    ///
    /// - Parameter digest: the digest of the bytes that the user decides about; only these are loaded.
    func introduced(_ channel: Channel, digest: String) throws(CommandError) -> WireDescription {
        let stranger = Channel(name: channel.name, library: channel.library, digest: digest, values: [])
        let report = try delivery.dispatcher().introduction(of: stranger)
        guard let description = report.description else {
            throw .unusablePlugin(
                "\(channel.library ?? channel.name): \(report.problem ?? "it does not identify itself")"
            )
        }
        if let problem = description.pathProblem(in: workspace.context.environment) {
            throw .unusablePlugin("\(channel.library ?? channel.name): \(problem)")
        }
        return description
    }

    func ships(_ name: String) -> Bool { configuration(name).flatMap(delivery.plugin)?.ships ?? false }

    /// Records the user's decision about a channel.
    func decide(_ name: String, _ decision: PermissionDecision?) throws(CommandError) {
        let isForbidden = decision?.state == .denied || decision == nil
        if isForbidden, workspace.hasLedger {
            try ScheduledChannelSync(delivery, PluginMetadataCache(delivery), among: [name]).release()
        }
        _ = try PlanningSession(workspace).commit(
            [.decided(channel: name, decision)],
            forbidden: isForbidden ? name : nil
        )
    }

    /// The error for a channel without a usable library.
    func unusable(_ channel: Channel) -> CommandError {
        let problem = channel.problem ?? channel.name
        return configuration(channel.name).flatMap(delivery.plugin) == nil
            ? .noPluginFile(problem) : .unsafeFile(problem)
    }

    var names: [String] {
        delivery.workspace.pluginPath.plugins.map(\.name) + delivery.settings.configurations.map(\.name)
    }

    /// The configuration of a channel, or the default configuration if the channel does not exist.
    func configuration(_ name: String) -> ChannelConfiguration? {
        let configured = delivery.settings.configurations + delivery.inUse
        if let configuration = configured.first(where: { $0.name == name }) { return configuration }
        return delivery.workspace.pluginPath.plugin(named: name).map { _ in ChannelConfiguration(named: name) }
    }

    var entries: [PluginListResult.Entry] {
        let paths = delivery.workspace.paths
        let metadata = PluginMetadataCache(delivery)
        let found = delivery.workspace.pluginPath.plugins.map { plugin in
            let channel = delivery.channel(ChannelConfiguration(named: plugin.name))
            // Shipped plugins may be loaded to describe them; other plugins describe themselves when they are allowed.
            let description =
                plugin.ships ? try? metadata.description(of: channel) : metadata.knownDescription(of: channel)
            return PluginListResult.Entry(
                name: plugin.name,
                path: ResultPath(plugin.path, paths),
                ships: plugin.ships,
                permission: channel.permission.state.rawValue,
                text: description?.summary,
                problem: plugin.ships
                    ? nil : workspace.context.files.danger(plugin.path).map(ResultMessage.init),
                channels: delivery.inUse.filter { $0.plugin == plugin.name }.map(\.name)
            )
        }
        let named = delivery.settings.configurations.filter(\.isPath).map { configuration in
            PluginListResult.Entry(
                name: configuration.name,
                path: ResultPath(Paths.absolute(configuration.plugin, workspace.context), paths),
                ships: false,
                permission: delivery.channel(configuration).permission.state.rawValue,
                text: metadata.knownDescription(of: delivery.channel(configuration))?.summary,
                problem: delivery.plugin(configuration).flatMap { workspace.context.files.danger($0.path) }
                    .map(ResultMessage.init),
                channels: delivery.inUse.map(\.name).filter { $0 == configuration.name }
            )
        }
        return found + named
    }
}
