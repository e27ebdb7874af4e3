internal import AntrainPluginABI
internal import Glibc

/// A notification as a plugin receives it; see `antrain_plugin.h` for the fields.
public struct DeliveredNotification: Sendable {
    /// Its ID.
    public let id: String
    /// Its key, the same for each attempt on this channel.
    public let key: String
    /// Its category.
    public let category: String
    /// The title.
    public let title: String
    /// The text.
    public let body: String
    /// The date that it is about.
    public let date: String
    /// That date's weekday.
    public let weekday: String
    /// The scheduled time on the user's clock.
    public let fireAt: String
    /// The time zone of that clock.
    public let zone: String
    /// A link to it.
    public let link: String
    /// The scheduled time in seconds since 1970-01-01T00:00:00Z.
    public let instant: Int64
    /// How late it is, in seconds.
    public let lateSeconds: Int64
    /// Do not remind after this time, in seconds since 1970-01-01T00:00:00Z; 0 for no limit.
    public let expires: Int64
    /// Additional information by name.
    public let attributes: [String: String]
    /// The clock's UTC offset in seconds, east positive.
    public let utcOffsetSeconds: Int64
    /// Whether it is urgent.
    public let isUrgent: Bool
    /// Whether it should be delivered without sound or interruption.
    public let isQuiet: Bool
    /// The program days that it is about.
    public let items: [(programID: String, programName: String, dayID: String, dayName: String)]

    /// The user's possible answers: a name, the label of a button, and the shell command.
    public let actions: [(id: String, label: String, command: String)]

    /// Copies the fields that the host provides: those of newer versions are left empty if the host is older, and unknown ones
    /// are ignored.
    init(_ host: UnsafePointer<antrain_notification>) {
        let bytes = UnsafeRawPointer(host)
        let size = Int(bytes.loadUnaligned(as: UInt32.self))
        var notification = antrain_notification()
        withUnsafeMutableBytes(of: &notification) { known in
            known.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: min(size, known.count)))
        }
        id = String(notification.id)
        key = String(notification.key)
        category = String(notification.category)
        title = String(notification.title)
        body = String(notification.body)
        date = String(notification.date)
        weekday = String(notification.weekday)
        fireAt = String(notification.fire_at)
        zone = String(notification.zone)
        link = String(notification.link)
        instant = notification.instant
        lateSeconds = notification.late_seconds
        utcOffsetSeconds = notification.utc_offset_seconds
        expires = notification.expires
        let pairs = UnsafeBufferPointer(start: notification.attributes, count: Int(notification.attribute_count))
        attributes = Dictionary(pairs.map { (String($0.key), String($0.value)) }) { $1 }
        isUrgent = notification.flags & UInt32(ANTRAIN_NOTIFICATION_URGENT) != 0
        isQuiet = notification.flags & UInt32(ANTRAIN_NOTIFICATION_QUIET) != 0
        items = UnsafeBufferPointer(start: notification.items, count: Int(notification.item_count)).map { item in
            (String(item.program_id), String(item.program_name), String(item.day_id), String(item.day_name))
        }
        actions = UnsafeBufferPointer(start: notification.actions, count: Int(notification.action_count)).map {
            (String($0.id), String($0.label), String($0.command))
        }
    }
}

extension String {
    init(_ text: antrain_string) {
        let bytes = UnsafeRawBufferPointer(start: text.data, count: Int(text.length))
        self = String(decoding: bytes, as: UTF8.self)
    }
}

extension DeliveredNotification {
    /// The text, with a line about the lateness if it is late.
    public var bodyWithLateness: String {
        guard let note = attributes["late-note"] else { return body }
        return (body.isEmpty ? "" : body + "\n\n") + "(\(note))"
    }

    /// The same with a line about how to answer.
    public var bodyWithAnswer: String {
        guard let answer = attributes["answer"] else { return bodyWithLateness }
        return (bodyWithLateness.isEmpty ? "" : bodyWithLateness + "\n\n") + answer
    }

    /// The same with a line about how to answer by a reply, if the plugin takes tokens.
    public var bodyWithReply: String {
        guard let reply = attributes["reply"] else { return bodyWithAnswer }
        return (bodyWithLateness.isEmpty ? "" : bodyWithLateness + "\n\n") + reply
    }

    /// The token that an answer to this notification must have; empty if the plugin takes no tokens, or if it cannot be answered.
    public var answerToken: String { attributes["answer-token"] ?? "" }

    /// The title in a list of tasks, which names the workouts.
    public var listTitle: String { attributes["list-title"] ?? title }

    /// The exercises of the workouts with all planned sets, one line each; empty if they are unknown.
    public var sets: String { attributes["sets"] ?? "" }

    /// The clock's UTC offset, such as `+01:00`.
    public var offset: String {
        let minutes = utcOffsetSeconds / 60
        let size = Int(minutes.magnitude)
        return (minutes < 0 ? "-" : "+") + ClockFields.two(size / 60) + ":" + ClockFields.two(size % 60)
    }
}

/// A moment as calendar and clock fields.
public struct ClockFields: Sendable {
    /// The year.
    public let year: Int
    /// The month, from 1.
    public let month: Int
    /// The day of the month.
    public let day: Int
    /// The day of the week, from 0 for Sunday.
    public let weekday: Int
    /// The hour.
    public let hour: Int
    /// The minute.
    public let minute: Int
    /// The second.
    public let second: Int

    /// Splits a moment into fields.
    ///
    /// - Parameters:
    ///   - instant: the moment in seconds since 1970-01-01T00:00:00Z.
    ///   - offset: the clock's UTC offset in seconds, east positive.
    public init(_ instant: Int64, offset: Int64 = 0) {
        var seconds = time_t(instant &+ offset)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        year = 1900 + Int(parts.tm_year)
        month = 1 + Int(parts.tm_mon)
        day = Int(parts.tm_mday)
        weekday = Int(parts.tm_wday)
        hour = Int(parts.tm_hour)
        minute = Int(parts.tm_min)
        second = Int(parts.tm_sec)
    }

    /// A field with two digits.
    public static func two(_ field: Int) -> String { field < 10 ? "0\(field)" : "\(field)" }
}
