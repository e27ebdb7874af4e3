import AntrainPluginKit

/// A Slack incoming webhook, or a compatible one (Mattermost, Rocket.Chat).
struct SlackHook: HookShape {
    let hook: WebAddress

    func address(for notification: DeliveredNotification) -> WebAddress { hook }

    func body(of notification: DeliveredNotification) -> String {
        // Without markup, no text can mention a channel or create a link.
        let title = "*\(PlainText.withoutMarkup(PlainText.oneLine(notification.title)))*"
        let text = PlainText.withoutMarkup(notification.bodyWithLateness)
        return JSONText.object([("text", JSONText.quoted(text.isEmpty ? title : title + "\n" + text))])
    }
}
