public import RunnerWire

/// What a plugin's process may do, as the plugin asks for it and the user allowed it.
public struct PluginConfinement: Sendable, Hashable {
    /// The needs, by the ABI's bits.
    public let needs: UInt32
    /// The files, and with a slash at their end folders, that it reads and writes; from the root.
    public let paths: [String]
    /// The files and folders that it only reads.
    public let readPaths: [String]

    /// Nothing but computing, and reading the system's own files.
    public static let strict = PluginConfinement(needs: 0, paths: [], readPaths: [])

    private init(needs: UInt32, paths: [String], readPaths: [String]) {
        self.needs = needs
        self.paths = paths
        self.readPaths = readPaths
    }

    /// What a plugin declares, with the paths that the user's values name.
    ///
    /// - Parameters:
    ///   - description: what the plugin says of itself.
    ///   - values: the user's values.
    ///   - environment: where `~` and the folders of the XDG Base Directory Specification are.
    public init(_ description: WireDescription, values: [ChannelValue], environment: [String: String]) {
        let keys = description.keys.filter { $0.type == PluginConfinement.pathType }
        func named(_ isOnlyRead: Bool) -> [String] {
            let names = Set(keys.filter { $0.isOnlyRead == isOnlyRead }.map(\.name))
            return values.filter { names.contains($0.key) }.map(\.text)
        }
        self.init(
            needs: UInt32(truncatingIfNeeded: description.needs),
            paths: (description.paths + named(false)).compactMap { PluginConfinement.expanded($0, environment) },
            readPaths: named(true).compactMap { PluginConfinement.expanded($0, environment) }
        )
    }

    /// `ANTRAIN_TYPE_PATH`.
    private static let pathType: Int64 = 4

    /// The folders that a path may begin with, and where they are by default (XDG Base Directory Specification 0.8).
    private static let folders = [
        ("$XDG_STATE_HOME", "/.local/state"), ("$XDG_DATA_HOME", "/.local/share"), ("$XDG_CONFIG_HOME", "/.config"),
        ("$XDG_CACHE_HOME", "/.cache"),
    ]

    private static func expanded(_ path: String, _ environment: [String: String]) -> String? {
        if path.hasPrefix("/") { return path }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        if path.hasPrefix("~/") { return home + path.dropFirst() }
        for (name, place) in folders where path.hasPrefix(name + "/") {
            let chosen = environment[String(name.dropFirst())].flatMap { $0.hasPrefix("/") ? $0 : nil }
            return (chosen ?? home + place) + path.dropFirst(name.count)
        }
        return nil
    }
}

extension WireDescription {
    /// What the plugin asks for, in plain words; none where it asks for nothing.
    public var needsInWords: [String] {
        let words: [(Int64, String)] = [
            (1, "connections to other machines"), (2, "starting programs, and reading what these read"),
            (4, "starting programs that have rights of their own, as sendmail has: it is not confined then"),
            (8, "your desktop session"), (16, "writing to your terminals"),
        ]
        return words.filter { needs & $0.0 != 0 }.map(\.1) + paths.map { "reading and writing \($0)" }
    }
}
