public import Reminders
public import RunnerWire

/// A channel that can be used: a plugin's library with the user's values.
public struct Channel: Sendable, Hashable {
    /// The channel's name.
    public let name: String
    /// The path of the plugin's library; nil where there is none, with the reason in `problem`.
    public let library: String?
    /// The SHA-256 that the library must have to be executed, in hexadecimal digits; without one nothing is executed.
    public let digest: String?
    /// Whether the library came with antrain.
    public let ships: Bool
    /// The user's values, in order.
    public let values: [ChannelValue]
    /// Whether the user lets it deliver.
    public let permission: ChannelPermission
    /// Which channel takes over what this one fails at, and after how many failures.
    public let fallback: ChannelConfiguration.Fallback?
    /// Why the channel cannot be used, if it cannot.
    public let problem: String?
    /// Why its plugin must not be started; nil where it may.
    var obstacle: String? { problem ?? (library == nil ? "the channel has no plugin" : nil) }
    /// What its process may do.
    public private(set) var confinement = PluginConfinement.strict

    /// Creates a channel.
    ///
    /// - Parameter digest: what was approved for the library: by the user, or by the list of what came with antrain.
    public init(
        name: String,
        library: String?,
        digest: String?,
        ships: Bool = false,
        values: [ChannelValue],
        permission: ChannelPermission = .authorized,
        fallback: ChannelConfiguration.Fallback? = nil,
        problem: String? = nil
    ) {
        self.name = name
        self.library = library
        self.digest = digest
        self.ships = ships
        self.values = values
        self.permission = permission
        self.fallback = fallback
        self.problem = problem ?? permission.problem
    }

    /// Why a library with another digest is not executed.
    var otherFile: String {
        let library = library ?? ""
        return ships
            ? "\(library) is not the file shipped with antrain; reinstall antrain, or install this file: antrain plugin install \(library)"
            : "\(library) has changed since you allowed it for channel '\(name)'; review it, then run: antrain plugin allow \(name)"
    }

    /// The channel with what its plugin asks for.
    ///
    /// - Parameters:
    ///   - description: what the plugin says of itself; of one that does not ship, what it said when the user allowed it.
    ///   - environment: where `~` is.
    public func confined(by description: WireDescription, environment: [String: String]) -> Channel {
        var channel = self
        channel.confinement = PluginConfinement(description, values: values, environment: environment)
        return channel
    }
}

/// A value for a channel's plugin.
public struct ChannelValue: Sendable, Hashable {
    /// The plugin's name for it.
    public let key: String
    /// Where the value comes from; what does not stand in the settings is read just before the plugin is opened.
    public let origin: ValueOrigin

    /// The value as it stands in the settings; empty where it comes from elsewhere.
    public var text: String { origin.literal ?? "" }

    /// Creates a value.
    public init(key: String, origin: ValueOrigin) {
        self.key = key
        self.origin = origin
    }

    /// Creates a value that stands in the settings.
    public init(key: String, text: String) {
        self.init(key: key, origin: .literal(text))
    }
}

/// What a plugin may know of the terminal.
public struct TerminalFacts: Sendable, Hashable {
    /// How wide it is.
    public let columns: Int
    /// Whether what is printed is seen on it.
    public let isOutput: Bool
    /// Whether colours may be used.
    public let allowsColor: Bool
    /// Whether a person started this process.
    public let isControlling: Bool

    /// Creates the facts.
    public init(columns: Int, isOutput: Bool, allowsColor: Bool, isControlling: Bool) {
        self.columns = columns
        self.isOutput = isOutput
        self.allowsColor = allowsColor
        self.isControlling = isControlling
    }

    var flags: UInt32 { (isOutput ? 1 : 0) | (allowsColor ? 2 : 0) | (isControlling ? 4 : 0) }
}
