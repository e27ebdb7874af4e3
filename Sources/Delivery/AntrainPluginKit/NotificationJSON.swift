internal import Quoting

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
