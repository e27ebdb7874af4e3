internal import Reminders

/// The key of a delivery on its channel, the same for every attempt: `4f3a09c1.8c1d2e3fa0b1c2d3.mail`.
enum DeliveryKey {
    /// The key of a notification, derived from its ID: it stays the same if a row is lost and added again.
    ///
    /// It is the 64-bit FNV-1a hash of the ID: short ASCII text whatever the ID contains, because plugins put it into headers and file
    /// names.
    static func notification(_ id: NotificationID) -> String {
        let hash = id.rawValue.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The key of a notification on a channel.
    ///
    /// It starts with the ledger's own name, so that a plugin that has entries of several ledgers can tell them apart.
    ///
    /// - Parameter earlyCount: how often it is known to have been delivered early because the clock was ahead; the delivery at its time has a
    ///   new key, which makes channels that drop duplicates deliver it.
    static func text(owner: String, notification: String, channel: String, earlyCount: Int) -> String {
        "\(owner).\(notification)\(earlyCount > 0 ? "-\(earlyCount + 1)" : "").\(channel)"
    }
}
