public import CivilTime
public import Reminders

/// A reminder that was not sent because antrain did not run from its time until it was too late.
public struct MissedReminder: Sendable, Hashable {
    public let notification: PlannedNotification
    /// When the next run noticed that.
    public let noticedAt: Instant

    public init(notification: PlannedNotification, noticedAt: Instant) {
        self.notification = notification
        self.noticedAt = noticedAt
    }
}

extension NotificationID {
    private static let missedMark = "/missed-since-"

    /// The ID of the summary of the reminders that were missed from one date to another.
    static func missed(from first: CivilDate, through last: CivilDate) -> NotificationID {
        NotificationID(rawValue: "\(NotificationCategory.summary.rawValue)/\(last)\(missedMark)\(first)")
    }

    /// The dates of the reminders that a summary of missed ones is about; nil for every other notification.
    public var missedDates: ClosedRange<CivilDate>? {
        guard let mark = rawValue.firstRange(of: NotificationID.missedMark) else { return nil }
        let category = NotificationCategory.summary.rawValue + "/"
        guard rawValue.hasPrefix(category),
            let last = try? CivilDate(parsing: String(rawValue[..<mark.lowerBound].dropFirst(category.count))),
            let first = try? CivilDate(parsing: String(rawValue[mark.upperBound...])), first <= last
        else { return nil }
        return first...last
    }
}
