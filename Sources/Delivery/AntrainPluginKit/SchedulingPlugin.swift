/// A plugin that schedules notifications itself, so that they are delivered even when antrain is not running.
public protocol SchedulingPlugin: DeliveryPlugin {
    /// How many notifications it can schedule at once; 0 for no limit.
    static var pendingLimit: Int { get }

    /// Schedules a notification under its key for its instant; replaces one already scheduled under that key.
    ///
    /// - Throws: `PluginFailure` if it cannot be scheduled.
    func schedule(_ notification: DeliveredNotification) throws(PluginFailure)

    /// Cancels the notification scheduled under a key; an unknown key is not a failure.
    ///
    /// - Throws: `PluginFailure` if it may still be scheduled.
    func unschedule(key: String) throws(PluginFailure)

    /// All scheduled notifications; those whose time has come are not included.
    ///
    /// - Throws: `PluginFailure` if they cannot be listed.
    func held() throws(PluginFailure) -> [HeldNotification]
}

/// A notification that a plugin has scheduled.
public struct HeldNotification: Sendable, Hashable {
    /// Its key.
    public let key: String
    /// Its time, in seconds since 1970-01-01T00:00:00Z.
    public let instant: Int64

    /// Creates an entry.
    public init(key: String, instant: Int64) {
        self.key = key
        self.instant = instant
    }
}
