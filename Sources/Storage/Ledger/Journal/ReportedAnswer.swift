public import CivilTime
package import GRDB
internal import Planning
public import Reminders

/// An answer that a channel's plugin reported, and what became of it.
///
/// It counts once: the journal keeps its ID, also if the answer is undone. Its time is when the user gave it; rows of the same action have
/// the time at which it was recorded.
public struct ReportedAnswer: Sendable, Hashable {
    public let channel: String
    /// The ID that the plugin gave it.
    public let id: String
    public let notification: NotificationID
    /// The date that the notification is about; nil if it is unknown.
    public let date: CivilDate?
    public let action: String
    /// When the user gave it.
    public let at: Instant
    public let isRecorded: Bool
    /// Why it was refused, or what of it could not be read.
    public let text: String

    public init(
        channel: String,
        id: String,
        notification: NotificationID,
        date: CivilDate?,
        action: String,
        at: Instant,
        isRecorded: Bool,
        text: String
    ) {
        (self.channel, self.id, self.notification, self.date) = (channel, id, notification, date)
        (self.action, self.at, self.isRecorded, self.text) = (action, at, isRecorded, text)
    }

    /// The maximum number of refused answers of a channel in a day whose IDs are kept.
    public static let mostRefused = 64

    static func subject(_ id: String, on channel: String) -> String { "\(channel)/\(id)" }

    /// Its time, action, notification and text, one in each line.
    var value: String {
        let lines = [action, notification.rawValue].map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
        return (["\(at.secondsSinceEpoch)"] + lines + [text]).joined(separator: "\n")
    }
}

extension LedgerRow {
    /// The answer in a row of the journal of the kind `reported` or `refused`.
    package func reportedAnswer() throws(LedgerValueError) -> ReportedAnswer {
        let isRecorded = try word("kind", JournalKind.self) == .reported
        let date = try optional("date", date)
        let (channel, id) = try parsed("subject", as: "a channel and the ID of an answer") { text in
            text.firstIndex(of: "/").map { (String(text[..<$0]), String(text[text.index(after: $0)...])) }
        }
        return try parsed("value", as: "a time, an action, a notification and a text in one line each") { text in
            let lines = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
            guard lines.count == 4, let at = LedgerRow.instant(parsing: lines[0]) else { return nil }
            return ReportedAnswer(
                channel: channel,
                id: id,
                notification: NotificationID(rawValue: lines[2]),
                date: date,
                action: lines[1],
                at: at,
                isRecorded: isRecorded,
                text: lines[3]
            )
        }
    }
}

extension JournalStore {
    private static let reported = "kind IN \([JournalKind.reported, .refused].sql)"
    private static let columns = "number, kind, subject, date, value, batch"

    /// What became of a channel's answer, whether it was undone or not; nil if it is new.
    func reported(_ id: String, on channel: String) throws -> ReportedAnswer? {
        try database.firstRow(
            "SELECT \(Self.columns) FROM journal WHERE \(Self.reported) AND subject = ? LIMIT 1",
            [ReportedAnswer.subject(id, on: channel)],
            of: .journal
        ) { try $0.reportedAnswer() }
    }

    /// Whether events belong to an answer that has already been recorded, perhaps by another process.
    func areRepeated(_ events: [LedgerEvent]) throws -> Bool {
        try events.contains { event in
            guard case .reported(let answer) = event else { return false }
            return try reported(answer.id, on: answer.channel) != nil
        }
    }

    /// Adds a reported answer if it is new; only so many refused ones are kept that a plugin cannot fill the disk.
    func add(_ answer: ReportedAnswer) throws {
        guard try reported(answer.id, on: answer.channel) == nil else { return }
        if !answer.isRecorded,
            try refused(since: now.adding(.days(-1))).count(where: { $0.channel == answer.channel })
                >= ReportedAnswer.mostRefused
        {
            return
        }
        let subject = ReportedAnswer.subject(answer.id, on: answer.channel)
        try add(answer.isRecorded ? .reported : .refused, subject, date: answer.date, value: answer.value)
    }

