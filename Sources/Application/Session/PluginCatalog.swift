package import Delivery
import Files
package import Ledger
package import Platform
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
        if isForbidden { try release(name) }
        _ = try Store(workspace).commit([.decided(channel: name, decision)], forbidden: isForbidden ? name : nil)
    }

    /// Cancels what a channel's plugin has scheduled, with the values that it has, before these change or it must not run any more.
    package func release(_ name: String) throws(CommandError) {
        guard workspace.hasLedger else { return }
        try ScheduledChannelSync(delivery, PluginMetadataCache(delivery), among: [name]).release()
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

/// The plugins' descriptions of themselves, cached so that known plugins need not be loaded.
package struct PluginMetadataCache {
    private let workspace: Workspace
    private let delivery: DeliveryService

    package init(_ delivery: DeliveryService) {
        workspace = delivery.workspace
        self.delivery = delivery
    }

    /// The description of a channel's plugin; nil if it is not cached.
    package func knownDescription(of channel: Channel) -> WireDescription? {
        guard let library = channel.library, let stamp = workspace.context.files.stamp(library) else { return nil }
        return workspace.known.description(of: library, stamp: stamp, allowed: channel.permission)
    }

    /// The description of a channel's plugin; loads the plugin if necessary and allowed.
    package func description(of channel: Channel) throws(CommandError) -> WireDescription? {
        guard let library = channel.library, let stamp = workspace.context.files.stamp(library) else { return nil }
        if let known = knownDescription(of: channel) { return known }
        let bare = channel.withoutValues
        guard bare.problem == nil, let description = delivery.dispatcher().introduction(of: bare).description else {
            return nil
        }
        workspace.known.add(CachedPluginManifest(stamp: stamp, bytes: description.bytes), of: library)
        return description
    }

    /// The file that a channel writes to, as shown to the user; nil if its plugin has no value for one.
    package func writtenFile(of configuration: ChannelConfiguration) throws(CommandError) -> String? {
        guard let description = try description(of: delivery.channel(configuration)),
            let key = description.keys.first(where: { key in
                PluginKey.ValueType(rawValue: key.type) == .path && !key.isOnlyRead && !key.isSocket
            })
        else { return nil }
        let chosen = configuration.values.first { $0.key == key.name }.map(\.text).flatMap { $0.isEmpty ? nil : $0 }
        // A channel with a URL writes to a server, not to a file.
        guard chosen != nil || !configuration.values.contains(where: { $0.key == "url" }) else { return nil }
        let path = chosen ?? description.firstPath(in: workspace.context.environment)
        return path.map { workspace.paths.shown(FilePath($0)) }
    }

    /// A channel whose process may do what its plugin declares.
    package func ready(_ channel: Channel) throws(CommandError) -> Channel {
        let known: WireDescription?
        if let manifest = channel.permission.manifest {
            known = WireDescription(bytes: manifest)
        } else {
            known = try description(of: channel)
        }
        return known.map { delivery.dispatcher().confined(channel, by: $0) } ?? channel
    }

    /// The result of a test notification with a remedy that the user can follow, also for the heartbeat's channel.
    package func applicable(_ result: TestDelivery, to channel: Channel) -> TestDelivery {
        guard channel.name == HeartbeatSettings.channelName, let keys = knownDescription(of: channel)?.keys else {
            return result
        }
        return result.rewordingRemedy { HeartbeatSettings.remedy($0, keys: keys.map(\.name)) }
    }

    /// The limits of pending notifications, from plugins and settings, by channel; without channels that have no limit.
    func limits(of names: [String]) throws(CommandError) -> [String: Int] {
        var limits: [String: Int] = [:]
        for name in names {
            let chosen = delivery.settings.configurations.first { $0.name == name }?.limit
            var declared: Int?
            if let channel = delivery.channel(named: name), let known = try description(of: channel) {
                declared = known.scheduleLimit > 0 ? Int(known.scheduleLimit) : nil
            }
            limits[name] = [chosen, declared].compactMap { $0 }.min()
        }
        return limits
    }
}
