internal import Quoting

/// A field of a notification that is a single value, under the name that it has in variables, JSON and templates.
public enum NotificationField: String, Sendable, CaseIterable {
    case id
    case key
    case category
    case title
    case body
    case date
    case weekday
    case fireAt = "fire_at"
    case zone
    case link
    case instant
    case lateSeconds = "late_seconds"
    case expires
    case urgent
    case quiet

    /// A field's value.
    public enum Value {
        case text(String)
        case number(Int64)
        case flag(Bool)
    }

    /// The value in a notification.
    public func value(in notification: DeliveredNotification) -> Value {
        switch self {
        case .id: .text(notification.id)
        case .key: .text(notification.key)
        case .category: .text(notification.category)
        case .title: .text(notification.title)
        case .body: .text(notification.body)
        case .date: .text(notification.date)
        case .weekday: .text(notification.weekday)
        case .fireAt: .text(notification.fireAt)
        case .zone: .text(notification.zone)
        case .link: .text(notification.link)
        case .instant: .number(notification.instant)
        case .lateSeconds: .number(notification.lateSeconds)
        case .expires: .number(notification.expires)
        case .urgent: .flag(notification.isUrgent)
        case .quiet: .flag(notification.isQuiet)
        }
    }

    /// Whether the value is text, not a number or a flag.
    public var isText: Bool {
        switch self {
        case .id, .key, .category, .title, .body, .date, .weekday, .fireAt, .zone, .link: true
        case .instant, .lateSeconds, .expires, .urgent, .quiet: false
        }
    }
}

extension NotificationField.Value {
    /// The value as text.
    public var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        }
    }

    /// The value as JSON.
    var json: String { if case .text(let text) = self { JSONText.quoted(text) } else { text } }

    /// The value as an environment variable, in which a flag is 1 or 0.
    var variable: String { if case .flag(let flag) = self { flag ? "1" : "0" } else { text } }
}

/// A notification as a JSON object on one line, as passed to programs.
public struct NotificationJSON {
    private let notification: DeliveredNotification

    /// Creates the JSON of a notification.
    public init(_ notification: DeliveredNotification) { self.notification = notification }

    /// The object, without a line break.
    public var text: String {
        // `time` combines the time and its offset, and `expires` is a local time, so both are added separately.
        let fields = NotificationField.allCases.filter { ![.fireAt, .instant, .expires].contains($0) }
        return JSONText.object(
            [("time", JSONText.quoted(notification.fireAt + notification.offset))]
                + fields.map { ($0.rawValue, $0.value(in: notification).json) }
                + [("expires", expires), ("items", JSONText.array(items)), ("actions", JSONText.array(actions))]
        )
    }

    private var items: [String] {
        notification.items.map {
            JSONText.object([
                ("program", JSONText.quoted($0.programID)), ("day", JSONText.quoted($0.dayID)),
                ("name", JSONText.quoted($0.dayName)),
            ])
        }
    }

    private var actions: [String] {
        notification.actions.map {
            JSONText.object([
                ("id", JSONText.quoted($0.id)), ("label", JSONText.quoted($0.label)),
                ("command", JSONText.quoted($0.command)),
            ])
        }
    }

    /// The expiry as local date and time; null if there is none.
    private var expires: String {
        guard notification.expires != 0 else { return "null" }
        let end = ClockFields(notification.expires, offset: notification.utcOffsetSeconds)
        let date = "\(end.year)-\(ClockFields.two(end.month))-\(ClockFields.two(end.day))"
        let time = [end.hour, end.minute, end.second].map(ClockFields.two).joined(separator: ":")
        return JSONText.quoted("\(date)T\(time)\(notification.offset)")
    }
}

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
