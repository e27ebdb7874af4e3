/// A notification for a plugin, with the fields of `antrain_notification`.
public struct WireNotification: Sendable, Hashable {
    /// A program day that it is about.
    public struct Item: Sendable, Hashable {
        public var programID: String
        public var programName: String
        public var dayID: String
        public var dayName: String
        /// The week, from 1.
        public var week: Int64

        public init(programID: String, programName: String, dayID: String, dayName: String, week: Int64) {
            self.programID = programID
            self.programName = programName
            self.dayID = dayID
            self.dayName = dayName
            self.week = week
        }
    }

    /// An answer that the user can give.
    public struct Action: Sendable, Hashable {
        public var id: String
        public var label: String
        public var command: String

        public init(id: String, label: String, command: String) {
            self.id = id
            self.label = label
            self.command = command
        }
    }

    /// The flag of an urgent notification, `ANTRAIN_NOTIFICATION_URGENT`.
    public static let urgent: UInt32 = 1

    /// The flag of a quiet notification, `ANTRAIN_NOTIFICATION_QUIET`.
    public static let quiet: UInt32 = 2

    public var id = ""
    /// The same for each attempt on a channel.
    public var key = ""
    public var category = ""
    public var title = ""
    public var body = ""
    public var date = ""
    public var weekday = ""
    /// The scheduled time on the user's clock.
    public var fireAt = ""
    /// The time zone of that clock.
    public var zone = ""
    public var link = ""
    /// The scheduled time, in seconds since 1970.
    public var instant: Int64 = 0
    public var lateSeconds: Int64 = 0
    /// The clock's UTC offset in seconds, east positive.
    public var utcOffsetSeconds: Int64 = 0
    /// The flags (`ANTRAIN_NOTIFICATION_…`).
    public var flags: UInt32 = 0
    /// Do not remind after this time, in seconds since 1970; 0 for no limit.
    public var expires: Int64 = 0
    public var attributes: [WirePair] = []
    /// The program days that it is about.
    public var items: [Item] = []
    public var actions: [Action] = []

    public init() {}

    /// The text fields, in the order of the protocol.
    fileprivate static let texts: [any WritableKeyPath<WireNotification, String> & Sendable] = [
        \.id, \.key, \.category, \.title, \.body, \.date, \.weekday, \.fireAt, \.zone, \.link,
    ]

    /// The numbers that follow them.
    fileprivate static let numbers: [any WritableKeyPath<WireNotification, Int64> & Sendable] = [
        \.instant, \.lateSeconds, \.utcOffsetSeconds,
    ]
}

extension WireEncoder {
    mutating func write(_ notification: WireNotification) {
        for field in WireNotification.texts { write(notification[keyPath: field]) }
        for field in WireNotification.numbers { write(notification[keyPath: field]) }
        write(notification.flags)
        write(notification.items) { encoder, item in
            encoder.write(item.programID)
            encoder.write(item.programName)
            encoder.write(item.dayID)
            encoder.write(item.dayName)
            encoder.write(item.week)
        }
        write(notification.actions) { encoder, action in
            encoder.write(action.id)
            encoder.write(action.label)
            encoder.write(action.command)
        }
        write(notification.expires)
        write(notification.attributes) { encoder, pair in
            encoder.write(pair.key)
            encoder.write(pair.value)
        }
    }
}

extension WireDecoder {
    mutating func notification() throws(WireError) -> WireNotification {
        var notification = WireNotification()
        for field in WireNotification.texts { notification[keyPath: field] = try text() }
        for field in WireNotification.numbers { notification[keyPath: field] = try int64() }
        notification.flags = try uint32()
        notification.items = try list { decoder throws(WireError) in
            WireNotification.Item(
                programID: try decoder.text(),
                programName: try decoder.text(),
                dayID: try decoder.text(),
                dayName: try decoder.text(),
                week: try decoder.int64()
            )
        }
        notification.actions = try list { decoder throws(WireError) in
            WireNotification.Action(id: try decoder.text(), label: try decoder.text(), command: try decoder.text())
        }
        notification.expires = try int64()
        notification.attributes = try list { decoder throws(WireError) in
            WirePair(key: try decoder.text(), value: try decoder.text())
        }
        return notification
    }
}
