internal import Reminders
public import RunnerProtocol

/// The access of a plugin's process: the needs that the plugin declares and the user allowed.
public struct PluginConfinement: Sendable, Hashable {
    /// The needs, as `ANTRAIN_NEED_…` bits.
    public let needs: UInt32
    /// The files and folders that it uses.
    public let places: [WirePlace]
    /// Files and folders that it does not get by declaring them.
    public let protected: [String]
    /// The UNIX sockets that it connects to; abstract addresses start with `@`.
    public let sockets: [WirePlace]
    /// The files that it may write and from which programs start.
    public let startUp: [String]

    /// Only computing, and reading the system's own files.
    public static let strict = PluginConfinement(needs: 0, places: [], protected: [], sockets: [], startUp: [])

    private init(needs: UInt32, places: [WirePlace], protected: [String], sockets: [WirePlace], startUp: [String]) {
        self.needs = needs
        self.places = places
        self.protected = protected
        self.sockets = sockets
        self.startUp = startUp
    }

    /// The confinement of a plugin by its description and the user's values.
    ///
    /// - Parameters:
    ///   - description: the plugin's description.
    ///   - values: the user's values.
    ///   - environment: defines `~` and the folders of the XDG Base Directory Specification.
    ///   - used: the absolute paths of antrain's files that this run uses.
    init(_ description: WireDescription, values: [ChannelValue], environment: [String: String], used: [String]) {
        let protected = KnownPlaces.protected(in: environment, used: used)
        let declared = (description.paths.isEmpty || !description.isForAnswers(values) ? [] : description.paths).map {
            DeclaredPath($0)
        }
        .filter { $0.problem(in: environment, protected) == nil }.compactMap { $0.place(in: environment) }
        var places = declared.map {
            WirePlace(path: $0.path, chosen: UInt32(clamping: $0.chosen), isDeclared: true)
        }
        for key in description.keys where key.type == PluginConfinement.pathType && !key.isSocket {
            let named = values.filter { $0.key == key.name }.map { DeclaredPath($0.text) }
            places += named.compactMap { $0.place(in: environment)?.path }.map {
                let path = key.isFolder && $0.utf8.last != 0x2F ? $0 + "/" : $0
                return WirePlace(path: path, chosen: UInt32(clamping: path.utf8.count), isOnlyRead: key.isOnlyRead)
            }
        }
        let sockets = PluginConfinement.sockets(description, values, environment, protected)
        let startUp = KnownPlaces.startUp(in: environment)
        let networkKeys = description.networkKeys
        let isOffline = !networkKeys.isEmpty && !values.contains { networkKeys.contains($0.key) && !$0.text.isEmpty }
        self.init(
            needs: UInt32(truncatingIfNeeded: description.needs & ~(isOffline ? PluginNeed.network.bit : 0)),
            places: places,
            // Only what the plugin declares is compared with them.
            protected: (places + sockets).contains(where: \.isDeclared) ? protected.paths : [],
            sockets: sockets,
            startUp: places.filter { !$0.isOnlyRead && startUp.includes($0) }.map(\.path)
        )
    }

    /// The sockets that a plugin with that need declares, those in the user's values, and the session bus.
    private static func sockets(
        _ description: WireDescription,
        _ values: [ChannelValue],
        _ environment: [String: String],
        _ protected: KnownPlaces
    ) -> [WirePlace] {
        guard description.needs & (PluginNeed.sockets.bit | PluginNeed.desktop.bit) != 0 else { return [] }
        func socket(_ path: String, isDeclared: Bool = false) -> WirePlace {
            WirePlace(path: path, chosen: UInt32(clamping: path.utf8.count), isDeclared: isDeclared)
        }
        let isDeclaring = description.needs & PluginNeed.sockets.bit != 0
        let declared = (isDeclaring ? description.sockets : []).map { DeclaredPath($0) }
            .filter { $0.socketProblem(in: environment, protected, outside: description.paths) == nil }
            .compactMap { $0.place(in: environment)?.path }
        let named = description.keys.filter(\.isSocket).flatMap { key in
            values.filter { $0.key == key.name }.flatMap { value in
                key.type == pathType
                    ? [DeclaredPath(value.text).place(in: environment)?.path].compactMap { $0 }
                    : ServerAddress.sockets(in: value.text)
            }
        }
        let buses = description.needs & PluginNeed.desktop.bit != 0 ? SessionBusAddress.sockets(in: environment) : []
        return declared.map { socket($0, isDeclared: true) } + (named + buses).map { socket($0) }
    }