    func refused(since start: Instant) throws -> [ReportedAnswer] {
        try database.rows(
            "SELECT \(Self.columns) FROM journal WHERE kind = \(JournalKind.refused.sql) AND at >= ? ORDER BY \(RecordOrder.sql)",
            [start.secondsSinceEpoch],
            of: .journal
        ) { try $0.reportedAnswer() }
    }

    /// When the user did what a row of the journal records: an answer that was reported may have been recorded later.
    func given(_ row: LedgerRow, _ reported: [Int64: ReportedAnswer]) throws(LedgerValueError) -> Instant {
        let action = reported.isEmpty ? nil : try row.optional("batch", row.number)
        if let answer = action.flatMap({ reported[$0] }) { return answer.at }
        return try row.instant("at")
    }

    /// The reported answers about dates from one on that are in force, by the number of their action.
    func reported(since date: CivilDate) throws -> [Int64: ReportedAnswer] {
        let answers = try database.rows(
            """
            SELECT \(Self.columns) FROM journal
            WHERE kind = \(JournalKind.reported.sql) AND date >= ? AND undone_at IS NULL ORDER BY \(RecordOrder.sql)
            """,
            [date.description],
            of: .journal
        ) { (try $0.integer("batch"), try $0.reportedAnswer()) }
        return Dictionary(answers) { $1 }
    }
}

extension ReportedAnswer {
    /// The answer that an action records; nil for another action.
    package static func ofAction(_ batch: Int64, in database: Database) throws -> ReportedAnswer? {
        try JournalStore(database).reported(inAction: batch)
    }

    /// The answers to notifications about a span of dates that were not undone, in the order in which they were reported.
    package static func about(_ dates: ClosedRange<CivilDate>, in database: Database) throws -> [ReportedAnswer] {
        try database.rows(
            """
            SELECT number, kind, subject, date, value FROM journal WHERE kind IN \([JournalKind.reported, .refused].sql)
                AND date BETWEEN ? AND ? AND undone_at IS NULL ORDER BY \(RecordOrder.sql)
            """,
            [dates.lowerBound.description, dates.upperBound.description],
            of: .journal
        ) { try $0.reportedAnswer() }
    }
}

extension Ledger {
    /// What became of a channel's answer; nil if it is new.
    public func reportedAnswer(_ id: String, on channel: String) throws(LedgerError) -> ReportedAnswer? {
        try read { try JournalStore($0).reported(id, on: channel) }
    }

    /// The answers that were refused since a moment.
    public func refusedAnswers(since start: Instant) throws(LedgerError) -> [ReportedAnswer] {
        try read { try JournalStore($0).refused(since: start) }
    }

    /// The key for the tokens of notifications: random bytes, stored only in the ledger and in copies of it, such as backups.
    public func answerSecret() throws(LedgerError) -> [UInt8] {
        if let known = try knownAnswerSecret() { return known }
        // The system's generator is cryptographically secure.
        var random = SystemRandomNumberGenerator()
        let new = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        try write { database in
            let facts = FactStore(database)
            if try facts.bytes(.answerSecret) == nil { try facts.set(.answerSecret, new) }
        }
        return try knownAnswerSecret() ?? []
    }

    /// The key for the tokens of notifications; nil if no notification has a token.
    public func knownAnswerSecret() throws(LedgerError) -> [UInt8]? {
        try read { try FactStore($0).bytes(.answerSecret) }
    }

