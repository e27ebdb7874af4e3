public import CivilTime
internal import GRDB
public import Planning
internal import Reminders

/// Records how notifications ended before changes planned them again, and ends them in the same way if these changes are taken back.
struct FormerEndStore {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Records how a notification ended, before it becomes pending again.
    ///
    /// A delivery that ended before its notification, for example because its channel was no longer in use, is not part of that end. What a
    /// clock that was ahead recorded as missed is not kept.
    func keep(of id: NotificationID, now: Instant) throws {
        try database.run(
            """
            UPDATE delivery SET former_ends = ended_at || ' ' || notification.state || ' ' || replace(reason, char(10), ' ')
                || coalesce(char(10) || former_ends, '')
            FROM notification WHERE notification.number = delivery.notification AND notification.id = :id AND (
                (notification.state IN \(([.cancelled] + NotificationState.unplanned).sql) AND delivery.state = \(OutboxState.cancelled.sql)
                    AND delivery.reason LIKE :unplanned || '%')
                OR (notification.state = \(NotificationState.missed.sql) AND delivery.state = \(OutboxState.expired.sql)
                    AND delivery.ended_at <= :now))
            """,
            ["id": id.rawValue, "unplanned": DroppedReminder.unchanged, "now": now.secondsSinceEpoch]
        )
    }

    /// Ends the open deliveries of a notification as they had ended before it was planned again.
    ///
    /// - Returns: the state; nil if it had not ended.
    func restore(_ number: Int64) throws -> NotificationState? {
        let former = try database.rows(
            """
            SELECT notification, channel, former_ends FROM delivery
            WHERE notification = ? AND former_ends IS NOT NULL AND state IN \(OutboxState.open.sql)
            """,
            [number],
            of: .delivery
        ) { (channel: try $0.text("channel"), ends: try $0.formerEnds("former_ends")) }
        for (channel, ends) in former {
            try database.run(
                "UPDATE delivery SET state = ?, ended_at = ?, reason = ?, former_ends = ? WHERE notification = ? AND channel = ?",
                [
                    (ends.state == .missed ? OutboxState.expired : .cancelled).rawValue, ends.at.secondsSinceEpoch,
                    ends.reason, ends.earlier, number, channel,
                ]
            )
        }
        return former.max { $0.ends.at < $1.ends.at }?.ends.state
    }
}

/// Why a reminder is no longer planned.
public struct DroppedReminder: Sendable, Hashable {
    static let unchanged = "it is no longer planned"
    private static let start = unchanged + "; "

    /// The changes that led to the plan; empty if time passed or the user answered something else.
    public let changes: [PlanChange]
    /// When the plan was made.
    public let at: Instant

    static func reason(_ changes: [PlanChange]) -> String {
        changes.isEmpty ? unchanged : start + changes.map(\.description).joined(separator: "; ")
    }

    /// Parses the reason of a dropped reminder; nil for any other reason.
    package init?(reason: String, at: Instant) {
        guard reason.hasPrefix(DroppedReminder.unchanged) else { return nil }
        self.at = at
        changes = reason.dropFirst(DroppedReminder.start.count).split(separator: "; ").compactMap {
            PlanChange(String($0))
        }
    }
}
