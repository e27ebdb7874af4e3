internal import CivilTime
internal import Planning

package enum NotificationState: String, CaseIterable {
    case pending, delivered, failed, missed
    /// Answered or cancelled by the user, or beyond the end of the plan.
    case cancelled
    /// No longer planned because something changed.
    case dropped
    /// No longer planned because something changed; another reminder of the same date took its place.
    case replaced

    /// What became of the notification, apart from its delivery, unless that depends on what it was about.
    var fate: ReminderFate? {
        switch self {
        case .pending: .waiting
        case .missed: .missed
        case .failed: .failed
        case .delivered, .cancelled, .dropped, .replaced: nil
        }
    }

    /// Whether the plan no longer contained it, because something changed.
    package var isUnplanned: Bool {
        switch self {
        case .dropped, .replaced: true
        case .pending, .delivered, .failed, .missed, .cancelled: false
        }
    }

    /// The states of notifications that a plan no longer contained.
    package static let unplanned = allCases.filter(\.isUnplanned)

    /// Whether a notification has ended without being cancelled, in SQL: the condition of the index `notification_past`.
    ///
    /// - Parameter row: the name of the row in the query, followed by a period.
    package static func hasEnded(_ row: String = "") -> String {
        "\(row)state <> \(pending.sql) AND \(row)state <> \(cancelled.sql)"
    }
}

/// Where a notification comes from.
package enum NotificationOrigin: String, CaseIterable {
    case plan
}

/// The state of a delivery: a notification on a channel.
public enum OutboxState: String, Sendable, Hashable, CaseIterable {
    /// Waiting for its time or its first attempt.
    case pending
    /// Scheduled by the channel's plugin.
    case scheduled
    /// Beyond the channel's limit; it moves up when there is room.
    case overflow
    /// Being attempted, until the lease expires.
    case leased
    case delivered
    /// The last attempt failed temporarily; it will be retried.
    case retrying
    /// Permanently refused by the channel.
    case failed
    /// No longer useful before it could be delivered.
    case expired
    case cancelled

    /// Whether the delivery can still happen.
    var isOpen: Bool {
        switch self {
        case .pending, .scheduled, .overflow, .leased, .retrying: true
        case .delivered, .failed, .expired, .cancelled: false
        }
    }

    /// The states of a delivery that can still happen.
    package static let open = allCases.filter(\.isOpen)
    /// The states of a delivery that starts at its time, as in the condition of the index `delivery_due`.
    static let startable: [OutboxState] = [.pending, .retrying, .overflow]
    /// The states of a delivery that waits for a time of the uptime, as in the condition of the index `delivery_waiting`.
    package static let waiting: [OutboxState] = [.leased, .retrying]
    /// The states of a delivery that ended without being cancelled.
    package static let attempted: [OutboxState] = [.delivered, .failed, .expired]
}

/// How a delivery of a pending notification had ended before changes planned it again: if they are undone, it ends in the same way.
///
/// In the ledger, each end is a line with its time, the notification's state and the reason, the latest first.
package struct FormerEnds {
    /// The time of the latest end.
    let at: Instant
    let state: NotificationState
    let reason: String
    /// The ends before that one; nil if there are none.
    let earlier: String?

    init?(parsing text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let ends = lines.compactMap(FormerEnds.end)
        guard ends.count == lines.count, let latest = ends.first else { return nil }
        (at, state, reason) = latest
        earlier = lines.count > 1 ? lines.dropFirst().joined(separator: "\n") : nil
    }

    private static func end(_ line: Substring) -> (Instant, NotificationState, String)? {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, let at = LedgerRow.instant(parsing: String(words[0])),
            let state = NotificationState(rawValue: String(words[1])),
            [.cancelled, .dropped, .replaced, .missed].contains(state)
        else { return nil }
        return (at, state, String(words[2]))
    }
}
