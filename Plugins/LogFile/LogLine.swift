import AntrainPluginKit

/// A notification as one line for people.
struct LogLine {
    private let notification: DeliveredNotification

    init(_ notification: DeliveredNotification) { self.notification = notification }

    /// The line, such as `2026-11-23T07:30+01:00 workout/2026-11-23/0730 Workout Time! | Today: Push Day`.
    ///
    /// Programs search it, too: its date and lateness are the same in every locale.
    var text: String {
        let late = notification.lateSeconds >= 60 ? " (\(notification.lateSeconds / 60) min late)" : ""
        return
            "\(notification.fireAt)\(notification.offset) \(escaped(notification.id)) \(escaped(notification.title)) | \(escaped(notification.body))\(late)"
    }

    /// A text on one line.
    private func escaped(_ text: String) -> String { JSONText.escaped(text, quotes: false) }
}
