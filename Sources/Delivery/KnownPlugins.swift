public import Ledger
public import Reminders
public import RunnerWire
public import YAMLSource

/// Plugins' descriptions from when they were last loaded: what is known without loading them.
public struct KnownPlugins: Sendable {
    private var cards: [String: PluginCard]

    /// Creates the cache from the ledger's records.
    public init(_ cards: [String: PluginCard] = [:]) {
        self.cards = cards
    }

    /// A plugin's description; nil if it is not known, or the file has changed.
    ///
    /// - Parameters:
    ///   - library: the path of its library.
    ///   - stamp: changes when the file is replaced.
    ///   - permission: the user's permission, with the plugin's description when it was allowed.
    public func description(of library: String, stamp: String, allowed permission: ChannelPermission? = nil)
        -> WireDescription?
    {
        if let card = permission?.card, let allowed = WireDescription(bytes: card) { return allowed }
        guard let card = cards[library], card.stamp == stamp else { return nil }
        return WireDescription(bytes: card.bytes)
    }

    /// Adds a plugin's description.
    public mutating func add(_ card: PluginCard, of library: String) {
        cards[library] = card
    }
}

extension ChannelCheck {
    /// A check based on a plugin's description.
    public init(_ channel: ChannelConfiguration, _ description: WireDescription, place: SourceSpan? = nil) {
        self.init(channel, plugin: description.name, keys: description.keys.map(PluginKey.init), place: place)
    }
}
