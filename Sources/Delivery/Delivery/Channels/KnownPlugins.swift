public import Ledger
public import Reminders
public import RunnerProtocol
public import SystemPackage
public import YAMLSource

/// Plugins' descriptions from when they were last loaded, available without loading them again.
public struct KnownPlugins: Sendable {
    private var manifests: [FilePath: CachedPluginManifest]
    /// Those that were added.
    public private(set) var added: [FilePath: CachedPluginManifest] = [:]

    /// Creates the cache from the ledger's records.
    public init(_ manifests: [FilePath: CachedPluginManifest] = [:]) {
        self.manifests = manifests
    }

    /// A plugin's description; nil if it is not known, or the file has changed.
    ///
    /// - Parameters:
    ///   - library: the path of its library.
    ///   - stamp: changes when the file is replaced.
    ///   - permission: the user's permission, with the plugin's description when it was allowed.
    public func description(of library: FilePath, stamp: String, allowed permission: ChannelPermission? = nil)
        -> WireDescription?
    {
        if let manifest = permission?.manifest, let allowed = WireDescription(bytes: manifest) { return allowed }
        guard let manifest = manifests[library], manifest.stamp == stamp else { return nil }
        return WireDescription(bytes: manifest.bytes)
    }

    /// Adds a plugin's description.
    public mutating func add(_ manifest: CachedPluginManifest, of library: FilePath) {
        manifests[library] = manifest
        added[library] = manifest
    }

    /// The ledger has those that were added.
    public mutating func noteStored() { added = [:] }
}

extension ChannelCheck {
    /// A check based on a plugin's description.
    public init(_ channel: ChannelConfiguration, _ description: WireDescription, place: SourceSpan? = nil) {
        self.init(channel, plugin: description.name, keys: description.keys.map(PluginKey.init), place: place)
    }
}
