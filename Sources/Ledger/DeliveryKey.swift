/// What names a delivery to its channel, the same for every attempt: `4f3a09c1d2e3.6b1cfa52-….mail`.
enum DeliveryKey {
    /// The key of a notification on a channel; the ledger's own name stands first, so that a plugin that holds entries of several
    /// ledgers can be told which are whose.
    static func text(owner: String, notification: String, channel: String) -> String {
        "\(owner).\(notification).\(channel)"
    }
}
