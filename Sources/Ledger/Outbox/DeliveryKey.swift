internal import Reminders

/// The key of a delivery on its channel, the same for every attempt: `4f3a09c1.workout-2026-11-23-0730.mail`.
enum DeliveryKey {
    /// The key of a notification, which follows from what it is: it stays the same if a row is lost and added again.
    static func notification(_ id: NotificationID) -> String { id.rawValue.replacing("/", with: "-") }

    /// The key of a notification on a channel.
    ///
    /// It starts with the ledger's own name, so that a plugin that has entries of several ledgers can tell them apart.
    ///
    /// - Parameters:
    ///   - owner: the ledger's own name.
    ///   - notification: the notification's key.
    ///   - channel: the channel's name.
    ///   - earlyCount: how often it is known to have been delivered early because the clock was ahead; the delivery at its time has a
    ///     new key, which makes channels that drop duplicates deliver it.
    static func text(owner: String, notification: String, channel: String, earlyCount: Int) -> String {
        "\(owner).\(notification)\(earlyCount > 0 ? "-\(earlyCount + 1)" : "").\(channel)"
    }
}
