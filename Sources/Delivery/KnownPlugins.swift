public import Ledger
public import Reminders
public import RunnerWire
public import YAMLSource

/// What plugins said of themselves when they were last loaded: what can be known of them without loading them.
public struct KnownPlugins: Sendable {
    private var cards: [String: PluginCard]

    /// Creates it from what the ledger remembers.
    public init(_ cards: [String: PluginCard] = [:]) {
        self.cards = cards
    }

    /// What a plugin said of itself; nil where it is not known, or its file is another now.
    ///
    /// - Parameters:
    ///   - library: the path of its library.
    ///   - stamp: what tells the file from any that takes its place.
    ///   - permission: the user's, with what the plugin said when it was allowed.
    public func description(of library: String, stamp: String, allowed permission: ChannelPermission? = nil)
        -> WireDescription?
    {
        if let card = permission?.card, let allowed = WireDescription(bytes: card) { return allowed }
        guard let card = cards[library], card.stamp == stamp else { return nil }
        return WireDescription(bytes: card.bytes)
    }

    /// Adds what a plugin said of itself.
    public mutating func add(_ card: PluginCard, of library: String) {
        cards[library] = card
    }
}

extension ChannelCheck {
    /// A check by what a plugin said of itself.
    public init(_ channel: ChannelConfiguration, _ description: WireDescription, place: SourceSpan? = nil) {
        self.init(channel, plugin: description.name, keys: description.keys.map(PluginKey.init), place: place)
    }
}
