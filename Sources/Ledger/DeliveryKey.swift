/// The key of a delivery on its channel, the same for every attempt: `4f3a09c1d2e3.6b1cfa52-….mail`.
enum DeliveryKey {
    /// The key of a notification on a channel; it starts with the ledger's own name, so that a plugin that has entries of several
    /// ledgers can tell them apart.
    static func text(owner: String, notification: String, channel: String) -> String {
        "\(owner).\(notification).\(channel)"
    }
}
