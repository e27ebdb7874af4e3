/// The key of a delivery on its channel, the same for every attempt: `4f3a09c1d2e3.6b1cfa52-….mail`.
enum DeliveryKey {
    /// The key of a notification on a channel.
    ///
    /// It starts with the ledger's own name, so that a plugin that has entries of several ledgers can tell them apart.
    ///
    /// - Parameters:
    ///   - owner: the ledger's own name.
    ///   - notification: the notification's key.
    ///   - channel: the channel's name.
    ///   - earlyCount: how often it was delivered early because the clock was ahead; the delivery at its time has a new key.
    static func text(owner: String, notification: String, channel: String, earlyCount: Int) -> String {
        "\(owner).\(notification)\(earlyCount > 0 ? "-\(earlyCount + 1)" : "").\(channel)"
    }
}
