/// A notification for a plugin, with the fields of `antrain_notification`.
public struct WireNotification: Sendable, Hashable {
    /// A program day that it is about.
    public struct Item: Sendable, Hashable {
        public var programID = ""
        public var programName = ""
        public var dayID = ""
        public var dayName = ""
        /// The week, from 1.
        public var week: Int64 = 0

        init() {}

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
        public var id = ""
        public var label = ""
        public var command = ""

        init() {}

        public init(id: String, label: String, command: String) {
            (self.id, self.label, self.command) = (id, label, command)
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

extension WireNotification: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for field in WireNotification.texts { try coder.pass(&self[keyPath: field]) }
        for field in WireNotification.numbers { try coder.pass(&self[keyPath: field]) }
        try coder.pass(&flags)
        try coder.pass(&items)
        try coder.pass(&actions)
        try coder.pass(&expires)
        try coder.pass(&attributes)
    }
}

extension WireNotification.Item: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.pass(&programID)
        try coder.pass(&programName)
        try coder.pass(&dayID)
        try coder.pass(&dayName)
        try coder.pass(&week)
    }
}

extension WireNotification.Action: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.pass(&id)
        try coder.pass(&label)
        try coder.pass(&command)
    }
}
