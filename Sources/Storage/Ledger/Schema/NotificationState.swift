internal import Planning

package enum NotificationState: String, CaseIterable {
    case pending
    case delivered
    case failed
    case missed
    /// Answered or cancelled by the user, or beyond the end of the plan.
    case cancelled
    /// No longer planned because something changed.
    case dropped
    /// No longer planned because something changed; another reminder of the same date took its place.
    case replaced
}

extension NotificationState {
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
