/// The protocol that a plugin's author implements.
///
/// One library contains one plugin.
/// Export it with one function:
///
///     @_cdecl("antrain_plugin_entry_v1")
///     public func entry(_ host: UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>? {
///         PluginExport.entry(MyPlugin.self, host: host)
///     }
///
/// All calls are made one at a time, from one thread, in a process that runs nothing else.
public protocol DeliveryPlugin: AnyObject, SendableMetatype {
    /// The plugin's description.
    static var manifest: PluginManifest { get }

    /// Prepares with the user's values.
    ///
    /// - Throws: `PluginFailure` if the values are invalid; its reason and remedy are shown to the user.
    init(values: PluginValues, host: PluginHost) throws(PluginFailure)

    /// Checks whether a delivery could succeed now, without delivering anything.
    ///
    /// - Throws: `PluginFailure` if it could not.
    func probe() throws(PluginFailure)

    /// Delivers a notification.
    ///
    /// - Throws: `PluginFailure` if it could not be delivered.
    func deliver(_ notification: DeliveredNotification) throws(PluginFailure)
}

/// Why a call to a plugin failed.
public struct PluginFailure: Error, Sendable, Hashable {
    /// Whether a later attempt may succeed.
    public let isPassing: Bool
    /// The minimum delay before a retry, in seconds; 0 leaves it to antrain.
    public let retryAfter: UInt32
    /// What went wrong.
    public let reason: String
    /// What the user can do about it.
    public let remedy: String

    /// A temporary failure: antrain retries.
    public static func passing(_ reason: String, remedy: String = "", retryAfter: UInt32 = 0) -> PluginFailure {
        PluginFailure(isPassing: true, retryAfter: retryAfter, reason: reason, remedy: remedy)
    }

    /// A permanent failure.
    public static func final(_ reason: String, remedy: String = "") -> PluginFailure {
        PluginFailure(isPassing: false, retryAfter: 0, reason: reason, remedy: remedy)
    }
}
