package import CivilTime
package import Reminders

/// When a notification can no longer be delivered, and why it was not.
package enum Missed {
    package static func applies(to notification: PlannedNotification, now: Instant, grace: TimeSpan, zone: Zone) -> Bool
    {
        DeliveryWindow.hasEnded(notification, now: now, grace: grace, in: zone)
    }

    /// The beginning of the reason for a notification that was never attempted.
    package static let notRun = "antrain did not run"

    /// The reason for a notification that was never attempted.
    package static func reason(_ notification: PlannedNotification, grace: TimeSpan, zone: Zone) -> String {
        "\(notRun) \(window(notification, grace, zone))"
    }

    /// The end of `lostReason`.
    ///
    /// It must not change: `DeliveryRecord.isLost` finds it in stored reasons.
    package static let isUnknown = "whether this was sent is unknown"

    /// The reason for a notification that was never attempted, and may have been sent before the ledger was repaired or replaced by a
    /// copy.
    package static let lostReason = "the ledger was repaired or restored; \(isUnknown)"

    /// The reason for a notification whose attempts all failed.
    package static func failedReason(_ notification: PlannedNotification, grace: TimeSpan, zone: Zone) -> String {
        "it could not be delivered \(window(notification, grace, zone))"
    }

    private static func window(_ notification: PlannedNotification, _ grace: TimeSpan, _ zone: Zone) -> String {
        if let span = notification.id.lastingNews { return "within \(span) of its time" }
        return DeliveryWindow.endsAfterMidnight(notification.instant, grace: grace, in: zone)
            ? "between its time and an hour after midnight" : "within \(grace) of its time"
    }

    /// The reason for a notification that is in the past because of a changed time zone.
    package static func reason(in zone: Zone, grace: TimeSpan) -> String {
        "the time zone changed to \(zone.identifier), where it was more than \(grace) overdue"
    }

    /// Whether the plugin that scheduled it could not be queried for so long that antrain gives up.
    package static func isForgotten(_ notification: PlannedNotification, now: Instant) -> Bool {
        notification.instant.adding(.days(1)) < now
    }

    package static let unknownReason = "the plugin scheduled it, but could not report whether it was delivered"
}
