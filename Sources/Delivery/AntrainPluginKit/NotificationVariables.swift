/// A notification as environment variables of a program.
public enum NotificationVariables {
    /// Linux limits a variable to 128 KiB, and a program's arguments and environment in total.
    private static let limit = 65_536

    /// The variables; their names start with `ANTRAIN_`.
    public static func all(of notification: DeliveredNotification) -> [(name: String, value: String)] {
        let texts = [
            ("ID", notification.id), ("KEY", notification.key), ("CATEGORY", notification.category),
            ("TITLE", notification.title), ("BODY", notification.body), ("DATE", notification.date),
            ("WEEKDAY", notification.weekday), ("FIRE_AT", notification.fireAt), ("ZONE", notification.zone),
            ("LINK", notification.link), ("INSTANT", "\(notification.instant)"),
            ("LATE_SECONDS", "\(notification.lateSeconds)"), ("EXPIRES", "\(notification.expires)"),
            ("URGENT", notification.isUrgent ? "1" : "0"), ("QUIET", notification.isQuiet ? "1" : "0"),
        ]
        return texts.map { ("ANTRAIN_" + $0.0, cString($0.1)) }
    }

    /// The text as a C string: without NUL, and shortened.
    public static func cString(_ text: String) -> String {
        PlainText.shortened(String(text.unicodeScalars.filter { $0.value != 0 }.map(Character.init)), bytes: limit)
    }
}
