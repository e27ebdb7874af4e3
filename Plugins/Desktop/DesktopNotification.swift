import AntrainPluginKit

/// A notification in the form of the notification server.
struct DesktopNotification {
    let title: String
    let body: String
    let icon: String
    let buttons: [(key: String, label: String)]
    /// The action of a click on the notification itself; nil if it has none.
    let click: String?
    let hints: [(key: String, value: BusValue)]
    let timeout: Int32

    /// The key of the default action: a click on the notification itself.
    static let defaultKey = "default"
    /// The actions of such a click: the first that the notification offers.
    private static let clicks = ["start", "done"]

    /// Converts a notification for the server.
    ///
    /// - Parameter isHeard: whether the host keeps running to handle buttons.
    init(_ notification: DeliveredNotification, style: NotificationStyle, capabilities: Set<String>, isHeard: Bool) {
        let actions = DesktopNotification.offered(notification)
        let hasButtons = isHeard && capabilities.contains("actions")
        let commands = style.namesCommands && !hasButtons ? actions.map(\.command) : []
        let lines = ([notification.bodyWithLateness] + commands).flatMap {
            $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        }
        let text = lines.map { PlainText.oneLine(String($0)) }.joined(separator: "\n")
        title = PlainText.oneLine(notification.title)
        body = capabilities.contains("body-markup") ? PlainText.withoutMarkup(text) : text
        icon =
            switch style.icon {
            case .name(let name): name
            case .file(let path): DesktopNotification.uri(path)
            case nil: ""
            }
        var buttons: [(key: String, label: String)] = []
        let onClick = actions.first { DesktopNotification.clicks.contains($0.id) }
        click = onClick?.id
        if let onClick { buttons.append((DesktopNotification.defaultKey, onClick.label)) }
        buttons += actions.map { ($0.id, $0.label) }
        self.buttons = hasButtons ? buttons : []
        // A quiet notification does not interrupt, even if it is urgent.
        let urgency: NotificationStyle.Urgency =
            notification.isQuiet ? .low : style.urgency ?? (notification.isUrgent ? .critical : .normal)
        timeout = urgency == .critical ? 0 : style.timeout
        hints =
            [
                ("urgency", .byte(urgency.rawValue)), ("category", .text("x-antrain.\(notification.category)")),
                ("x-antrain-id", .text(notification.id)),
            ]
            // GNOME removes the notifications of a known application when the sender exits, and under cron that happens at once.
            + (isHeard ? [("desktop-entry", .text("antrain"))] : [])
            + DesktopNotification.sound(style, isQuiet: notification.isQuiet)
    }

    /// The actions that fit: a started workout cannot be started again.
    private static func offered(
        _ notification: DeliveredNotification
    ) -> [(id: String, label: String, command: String)] {
        notification.actions.filter { notification.category != "check-in" || $0.id != "start" }
    }

    private static func sound(_ style: NotificationStyle, isQuiet: Bool) -> [(key: String, value: BusValue)] {
        if isQuiet || style.isSilent { return [("suppress-sound", .flag(true))] }
        switch style.sound {
        case .name(let name): return [("sound-name", .text(name))]
        case .file(let path): return [("sound-file", .text(path))]
        case nil: return []
        }
    }

    /// A file URL (RFC 8089).
    private static func uri(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return path.utf8.reduce(into: "file://") { result, byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "/-._~".contains(character))
            result += isPlain ? String(character) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
    }
}
