/// A notification as environment variables of a program.
public enum NotificationVariables {
    /// Linux limits a variable to 128 KiB, and a program's arguments and environment in total.
    private static let limit = 65_536

    /// The variables; their names start with `ANTRAIN_`.
    public static func all(of notification: DeliveredNotification) -> [(name: String, value: String)] {
        NotificationField.allCases.map { field in
            ("ANTRAIN_" + field.rawValue.uppercased(), cString(field.value(in: notification).variable))
        }
    }

    /// The text as a C string: without NUL, and shortened.
    public static func cString(_ text: String) -> String {
        PlainText.shortened(String(text.unicodeScalars.filter { $0.value != 0 }.map(Character.init)), bytes: limit)
    }
}