    /// `ANTRAIN_TYPE_PATH`.
    private static let pathType: Int64 = 4
}

extension WireDescription {
    /// Something that a plugin needs.
    public struct Need: Sendable, Hashable {
        /// A code that never changes: `network`, `exec`, `rights`, `desktop`, `terminals`, `sockets`, `answers`, `path` or `socket`.
        public let code: String
        /// The path, for `path` and `socket`.
        public let path: String?
        /// The same in plain words.
        public let words: String
    }

    /// The name and the version, with what is not part of a plain one in quotes.
    public var introduction: String { "\(PluginText.quoted(name)) \(PluginText.quoted(version))" }

    /// The keys that give the plugin network connections if the user sets one; empty if it always has them.
    var networkKeys: [String] { keys.filter(\.isNetwork).map(\.name) }

    /// How the plugin reports answers with the user's values; nil if it does not.
    public func answers(with values: [ChannelValue]) -> Answers? {
        answers != nil && isForAnswers(values) ? answers : nil
    }

    /// Whether answers count only with the token of the notification, and the user's values turn answers on.
    public func takesTokens(with values: [ChannelValue]) -> Bool { capabilities & 32 != 0 && isForAnswers(values) }

    /// Whether the plugin can remove delivered notifications with the user's values.
    public func canCancel(with values: [ChannelValue]) -> Bool { canCancel && isForAnswers(values) }

    /// Whether one of the keys that turn answers on is set, or there are none.
    fileprivate func isForAnswers(_ values: [ChannelValue]) -> Bool {
        // Most plugins have no such key.
        guard keys.contains(where: \.isForAnswers) else { return true }
        let names = answerKeys
        return values.contains { names.contains($0.key) && $0.origin.literal != "" }
    }

    /// The keys that turn answers on if the user sets one; empty if they are always on.
    private var answerKeys: [String] { keys.filter(\.isForAnswers).map(\.name) }

    /// The needs of the plugin.
    ///
    /// - Parameter environment: defines `~` and the folders of the XDG Base Directory Specification.
    public func declaredNeeds(in environment: [String: String]) -> [Need] {
        let asked = PluginNeed.allCases.filter { needs & $0.bit != 0 }
        var all = asked.map { need in
            let isNarrow = need == .network && !networkKeys.isEmpty
            let words = isNarrow ? "\(need.words), if you set \(networkKeys.joined(separator: " or "))" : need.words
            return Need(code: need.code, path: nil, words: words)
        }
        let condition = answerKeys.isEmpty ? "" : ", if you set \(answerKeys.joined(separator: " or "))"
        if let answers {
            let means =
                answers.areKept ? "also with answers that you gave while antrain did not run" : "through its buttons"
            let words = "answering reminders for you, \(means)\(condition)"
            all.append(Need(code: "answers", path: nil, words: words))
        }
        let startUp = KnownPlaces.startUp(in: environment)
        all += paths.map { path in
            let starts = DeclaredPath(path).place(in: environment).map(startUp.includes) ?? false
            let note = starts ? ", from which programs start (the plugin is then not confined)" : ""
            let words = "reading and writing \(PluginText.quoted(path))\(condition)\(note)"
            return Need(code: "path", path: path, words: words)
        }
        return all
            + sockets.map {
                Need(
                    code: "socket",
                    path: $0,
                    words: "connecting to the socket \(PluginText.quoted($0)), which then acts on its behalf"
                )
            }
    }
}
