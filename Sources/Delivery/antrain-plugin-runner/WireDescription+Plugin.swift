import AntrainPluginABI
import RunnerProtocol

extension WireDescription {
    init(_ plugin: antrain_plugin) {
        self.init()
        name = String(plugin.name, limit: 64)
        version = String(plugin.version, limit: 64)
        summary = String(plugin.summary, limit: 512)
        author = String(plugin.author, limit: 256)
        capabilities = Int64(truncatingIfNeeded: plugin.capabilities)
        keys = UnsafeBufferPointer(start: plugin.keys, count: Int(plugin.key_count)).map { key in
            WireDescription.Key(
                name: String(key.name, limit: 64),
                help: String(key.help, limit: 1024),
                defaultValue: String(key.default_value, limit: 1024),
                type: Int64(key.type),
                flags: key.flags
            )
        }
        canCancel = plugin.cancel != nil
        needs = Int64(truncatingIfNeeded: plugin.needs)
        paths = UnsafeBufferPointer(start: plugin.paths, count: Int(plugin.path_count)).map { String($0, limit: 4096) }
        sockets = UnsafeBufferPointer(start: plugin.sockets, count: Int(plugin.socket_count))
            .map { String($0, limit: 4096) }
    }
}
