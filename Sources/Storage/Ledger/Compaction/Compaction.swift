public import CivilTime
package import GRDB
internal import Progress
internal import Reminders

/// Replaces old notifications and their deliveries with counts, in bounded steps, the oldest first.
///
/// The events in the journal and the training log stay, because loads, streaks and answers follow from them. These stay, too:
///
/// - pending notifications, and those with a delivery that can still happen,
/// - notifications about records and milestones, because a plan finds in them what was announced. There are no more of them than
///   entries in the log and the journal.
///
/// Nothing else in the ledger grows without the user doing something: runs and reported problems are single facts, and there is one
/// row for each channel's permission and each plugin.
///
/// The file does not become smaller, but new rows reuse the freed pages. `auto_vacuum` would return them to the file system, but it
/// can only be chosen before the first table exists, moves pages in every transaction that frees some, and fragments the tables. A
/// copy or a backup of the ledger contains no free pages.
package struct Compaction {
    /// The largest number of notifications that a run compacts, apart from those due at the same second.
    static let step = 2000

    /// Which notifications may be compacted, in SQL, as in the index `notification_finished`.
    package static let isFinished =
        "state <> \(NotificationState.pending.sql) AND category NOT IN \([NotificationCategory.record, .milestone].sql)"
    /// The instant before which finished notifications were compacted, in SQL; long before the calendar begins if none were.
    package static let boundary =
        "coalesce((SELECT CAST(CAST(value AS TEXT) AS INTEGER) FROM main.fact WHERE name = '\(FactName.compactedBefore.rawValue)'), -1000000000000)"

    private static let isClosed =
        "NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.notification = n.number AND delivery.state IN \(OutboxState.open.sql))"

    private let database: Database

    package init(_ database: Database) { self.database = database }

    /// The instant before which details were replaced by counts; nil if none were.
    func compactedBefore() throws -> Instant? {
        try FactStore(database).fact(.compactedBefore, as: "a time in seconds since 1970", LedgerRow.instant(parsing:))
    }

    /// The instant before which there are no details; nil if all are kept.
    ///
    /// It is earlier than the limit if the clock was once ahead: what was recorded after the clock was set back keeps its details.
    func detailsBegin() throws -> Instant? {
        guard let limit = try compactedBefore() else { return nil }
        let first = try database.firstRow(
            """
            SELECT number, id, instant FROM notification n
            WHERE \(Compaction.isFinished) AND \(Compaction.isClosed) ORDER BY instant LIMIT 1
            """,
            of: .notification
        ) { try $0.instant("instant") }
        return first.map { min($0, limit) } ?? limit
    }

    private func clock(_ now: Instant) throws -> (old: RetentionClock?, new: RetentionClock) {
        let old = try FactStore(database).fact(
            .retentionClock,
            as: "two times in seconds since 1970",
            RetentionClock.init(parsing:)
        )
        return (old, RetentionClock(old, at: now))
    }

    /// Whether a run has anything to write.
    func isDue(before limit: Instant, now: Instant) throws -> Bool {
        let clock = try clock(now)
        return try clock.old != clock.new || (clock.new.isTrusted(at: now) && oldest(before: limit) != nil)
    }

    private func oldest(before limit: Instant, skipping count: Int = 0) throws -> Instant? {
        try database.firstRow(
            """
            SELECT number, id, instant FROM notification n
            WHERE \(Compaction.isFinished) AND instant < ? AND \(Compaction.isClosed) ORDER BY instant LIMIT 1 OFFSET ?
            """,
            [limit.secondsSinceEpoch, count],
            of: .notification
        ) { try $0.instant("instant") }
    }

    /// Compacts the oldest notifications.
    ///
    /// - Parameters:
    ///   - limit: the first instant whose notifications are kept.
    ///   - most: the largest number of notifications.
    /// - Returns: the number of notifications that were removed.
    func run(before limit: Instant, now: Instant, atMost most: Int) throws -> Int {
        let clock = try clock(now)
        let facts = FactStore(database)
        if clock.old != clock.new { try facts.set(.retentionClock, Array(clock.new.text.utf8)) }
        guard clock.new.isTrusted(at: now), try oldest(before: limit) != nil else { return 0 }
        // All notifications of the last second are included, so that the boundary separates compacted rows from kept ones.
        let last = try oldest(before: limit, skipping: max(most, 1) - 1)
        let end = last.map { min(limit, $0.adding(.seconds(1))) } ?? limit
        try countDeliveries(before: end)
        try ResponseStore(database).compact("\(Compaction.isFinished) AND \(Compaction.isClosed)", before: end)
        try database.run(
            "DELETE FROM notification AS n WHERE \(Compaction.isFinished) AND instant < ? AND \(Compaction.isClosed)",
            [end.secondsSinceEpoch]
        )
        let removed = database.changesCount
        if try compactedBefore().map({ $0 < end }) ?? true {
            try facts.set(.compactedBefore, Array("\(end.secondsSinceEpoch)".utf8))
        }
        return removed
    }

    /// Removes what a repair found in a damaged ledger although it had been compacted: it is already counted.
    package func removeCompacted() throws {
        guard let limit = try compactedBefore() else { return }
        try database.run(
            "DELETE FROM notification AS n WHERE \(Compaction.isFinished) AND instant < ? AND \(Compaction.isClosed)",
            [limit.secondsSinceEpoch]
        )
    }

    private struct Key: Hashable {
        let month: CivilMonth
        let channel: String
        let category: NotificationCategory
        let result: DeliveryResult
        let lateSeconds: Int64
    }

    private func countDeliveries(before end: Instant) throws {
        var counts: [Key: (count: Int, longest: Int64)] = [:]
        _ = try database.rows(
            """
            SELECT n.number AS notification_number, n.id AS notification_id, n.category AS notification_category,
                n.fire_at AS notification_fire_at, d.notification, d.channel, d.state, d.late_seconds
            FROM notification n JOIN delivery d ON d.notification = n.number
            WHERE n.\(Compaction.isFinished) AND n.instant < ? AND \(Compaction.isClosed)
            """,
            [end.secondsSinceEpoch],
            of: .delivery
        ) { row in
            let notification = row.joined(.notification)
            let state = try row.word("state", OutboxState.self)
            let late = max(0, try row.optional("late_seconds", row.seconds) ?? 0)
            guard let result = DeliveryResult(state, lateSeconds: late) else { return }
            let key = Key(
                month: CivilMonth(of: try notification.civilTime("fire_at").date),
                channel: try row.text("channel"),
                category: try notification.word("category", NotificationCategory.self),
                result: result,
                lateSeconds: result.isDelivered ? LatenessScale.rounded(late) : 0
            )
            let old = counts[key] ?? (0, 0)
            counts[key] = (old.count + 1, max(old.longest, result.isDelivered ? late : 0))
        }
        for (key, value) in counts {
            try database.run(
                """
                INSERT INTO delivery_count (month, channel, category, result, late_seconds, count, longest)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET count = count + excluded.count, longest = max(longest, excluded.longest)
                """,
                [
                    key.month.description, key.channel, key.category.rawValue, key.result.rawValue, key.lateSeconds,
                    value.count, value.longest,
                ]
            )
        }
    }
}

