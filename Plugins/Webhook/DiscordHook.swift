import AntrainPluginKit

/// A webhook of a Discord channel.
struct DiscordHook: HookShape {
    let hook: WebAddress

    /// Discord counts characters; that many bytes are never more.
    private static let contentBytes = 2_000
    /// SUPPRESS_NOTIFICATIONS: the message comes without push and sound.
    private static let silent = 1 << 12

    func address(for notification: DeliveredNotification) -> WebAddress { hook }

    func body(of notification: DeliveredNotification) -> String {
        let title = "**\(PlainText.oneLine(notification.title))**"
        let text = notification.bodyWithLateness
        let content = PlainText.shortened(text.isEmpty ? title : title + "\n" + text, bytes: DiscordHook.contentBytes)
        var members = [
            ("content", JSONText.quoted(content)),
            // No text calls everyone.
            ("allowed_mentions", JSONText.object([("parse", JSONText.array([]))])),
        ]
        if notification.isQuiet { members.append(("flags", "\(DiscordHook.silent)")) }
        return JSONText.object(members)
    }
}
