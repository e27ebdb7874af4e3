internal import Glibc

/// The description of a plugin, and its keys.
public struct PluginManifest: Sendable {
    /// The type of a value.
    public enum ValueType: Int32, Sendable {
        /// Any text.
        case text = 0
        /// A number.
        case number = 1
        /// `on` or `off`.
        case `switch` = 2
        /// A duration such as `30s`.
        case span = 3
        /// A path.
        case path = 4
        /// A command line.
        case command = 5
    }

    /// A value that the user may set.
    public struct Key: Sendable {
        let name: String
        let help: String
        let defaultValue: String
        let type: ValueType
        let flags: UInt32

        /// Creates a key.
        ///
        /// - Parameters:
        ///   - name: the name in the settings.
        ///   - type: the type of its value.
        ///   - defaultValue: the value if it is not set.
        ///   - isRequired: whether the user must set it.
        ///   - isSecret: whether it must never be shown.
        ///   - isList: whether it may be given several times.
        ///   - isOnlyRead: whether it is a path that is only read.
        ///   - isFolder: whether it is the path of a folder.
        ///   - isSocket: whether it is a UNIX socket to connect to: a path or, with type `text`, a D-Bus address.
        ///   - isNetwork: whether the plugin needs network connections only if the user sets such a key.
        ///   - isForAnswers: whether answers are collected, tokens given, delivered notifications cancelled, and the manifest's paths
        ///     accessible only if the user sets such a key.
        ///   - help: what it is for, in one line.
        public init(
            _ name: String,
            _ type: ValueType = .text,
            default defaultValue: String = "",
            isRequired: Bool = false,
            isSecret: Bool = false,
            isList: Bool = false,
            isOnlyRead: Bool = false,
            isFolder: Bool = false,
            isSocket: Bool = false,
            isNetwork: Bool = false,
            isForAnswers: Bool = false,
            help: String
        ) {
            self.name = name
            self.help = help
            self.defaultValue = defaultValue
            self.type = type
            flags =
                (isRequired ? 1 : 0) | (isSecret ? 2 : 0) | (isList ? 4 : 0) | (isOnlyRead ? 8 : 0)
                | (isSocket ? 16 : 0) | (isFolder ? 32 : 0) | (isNetwork ? 64 : 0)
                | (isForAnswers ? 128 : 0)
        }
    }

    let name: String
    let version: String
    let summary: String
    let author: String
    let keys: [Key]
    let needs: Needs
    let paths: [String]
    let sockets: [String]
    let canBeQuiet: Bool
    let takesTokens: Bool

    /// What a plugin needs in addition to its own folder and the files that the user names in its values.
    public struct Needs: OptionSet, Sendable {
        /// The bits of `ANTRAIN_NEED_…`.
        public let rawValue: UInt32

        /// Network connections.
        public static let network = Needs(rawValue: 1)
        /// Starting programs, and reading the files that they need.
        public static let exec = Needs(rawValue: 2)
        /// Starting programs with their own privileges, such as sendmail(8) and at(1).
        public static let rights = Needs(rawValue: 4)
        /// The user's session bus, and the folder `$XDG_RUNTIME_DIR/antrain/`.
        public static let desktop = Needs(rawValue: 8)
        /// Writing to the user's terminals.
        public static let terminals = Needs(rawValue: 16)
        /// Connecting to the UNIX sockets that the manifest and the user name.
        public static let sockets = Needs(rawValue: 32)

        /// Creates needs from bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
    }

    /// Creates a manifest.
    ///
    /// - Parameters:
    ///   - name: lowercase letters, digits and hyphens.
    ///   - version: the plugin's version.
    ///   - summary: what it does, in one line.
    ///   - author: the author.
    ///   - keys: its keys.
    ///   - needs: what it needs in addition to its own folder and the files that the user names.
    ///   - paths: files and folders to read and write; each starts with `/`, `~/`, or a folder such as `$XDG_STATE_HOME/`.
    ///   - sockets: UNIX sockets to connect to, such as `/dev/log`; requires the need `sockets`.
    ///   - canBeQuiet: whether it can deliver without sound or interruption.
    ///   - takesTokens: whether answers come from a place to which others can also write, and therefore count only with the notification's token.
    public init(
        name: String,
        version: String,
        summary: String,
        author: String,
        keys: [Key],
        needs: Needs = [],
        paths: [String] = [],
        sockets: [String] = [],
        canBeQuiet: Bool = false,
        takesTokens: Bool = false
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.author = author
        self.keys = keys
        self.needs = needs
        self.paths = paths
        self.sockets = sockets
        self.canBeQuiet = canBeQuiet
        self.takesTokens = takesTokens
    }
}

