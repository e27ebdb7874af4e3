/// A delivery plugin: what an author writes.
///
/// One library holds one plugin.
/// A plugin exports itself with one function:
///
///     @_cdecl("antrain_plugin_entry_v1")
///     public func entry(_ host: UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>? {
///         PluginExport.entry(MyPlugin.self, host: host)
///     }
///
/// All calls come one at a time, from one thread, in a process that has nothing else in it.
public protocol DeliveryPlugin: AnyObject, SendableMetatype {
    /// What the plugin is.
    static var manifest: PluginManifest { get }

    /// Gets ready with the user's values.
    ///
    /// - Throws: `PluginFailure` when the values cannot serve; its reason and remedy are shown to the user.
    init(values: PluginValues, host: PluginHost) throws(PluginFailure)

    /// Says whether a delivery could succeed now, without delivering anything.
    ///
    /// - Throws: `PluginFailure` when it could not.
    func probe() throws(PluginFailure)

    /// Delivers a notification.
    ///
    /// - Throws: `PluginFailure` when it could not be delivered.
    func deliver(_ notification: DeliveredNotification) throws(PluginFailure)
}

/// Why a call to a plugin did not work.
public struct PluginFailure: Error, Sendable, Hashable {
    /// Whether a later attempt may succeed.
    public let isPassing: Bool
    /// When to try again at the earliest, in seconds; 0 leaves it to antrain.
    public let retryAfter: UInt32
    /// What went wrong.
    public let reason: String
    /// What the user can do about it.
    public let remedy: String

    /// A failure after which antrain tries again.
    public static func passing(_ reason: String, remedy: String = "", retryAfter: UInt32 = 0) -> PluginFailure {
        PluginFailure(isPassing: true, retryAfter: retryAfter, reason: reason, remedy: remedy)
    }

    /// A failure for good.
    public static func final(_ reason: String, remedy: String = "") -> PluginFailure {
        PluginFailure(isPassing: false, retryAfter: 0, reason: reason, remedy: remedy)
    }
}
