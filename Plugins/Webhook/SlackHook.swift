import AntrainPluginKit

/// An incoming webhook of Slack's, or of what speaks as Slack does (Mattermost, Rocket.Chat).
struct SlackHook: HookShape {
    let hook: WebAddress

    func address(for notification: DeliveredNotification) -> WebAddress { hook }

    func body(of notification: DeliveredNotification) -> String {
        // Without markup no text calls a channel or makes a link.
        let title = "*\(PlainText.withoutMarkup(PlainText.oneLine(notification.title)))*"
        let text = PlainText.withoutMarkup(notification.bodyWithLateness)
        return JSONText.object([("text", JSONText.quoted(text.isEmpty ? title : title + "\n" + text))])
    }
}