/// The user's values for a channel.
public struct PluginValues: Sendable {
    private let pairs: [(key: String, value: String)]
    private let manifest: PluginManifest

    init(_ pairs: [(key: String, value: String)], manifest: PluginManifest) {
        self.pairs = pairs
        self.manifest = manifest
    }

    /// The keys that the user set but the plugin does not have.
    var unknownKeys: [String] {
        pairs.map(\.key).filter { key in !manifest.keys.contains { $0.name == key } }
    }

    /// The required keys that the user did not set.
    var missingKeys: [String] {
        manifest.keys.filter { $0.flags & 1 != 0 && self[list: $0.name].isEmpty }.map(\.name)
    }

    /// A key's value: the user's, or the default.
    public subscript(_ key: String) -> String {
        pairs.last { $0.key == key && !$0.value.isEmpty }?.value ?? manifest.keys.first { $0.name == key }?.defaultValue
            ?? ""
    }

    /// All values of a list key.
    public subscript(list key: String) -> [String] {
        pairs.filter { $0.key == key && !$0.value.isEmpty }.map(\.value)
    }

    /// Whether the user set a key.
    public func isSet(_ key: String) -> Bool { !self[list: key].isEmpty }

    /// A duration in seconds, from text such as `20s` or `1m30s`.
    ///
    /// - Throws: `PluginFailure` if it is invalid or out of range.
    public func seconds(_ key: String, in range: ClosedRange<Int>) throws(PluginFailure) -> Int {
        let text = self[key]
        guard let seconds = SpanText.seconds(text), range.contains(seconds) else {
            throw .final(
                "invalid \(key) '\(text)'",
                remedy: "set \(key) to a value from \(range.lowerBound)s to \(range.upperBound)s"
            )
        }
        return seconds
    }

    /// Whether a switch is on.
    ///
    /// - Throws: `PluginFailure` if the value is neither on nor off.
    public func isOn(_ key: String) throws(PluginFailure) -> Bool {
        // Ignoring case, like the host.
        switch self[key].lowercased() {
        case "on", "yes", "true": return true
        case "off", "no", "false", "": return false
        default: throw .final("invalid value '\(self[key])' for '\(key)'", remedy: "set \(key) to on or off")
        }
    }

    /// An absolute path; nil if not set.
    ///
    /// - Throws: `PluginFailure` if it is not absolute.
    public func path(_ key: String) throws(PluginFailure) -> String? {
        let path = HomePath.expanded(self[key])
        if path.isEmpty { return nil }
        guard path.utf8.first == 0x2F else {
            throw .final("not an absolute path: '\(path)'", remedy: "start it with / or ~/")
        }
        return path
    }
}

/// Paths as users write them.
public enum HomePath {
    /// The path with a leading `~` replaced by the user's home; other paths are unchanged.
    public static func expanded(_ path: String) -> String {
        guard path.utf8.starts(with: "~/".utf8), let home = getenv("HOME") else { return path }
        return String(cString: home) + path.dropFirst()
    }
}

/// Durations as users write them.
public enum SpanText {
    private static let units: [(name: UInt8, seconds: Int)] = [
        (UInt8(ascii: "w"), 604_800), (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3600), (UInt8(ascii: "m"), 60),
        (UInt8(ascii: "s"), 1),
    ]
    /// No duration is longer.
    private static let longest = 10_000_000_000

    /// The seconds of a duration in antrain's format, such as `90s`, `1m30s` or `1h`; nil if it is invalid.
    public static func seconds(_ text: String) -> Int? {
        var total = 0
        var digits: Int?
        var units = units[...]
        for byte in text.utf8 {
            if (0x30...0x39).contains(byte) {
                digits = (digits ?? 0) * 10 + Int(byte - 0x30)
                if let digits, digits > longest { return nil }
            } else {
                guard let count = digits, let unit = units.firstIndex(where: { $0.name == byte }) else { return nil }
                total += count * units[unit].seconds
                units = units[(unit + 1)...]
                digits = nil
            }
        }
        return digits == nil && !text.isEmpty && total <= longest ? total : nil
    }
}
