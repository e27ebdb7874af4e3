public import Reminders
internal import RunnerProtocol
public import SystemPackage

/// A usable channel: a plugin's library with the user's values.
public struct Channel: Sendable, Hashable {
    /// The channel's name.
    public let name: String
    /// The path of the plugin's library; nil if there is none, with the reason in `problem`.
    public let library: FilePath?
    /// The SHA-256 that the library must have to be executed, in hexadecimal digits; nil forbids execution.
    public let digest: String?
    /// Whether the library was shipped with antrain.
    public let ships: Bool
    /// The user's values, in order.
    public private(set) var values: [ChannelValue]
    /// Whether the user allows it to deliver.
    public let permission: ChannelPermission
    /// The fallback channel, and the number of failures before it takes over.
    public let fallback: ChannelConfiguration.Fallback?
    /// Why the channel cannot be used; nil if it can.
    public private(set) var problem: String?
    /// The damaged part of antrain that makes it unusable; nil if there is none.
    public let damage: DamagedPart?
    /// Why its plugin must not be started; nil if it may.
    var obstacle: String? { problem ?? (library == nil ? "the channel has no plugin" : nil) }
    /// Whether its plugin takes answers only with the token of the notification.
    public private(set) var takesTokens = false
    /// The confinement of its process.
    public private(set) var confinement = PluginConfinement.strict

    /// Creates a channel.
    ///
    /// - Parameter digest: the digest approved for the library, by the user or by the list of shipped plugins.
    public init(
        name: String,
        library: FilePath?,
        digest: String?,
        ships: Bool = false,
        values: [ChannelValue],
        permission: ChannelPermission = .authorized,
        fallback: ChannelConfiguration.Fallback? = nil,
        problem: String? = nil,
        damage: DamagedPart? = nil
    ) {
        self.name = name
        self.library = library
        self.digest = digest
        self.ships = ships
        self.values = values
        self.permission = permission
        self.fallback = fallback
        self.damage = damage
        self.problem = damage?.words ?? problem ?? permission.problem
    }

    /// Why a library with a different digest is not executed.
    var otherFile: String {
        let library = library ?? ""
        return ships
            ? "\(library) is not the file shipped with antrain; reinstall antrain, or install this file: antrain plugin install \(library)"
            : "\(library) has changed since you allowed it for channel '\(name)'; review it, then run: antrain channel allow \(name)"
    }

    /// The channel without the user's values, some of which may be missing or wrong.
    public var withoutValues: Channel {
        var channel = self
        channel.values = []
        channel.problem = damage?.words ?? permission.problem
        return channel
    }

    /// The channel, confined by its plugin's needs.
    ///
    /// - Parameters:
    ///   - description: the plugin's description; for a plugin that is not shipped, the description that the user allowed.
    ///   - environment: the environment that defines `~`.
    ///   - used: the absolute paths of antrain's files that this run uses.
    func confined(by description: WireDescription, environment: [String: String], used: [String]) -> Channel {
        var channel = self
        channel.confinement = PluginConfinement(description, values: values, environment: environment, used: used)
        channel.takesTokens = description.takesTokens(with: values)
        return channel
    }
}

/// A value for a channel's plugin.
public struct ChannelValue: Sendable, Hashable {
    /// The plugin's name for it.
    public let key: String
    /// The origin of the value; values that are not in the settings are read just before the plugin is opened.
    public let origin: ValueOrigin

    /// The value in the settings; empty if it comes from elsewhere.
    public var text: String { origin.literal ?? "" }

    /// Creates a value.
    public init(key: String, origin: ValueOrigin) {
        self.key = key
        self.origin = origin
    }

    /// Creates a value from the settings.
    public init(key: String, text: String) {
        self.init(key: key, origin: .literal(text))
    }
}

/// The information about the terminal that plugins get.
public struct TerminalFacts: Sendable, Hashable {
    /// Its width in columns.
    public let columns: Int
    /// Whether printed text is visible on it.
    public let isOutput: Bool
    /// Whether colours may be used.
    public let allowsColor: Bool
    /// Whether a person started this process.
    public let isControlling: Bool

    /// Creates a description of a terminal.
    public init(columns: Int, isOutput: Bool, allowsColor: Bool, isControlling: Bool) {
        self.columns = columns
        self.isOutput = isOutput
        self.allowsColor = allowsColor
        self.isControlling = isControlling
    }

    var flags: UInt32 { (isOutput ? 1 : 0) | (allowsColor ? 2 : 0) | (isControlling ? 4 : 0) }
}
