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
        let declared = description.paths.filter { DeclaredPath($0).problem(in: environment) == nil }
        self.init(
            needs: UInt32(truncatingIfNeeded: description.needs),
            paths: (declared + named(false)).compactMap { DeclaredPath($0).place(in: environment) },
            readPaths: named(true).compactMap { DeclaredPath($0).place(in: environment) }
        )
    }

    /// `ANTRAIN_TYPE_PATH`.
    private static let pathType: Int64 = 4
}

extension WireDescription {
    /// What the plugin asks for, in plain words; none where it asks for nothing.
    public var needsInWords: [String] {
        let words: [(Int64, String)] = [
            (1, "connections to other machines"), (2, "starting programs, and reading what these read"),
            (4, "starting programs that have rights of their own, as sendmail has: it is not confined then"),
            (8, "your desktop session"), (16, "writing to your terminals"),
        ]
        let answering = canAct ? ["answering reminders for you, as the buttons do that it shows"] : []
        return words.filter { needs & $0.0 != 0 }.map(\.1) + answering + paths.map { "reading and writing \($0)" }
    }
}
