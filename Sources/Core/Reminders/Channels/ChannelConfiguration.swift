public import YAMLSource

/// The configuration of a channel: its plugin and values.
public struct ChannelConfiguration: Sendable, Hashable {
    /// A plugin value as text; a list repeats its key.
    public struct Value: Sendable, Hashable {
        /// The plugin's name for it.
        public let key: String
        public let origin: ValueOrigin
        public let span: SourceSpan
        public let keySpan: SourceSpan

        /// The value in the settings; empty if it comes from elsewhere.
        public var text: String { origin.literal ?? "" }
    }

    public let name: String
    /// The plugin's name, or the path of its library.
    public let plugin: String
    /// Its values in the order of the file.
    public let values: [Value]
    /// The fallback channel, with the number of failures of a reminder before it takes over.
    public let fallback: Fallback?
    /// The location of the fallback channel's name in the settings.
    public let fallbackSpan: SourceSpan?
    /// Whether its failures are only recorded.
    public let isOptional: Bool
    /// The maximum number of pending notifications; nil leaves it to its plugin.
    public let limit: Int?
    /// The location of its name under `configure`; nil for a channel that is not there.
    public let span: SourceSpan?

    public static let limitRange = 1...100_000

    /// A fallback channel.
    public struct Fallback: Sendable, Hashable {
        public let channel: String
        /// The number of failures of a reminder before it takes over, 1 to 20.
        public let failures: Int

        public static let failureRange = 1...20

        public init(channel: String, failures: Int = 1) {
            self.channel = channel
            self.failures = failures
        }
    }

    /// Whether the plugin is given by the path of its library.
    public var isPath: Bool { plugin.contains("/") }

    /// - Parameter plugin: its plugin's name, or the path of its library; by default the channel's name.
    public init(named name: String, plugin: String? = nil) {
        self.init(name: name, plugin: plugin ?? name, values: [])
    }

    /// A channel with values that are not in the settings yet.
    public init(named name: String, plugin: String, values: [(key: String, origin: ValueOrigin)]) {
        let nowhere = SourceSpan(start: 0, end: 0)
        let values = values.map { Value(key: $0.key, origin: $0.origin, span: nowhere, keySpan: nowhere) }
        self.init(name: name, plugin: plugin, values: values)
    }

    init(name: String, plugin: String, values: [Value], rules: ChannelRules = ChannelRules(), span: SourceSpan? = nil) {
        self.name = name
        self.span = span
        self.plugin = plugin
        self.values = values
        fallback = rules.fallback
        fallbackSpan = rules.fallbackSpan
        isOptional = rules.isOptional
        limit = rules.limit
    }
}

/// The form of channel names.
public enum ChannelName {
    /// The maximum length of a channel's or key's name, and of a plugin's name, which is also a channel's default name.
    public static let longest = 32

    /// The channel that reports that antrain runs.
    public static let heartbeat = "heartbeat"

    public static let form = "up to \(longest) lowercase letters, digits and hyphens"

    public static func isWellFormed(_ name: String) -> Bool {
        (1...longest).contains(name.utf8.count)
            && name.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }
    }

    /// The words that mean something else where a channel's name may stand: in the settings, or as an option's value.
    private static let reserved =
        [heartbeat, "plugin"] + ChannelRules.keys
        + ["off", "on", "yes", "no", "true", "false", "default", "unset", "none", "null", "all"]

    /// Why a new channel cannot have a name; nil if it can.
    public static func problem(_ name: String) -> String? {
        if reserved.contains(name) { return "the word has a meaning of its own in the settings; choose another name" }
        return isWellFormed(name) && !name.hasPrefix("-") ? nil : "expected \(form), not starting with a hyphen"
    }
}

/// Which channels a notification goes to.
public struct ChannelRoutes: Sendable, Hashable {
    /// The channels of all programs without their own.
    public let channels: [String]
    /// The channels of programs that have their own, by program ID.
    public let programChannels: [String: [String]]

    public init(channels: [String], programChannels: [String: [String]] = [:]) {
        self.channels = channels
        self.programChannels = programChannels
    }

    /// The channels of a notification: those of all its programs.
    public func of(_ notification: PlannedNotification) -> [String] {
        guard !programChannels.isEmpty, !notification.items.isEmpty else { return channels }
        var result: [String] = []
        for item in notification.items {
            let own = item.source.programID.flatMap { programChannels[$0] }
            for channel in own ?? channels where !result.contains(channel) { result.append(channel) }
        }
        return result
    }

    /// All channels in use, without duplicates.
    public var all: [String] {
        var seen: Set<String> = []
        return (channels + programChannels.sorted { $0.key < $1.key }.flatMap(\.value)).filter {
            seen.insert($0).inserted
        }
    }
}
