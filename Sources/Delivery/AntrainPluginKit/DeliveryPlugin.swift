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

/// A plugin that can remove notifications that it has delivered, for example a bubble that is still on the screen.
public protocol CancellingPlugin: DeliveryPlugin {
    /// Removes a delivered notification by its ID. It is not a failure if the notification no longer exists.
    ///
    /// - Throws: `PluginFailure` if it may still be visible.
    func cancel(_ id: String) throws(PluginFailure)
}

/// A plugin through which the user answers notifications, for example with a button or by ticking a task.
///
/// Unless answers are kept elsewhere, it may offer buttons only if `PluginHost.listens` says that the host keeps running to handle them.
public protocol AnsweringPlugin: DeliveryPlugin {
    /// Whether answers are kept elsewhere, such as in a folder or on a server, so that every planning run collects them.
    static var keepsAnswers: Bool { get }

    /// How long an answer is kept for `answers()`, in seconds; 0 for no limit. Requested after it.
    var secondsKept: Int64 { get }

    /// A descriptor that is readable when there may be answers; -1 for none. Requested after each call.
    var descriptor: Int32 { get }

    /// The answers that are not settled; antrain takes up to 64 at a time.
    ///
    /// Called in each planning run if answers are kept, and when the descriptor is readable; then it may take five seconds.
    ///
    /// - Throws: `PluginFailure` if they cannot be read.
    func answers() throws(PluginFailure) -> [PluginAnswer]

    /// Settles an answer, which need not be reported again; maybe in another process than the one that reported it.
    ///
    /// - Parameters:
    ///   - answer: the answer's ID.
    ///   - recorded: whether it was recorded, now or earlier; otherwise it was refused.
    ///   - text: why it was refused, or which lines of its detail could not be read.
    /// - Throws: `PluginFailure` if it may be reported again.
    func settle(_ answer: String, recorded: Bool, text: String) throws(PluginFailure)

    /// Checks whether answers may be lost, without requests over the network, for `antrain doctor`.
    ///
    /// - Throws: a passing `PluginFailure` if they cannot be read now, and a final one if some may have been lost in the last days.
    func checkAnswers() throws(PluginFailure)
}

extension AnsweringPlugin {
    /// Answers are not kept.
    public static var keepsAnswers: Bool { false }

    /// No limit.
    public var secondsKept: Int64 { 0 }

    /// There is nothing to wait for.
    public var descriptor: Int32 { -1 }

    /// Does nothing.
    public func settle(_: String, recorded _: Bool, text _: String) throws(PluginFailure) {}

    /// No answers are lost.
    public func checkAnswers() throws(PluginFailure) {}
}

/// An answer of the user to a notification.
public struct PluginAnswer: Sendable, Hashable {
    /// Identifies the answer among all that the plugin ever reports: 1 to 200 bytes, without control characters.
    public var id: String
    /// The notification's ID.
    public var notification: String
    /// `done`, `skip`, `start` or `snooze`.
    public var action: String
    /// What the action needs; may be empty.
    ///
    /// For `done`, lines of sets such as `squat 5,5,5,5,3`; for `snooze`, until when.
    public var detail: String
    /// When the user answered, in seconds since 1970-01-01T00:00:00Z; 0 for now.
    public var instant: Int64
    /// The notification's token as it came with the answer, if the plugin takes tokens.
    public var token: String

    /// Creates an answer.
    public init(
        id: String,
        notification: String,
        action: String,
        detail: String = "",
        instant: Int64 = 0,
        token: String = ""
    ) {
        (self.id, self.notification, self.action) = (id, notification, action)
        (self.detail, self.instant, self.token) = (detail, instant, token)
    }
}

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

    /// All scheduled notifications; those whose time has come are not included, unless the plugin keeps answers.
    ///
    /// A plugin that keeps answers also returns notifications whose time has come, as long as the user can answer them there, and those that
    /// the user removed there: antrain schedules what is missing again, and cancels what was answered.
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
