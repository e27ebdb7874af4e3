import AntrainPluginKit

/// The standard input of a program.
enum CommandInput: String {
    case json, text, none

    func bytes(_ notification: DeliveredNotification) -> [UInt8] {
        switch self {
        case .json: Array((NotificationJSON(notification).text + "\n").utf8)
        case .text: Array((notification.title + "\n\n" + notification.bodyWithLateness + "\n").utf8)
        case .none: []
        }
    }
}
