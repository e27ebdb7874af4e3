internal import PrintableText
internal import RunnerWire

extension WireDescription {
    /// The description as it may be shown.
    var printable: WireDescription {
        var clean = self
        clean.name = name.printable
        clean.version = version.printable
        clean.summary = summary.printable
        clean.author = author.printable
        clean.paths = paths.map(\.printable)
        clean.sockets = sockets.map(\.printable)
        clean.keys = keys.map { key in
            var key = key
            key.name = key.name.printable
            key.help = key.help.printable
            key.defaultValue = key.defaultValue.printable
            return key
        }
        return clean
    }
}
