import AntrainPluginKit

/// An incoming webhook of Slack's, or of what speaks as Slack does (Mattermost, Rocket.Chat).
struct SlackHook: HookShape {
    let hook: WebAddress

    func address(for notification: DeliveredNotification) -> WebAddress { hook }

    func body(of notification: DeliveredNotification) -> String {
        let title = "*\(SlackHook.escaped(PlainText.oneLine(notification.title)))*"
        let text = SlackHook.escaped(notification.bodyWithLateness)
        return JSONText.object([("text", JSONText.quoted(text.isEmpty ? title : title + "\n" + text))])
    }

    /// Slack's three characters of its own: without them no text calls a channel or makes a link.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
