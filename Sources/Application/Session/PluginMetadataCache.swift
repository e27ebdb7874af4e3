package import Delivery
import Files
package import Platform
import Ledger
package import Reminders
package import RunnerProtocol
import SystemPackage

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