    /// The notifications whose time is in a range, and which a channel delivered, should have delivered or has scheduled, latest first.
    public func notifications(on channel: String, in span: Range<Instant>) throws(LedgerError) -> [NotificationID] {
        try read { database in
            try database.rows(
                """
                SELECT n.number, n.id FROM notification n JOIN delivery d ON d.notification = n.number
                WHERE d.channel = ? AND n.instant >= ? AND n.instant < ? ORDER BY n.instant DESC
                """,
                [channel, span.lowerBound.secondsSinceEpoch, span.upperBound.secondsSinceEpoch],
                of: .notification
            ) { NotificationID(rawValue: try $0.text("id")) }
        }
    }

    /// The channels that have a delivery of a notification.
    public func channels(of id: NotificationID) throws(LedgerError) -> [String] {
        try read { database in
            try database.rows(
                """
                SELECT d.channel FROM delivery d JOIN notification n ON n.number = d.notification WHERE n.id = ?
                ORDER BY d.channel
                """,
                [id.rawValue],
                of: .delivery
            ) { try $0.text("channel") }
        }
    }

    /// A notification that a channel delivered or that its plugin has scheduled, and when it was planned first; nil if it has not.
    ///
    /// A reminder that was answered before its time through the same channel still counts, so that the answer can be corrected.
    public func held(_ id: NotificationID, on channel: String) throws(LedgerError)
        -> (notification: PlannedNotification, plannedAt: Instant)?
    {
        try read { database in
            let found = try database.firstRow(
                """
                SELECT n.number, n.id, n.date, n.created_at, d.state AS delivery_state, d.channel AS delivery_channel,
                    d.notification AS delivery_notification, d.reason AS delivery_reason
                FROM notification n JOIN delivery d ON d.notification = n.number WHERE n.id = ? AND d.channel = ?
                """,
                [id.rawValue, channel],
                of: .notification
            ) { row in
                let delivery = row.joined(.delivery)
                return (
                    date: try row.date("date"), plannedAt: try row.instant("created_at"),
                    state: try delivery.word("state", OutboxState.self),
                    isUnknown: try delivery.optional("reason", delivery.text) == Missed.unknownReason
                )
            }
            guard let found else { return nil }
            switch found.state {
            // A delivery that failed may have been displayed.
            case .delivered, .scheduled, .leased, .retrying: break
            // The plugin scheduled it and could not be queried in time: the user may have answered it before.
            case .expired where found.isUnknown: break
            case .cancelled:
                let earlier = try JournalStore(database).reported(since: found.date).values
                guard earlier.contains(where: { $0.channel == channel && $0.notification == id }) else { return nil }
            case .pending, .overflow, .failed, .expired: return nil
            }
            return try NotificationRows(database).fetch("WHERE id = ? LIMIT 1", [id.rawValue]).first.map {
                ($0.notification, found.plannedAt)
            }
        }
    }

    /// The answer to a workout or reminder that is in force, and when the user gave it.
    public func answer(to key: OccurrenceKey) throws(LedgerError) -> (answer: Answer, at: Instant)? {
        try read { database in
            let given = try database.firstRow(
                """
                SELECT number, kind, batch, at FROM journal WHERE kind IN \(JournalKind.answers.sql) AND date = ? AND subject = ?
                    AND undone_at IS NULL ORDER BY \(RecordOrder.sql) DESC LIMIT 1
                """,
                [key.date.description, key.source.subject],
                of: .journal
            ) { row in
                (try row.word("kind", Answer.self), try row.optional("batch", row.number), try row.instant("at"))
            }
            guard let (answer, batch, at) = given else { return nil }
            let reported = try batch.flatMap { try JournalStore(database).reported(inAction: $0) }
            return (answer, reported?.at ?? at)
        }
    }
}

extension JournalStore {
    /// The reported answer that an action records; nil for another action.
    func reported(inAction batch: Int64) throws -> ReportedAnswer? {
        try database.firstRow(
            "SELECT \(Self.columns) FROM journal WHERE batch = ? AND kind = \(JournalKind.reported.sql) LIMIT 1",
            [batch],
            of: .journal
        ) { try $0.reportedAnswer() }
    }
}
