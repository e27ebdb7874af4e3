import AntrainPluginKit

/// A notification as the notification server is given it.
struct DesktopNotification {
    let title: String
    let body: String
    let icon: String
    let buttons: [(key: String, label: String)]
    let hints: [(key: String, value: BusValue)]
    let timeout: Int32

    /// The key of what a click on the notification itself does.
    static let defaultKey = "default"
    /// The action that such a click stands for.
    static let defaultAction = "start"

    /// Puts a notification into the server's terms.
    ///
    /// - Parameters:
    ///   - notification: what is delivered.
    ///   - style: how the user wants it.
    ///   - capabilities: what the server can do.
    ///   - isHeard: whether the host stays to hear of buttons.
    init(
        _ notification: DeliveredNotification,
        style: NotificationStyle,
        capabilities: Set<String>,
        isHeard: Bool
    ) {
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
        if let start = actions.first(where: { $0.id == DesktopNotification.defaultAction }) {
            buttons.append((DesktopNotification.defaultKey, start.label))
        }
        buttons += actions.map { ($0.id, $0.label) }
        self.buttons = hasButtons ? buttons : []
        // What must not interrupt does not, however urgent it is.
        let urgency: NotificationStyle.Urgency =
            notification.isQuiet ? .low : style.urgency ?? (notification.isUrgent ? .critical : .normal)
        timeout = urgency == .critical ? 0 : style.timeout
        hints =
            [
                ("urgency", .byte(urgency.rawValue)), ("category", .text("x-antrain.\(notification.category)")),
                ("x-antrain-id", .text(notification.id)),
            ]
            // GNOME takes the notifications of an application that it knows away with their sender, and under cron that ends at once.
            + (isHeard ? [("desktop-entry", .text("antrain"))] : [])
            + DesktopNotification.sound(style, isQuiet: notification.isQuiet)
    }

    /// The three actions that there is room for: of what was begun, whether it is done; else, to begin.
    private static func offered(
        _ notification: DeliveredNotification
    ) -> [(id: String, label: String, command: String)] {
        let leftOut = notification.category == "check-in" ? "start" : "done"
        let fitting = notification.actions.filter { notification.actions.count <= 3 || $0.id != leftOut }
        return Array(fitting.prefix(3))
    }

    private static func sound(_ style: NotificationStyle, isQuiet: Bool) -> [(key: String, value: BusValue)] {
        if isQuiet || style.isSilent { return [("suppress-sound", .flag(true))] }
        switch style.sound {
        case .name(let name): return [("sound-name", .text(name))]
        case .file(let path): return [("sound-file", .text(path))]
        case nil: return []
        }
    }

    /// A file as RFC 8089 writes it.
    private static func uri(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return path.utf8.reduce(into: "file://") { result, byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "/-._~".contains(character))
            result += isPlain ? String(character) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
    }
}
