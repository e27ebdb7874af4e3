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
