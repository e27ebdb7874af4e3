internal import RunnerProtocol

extension WireDescription {
    /// The description in a form that can be shown and stored: within the limits of `antrain_plugin.h`, whatever the process
    /// sent.
    var printable: WireDescription {
        var clean = self
        clean.name = PluginText.line(name, bytes: PluginText.nameBytes)
        clean.version = PluginText.line(version, bytes: PluginText.nameBytes)
        clean.summary = PluginText.line(summary, bytes: 512)
        clean.author = PluginText.line(author, bytes: 256)
        clean.paths = paths.prefix(64).map { PluginText.line($0, bytes: 4096) }
        clean.sockets = sockets.prefix(64).map { PluginText.line($0, bytes: 4096) }
        clean.keys = keys.prefix(256).map { key in
            var key = key
            key.name = PluginText.line(key.name, bytes: PluginText.nameBytes)
            key.help = PluginText.line(key.help, bytes: 1024)
            key.defaultValue = PluginText.line(key.defaultValue, bytes: 1024)
            return key
        }
        return clean
    }
}
