/// A plugin that holds pending notifications itself, so that they come with no antrain running.
public protocol SchedulingPlugin: DeliveryPlugin {
    /// How many notifications it can hold at once; 0 where there is no such number.
    static var pendingLimit: Int { get }

    /// Holds a notification under its key until its instant; what it holds under that key already is replaced.
    ///
    /// - Throws: `PluginFailure` when it cannot be held.
    func schedule(_ notification: DeliveredNotification) throws(PluginFailure)

    /// Lets go of what it holds under a key; a key that it does not hold is no failure.
    ///
    /// - Throws: `PluginFailure` when it may still be held.
    func unschedule(key: String) throws(PluginFailure)

    /// All that it holds; what has come to its time is no longer held.
    ///
    /// - Throws: `PluginFailure` when it cannot tell.
    func held() throws(PluginFailure) -> [HeldNotification]
}

/// A notification that a plugin holds until its time.
public struct HeldNotification: Sendable, Hashable {
    /// The key that it is held under.
    public let key: String
    /// When it comes, in seconds since 1970-01-01T00:00:00Z.
    public let instant: Int64

    /// Creates an entry.
    public init(key: String, instant: Int64) {
        self.key = key
        self.instant = instant
    }
}
