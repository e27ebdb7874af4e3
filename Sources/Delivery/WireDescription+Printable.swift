internal import RunnerWire

extension String {
    /// The text on one line, in which nothing steers a terminal or turns the writing around: the words are a stranger's.
    var printable: String {
        guard unicodeScalars.contains(where: String.isUnprintable) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { String.isUnprintable($0) ? " " : $0 }))
    }

    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        // Marks of direction (UAX #9, 2), beside which joiners are of the same category.
        case .format: scalar.properties.isBidiControl
        default: false
        }
    }
}

extension WireDescription {
    /// The description as it may be shown.
    var printable: WireDescription {
        var clean = self
        clean.name = name.printable
        clean.version = version.printable
        clean.summary = summary.printable
        clean.author = author.printable
        clean.paths = paths.map(\.printable)
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
