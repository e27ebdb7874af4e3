import AntrainPluginKit

/// The user's style for notifications.
struct NotificationStyle {
    /// The urgencies of the Desktop Notifications Specification.
    enum Urgency: UInt8 {
        case low = 0
        case normal = 1
        case critical = 2
    }

    /// A name from a theme, or a file.
    enum Resource {
        case name(String)
        case file(String)
    }

    /// The urgency of all notifications; nil to use the reminder's.
    let urgency: Urgency?
    /// The timeout in milliseconds; 0 for none, -1 for the server's default.
    let timeout: Int32
    /// The icon; nil for none.
    let icon: Resource?
    /// The sound; nil for the server's default.
    let sound: Resource?
    let isSilent: Bool
    /// Whether the text includes the commands if there are no buttons.
    let namesCommands: Bool

    init(_ values: PluginValues) throws(PluginFailure) {
        switch values["urgency"] {
        case "auto": urgency = nil
        case "low": urgency = .low
        case "normal": urgency = .normal
        case "critical": urgency = .critical
        case let other:
            throw .final("invalid urgency '\(other)'", remedy: "set urgency to auto, low, normal or critical")
        }
        timeout = try NotificationStyle.timeout(values["timeout"])
        icon = values["icon"] == "none" ? nil : NotificationStyle.resource(values["icon"])
        isSilent = values["sound"] == "none"
        sound = values["sound"].isEmpty || isSilent ? nil : NotificationStyle.resource(values["sound"])
        namesCommands = try values.isOn("hints")
    }

    private static func timeout(_ text: String) throws(PluginFailure) -> Int32 {
        switch text {
        case "": return -1
        case "never": return 0
        default:
            guard let seconds = SpanText.seconds(text), (1...86_400).contains(seconds) else {
                throw .final(
                    "invalid timeout '\(text)'",
                    remedy: "set timeout to a duration such as 30s or 5m, at most one day, or to never"
                )
            }
            return Int32(seconds * 1000)
        }
    }

    private static func resource(_ text: String) -> Resource {
        let path = HomePath.expanded(text)
        return path.utf8.first == 0x2F ? .file(path) : .name(text)
    }
}