extension Ledger {
    /// Replaces the oldest notifications before an instant, and their deliveries, with counts.
    ///
    /// One call takes a bounded number of notifications, in one transaction. The first call only records the clock: nothing is
    /// removed until calls have been made for three days without a jump of the clock.
    ///
    /// - Parameters:
    ///   - limit: the first instant whose notifications are kept. What was due in the last 90 days must be kept: plans refer to it.
    ///   - most: the largest number of notifications.
    /// - Returns: the number of notifications that were removed.
    @discardableResult
    public func compact(before limit: Instant, now: Instant, atMost most: Int? = nil) throws(LedgerError) -> Int {
        guard try read({ try Compaction($0).isDue(before: limit, now: now) }) else { return 0 }
        return try write { try Compaction($0).run(before: limit, now: now, atMost: most ?? Compaction.step) }
    }

    /// The instant before which the details of notifications were replaced by counts; nil if none were.
    public func compactedBefore() throws(LedgerError) -> Instant? {
        try read { try Compaction($0).detailsBegin() }
    }
}

/// The number of compacted deliveries of a month with the same channel, category, result and delay.
package struct CountedDeliveries {
    package let month: CivilMonth
    package let channel: String
    package let result: DeliveryResult
    /// The delay in seconds, on the scale; zero unless delivered.
    package let lateSeconds: Int64
    package let count: Int
    /// The longest of the exact delays, in seconds.
    package let longest: Int64

    package init(_ row: LedgerRow) throws(LedgerValueError) {
        month = try row.month("month")
        channel = try row.text("channel")
        result = try row.word("result", DeliveryResult.self)
        lateSeconds = try row.seconds("late_seconds")
        count = try row.count("count")
        longest = try row.seconds("longest")
    }
}

/// The number of compacted reminders of a month that were answered in the same way after the same time.
package struct CountedResponses {
    package let month: CivilMonth
    package let answer: ReminderResponse
    /// The seconds from the delivery to the answer, on the scale.
    package let seconds: Int64
    package let count: Int

    package init(_ row: LedgerRow) throws(LedgerValueError) {
        month = try row.month("month")
        answer = try row.word("answer", ReminderResponse.self)
        seconds = try row.seconds("seconds")
        count = try row.count("count")
    }
}

extension LedgerRow {
    /// A month such as `2026-11`.
    func month(_ column: String) throws(LedgerValueError) -> CivilMonth {
        try parsed(column, as: "a month such as 2026-11", CivilMonth.init(parsing:))
    }
}
