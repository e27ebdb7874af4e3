import CivilTime
import Delivery
import Ledger
import Reminders
import RunnerWire
import YAMLSource

/// The installed plugins, and those in the settings.
struct PluginShelf {
    let delivering: Delivering

    init(_ context: Context, _ options: GlobalOptions) throws(CommandError) {
        let workspace = try Workspace(context, options)
        let loaded = try workspace.loadSettings(try workspace.rememberedSettings())
        let zone = try workspace.zone(loaded.settings.timezone)
        delivering = try Delivering(
            workspace: workspace,
            settings: loaded.settings,
            zone: zone,
            now: try workspace.now()
        )
    }

    var workspace: Workspace { delivering.workspace }

    /// The channel with a name; a plugin that is not in the settings gets a channel without values.
    func channel(_ name: String) throws(CommandError) -> Channel {
        guard let configuration = configuration(name) else {
            throw .noPlugin(name, near: Suggestion.nearest(to: name, among: names))
        }
        return delivering.channel(configuration)
    }

    /// The description of a plugin that is not allowed yet; it is loaded in a process that can do nothing else, and not opened.
    ///
    /// - Parameter digest: the digest of the bytes that the user decides about; only these are loaded.
    func introduced(_ channel: Channel, digest: String) throws(CommandError) -> WireDescription {
        let stranger = Channel(name: channel.name, library: channel.library, digest: digest, values: [])
        let report = try delivering.dispatcher().introduction(of: stranger)
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

    func ships(_ name: String) -> Bool { configuration(name).flatMap(delivering.plugin)?.ships ?? false }

    /// Records the user's decision about a channel.
    func decide(_ name: String, _ decision: PermissionDecision?) throws(CommandError) {
        let isForbidden = decision?.state == .denied || decision == nil
        if isForbidden, workspace.hasLedger {
            try HoldingChannels(delivering, PluginKnowledge(delivering), among: [name]).release()
        }
        _ = try Planning(workspace).commit(
            [.decided(channel: name, decision)],
            forbidden: isForbidden ? name : nil
        )
    }

    /// The error for a channel without a usable library.
    func unusable(_ channel: Channel) -> CommandError {
        let problem = channel.problem ?? channel.name
        return configuration(channel.name).flatMap(delivering.plugin) == nil
            ? .noPluginFile(problem) : .unsafeFile(problem)
    }

    var names: [String] {
        delivering.workspace.pluginPath.plugins.map(\.name) + delivering.settings.configurations.map(\.name)
    }

    /// The configuration of a channel, or the one that it would have if added without values.
    func configuration(_ name: String) -> ChannelConfiguration? {
        let configured = delivering.settings.configurations + delivering.inUse
        if let found = configured.first(where: { $0.name == name }) { return found }
        return delivering.workspace.pluginPath.plugin(named: name).map { _ in ChannelConfiguration(named: name) }
    }

    var entries: [PluginListResult.Entry] {
        let paths = delivering.workspace.paths
        let knowledge = PluginKnowledge(delivering)
        let found = delivering.workspace.pluginPath.plugins.map { plugin in
            let channel = delivering.channel(ChannelConfiguration(named: plugin.name))
            // Shipped plugins may be loaded to describe them; other plugins describe themselves when they are allowed.
            let description =
                plugin.ships ? try? knowledge.description(of: channel) : knowledge.knownDescription(of: channel)
            return PluginListResult.Entry(
                name: plugin.name,
                path: paths.shown(plugin.path),
                ships: plugin.ships,
                permission: channel.permission.state.rawValue,
                summary: description?.summary,
                problem: plugin.ships ? nil : workspace.context.files.danger(plugin.path),
                channels: delivering.inUse.filter { $0.plugin == plugin.name }.map(\.name)
            )
        }
        let named = delivering.settings.configurations.filter(\.isPath).map { configuration in
            PluginListResult.Entry(
                name: configuration.name,
                path: configuration.plugin,
                ships: false,
                permission: delivering.channel(configuration).permission.state.rawValue,
                summary: knowledge.knownDescription(of: delivering.channel(configuration))?.summary,
                problem: delivering.plugin(configuration).flatMap { workspace.context.files.danger($0.path) },
                channels: delivering.inUse.map(\.name).filter { $0 == configuration.name }
            )
        }
        return found + named
    }
}
