internal import CivilTime
internal import Reminders

/// When a notification can no longer be delivered, and why it was not.
enum Missed {
    static func applies(to notification: PlannedNotification, now: Instant, grace: TimeSpan, zone: Zone) -> Bool {
        DeliveryWindow.isOver(notification.instant, now: now, grace: grace, in: zone)
    }

    /// Why what was never tried is missed.
    static func reason(_ notification: PlannedNotification, grace: TimeSpan, zone: Zone) -> String {
        "antrain did not run \(window(notification, grace, zone))"
    }

    /// Why a notification whose attempts all failed is missed.
    static func vain(_ notification: PlannedNotification, grace: TimeSpan, zone: Zone) -> String {
        "it could not be delivered \(window(notification, grace, zone))"
    }

    private static func window(_ notification: PlannedNotification, _ grace: TimeSpan, _ zone: Zone) -> String {
        DeliveryWindow.endsAfterMidnight(notification.instant, grace: grace, in: zone)
            ? "between its time and an hour after midnight" : "within \(grace) of its time"
    }

    /// Why a notification that was ahead in one time zone is missed in another.
    static func reason(in zone: Zone, grace: TimeSpan) -> String {
        "the time zone changed to \(zone.identifier), where it was more than \(grace) overdue"
    }

    /// Whether a plugin that holds it was asked in vain for so long that nobody asks any more.
    static func isForgotten(_ notification: PlannedNotification, now: Instant) -> Bool {
        notification.instant.adding(.days(1)) < now
    }

    /// Why nobody knows what became of it.
    static let untold = "the plugin scheduled it, but could not report whether it was delivered"
}
