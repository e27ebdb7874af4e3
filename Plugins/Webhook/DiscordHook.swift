import AntrainPluginKit

/// A Discord webhook.
struct DiscordHook: HookShape {
    let hook: WebAddress

    /// Discord counts characters; this many bytes never exceed its limit.
    private static let contentBytes = 2_000
    /// SUPPRESS_NOTIFICATIONS: the message causes no push notification and no sound.
    private static let silent = 1 << 12

    func address(for notification: DeliveredNotification) -> WebAddress { hook }

    func body(of notification: DeliveredNotification) -> String {
        let title = "**\(PlainText.oneLine(notification.title))**"
        let text = notification.bodyWithLateness
        let content = PlainText.shortened(text.isEmpty ? title : title + "\n" + text, bytes: DiscordHook.contentBytes)
        var members = [
            ("content", JSONText.quoted(content)),
            // No text can mention everyone.
            ("allowed_mentions", JSONText.object([("parse", JSONText.array([]))])),
        ]
        if notification.isQuiet { members.append(("flags", "\(DiscordHook.silent)")) }
        return JSONText.object(members)
    }
}
