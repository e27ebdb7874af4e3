internal import CivilTime
internal import Planning
internal import Reminders

/// How late a delivery is.
enum Lateness {
    /// The seconds between a notification's time and the present; 0 if it is early, for example after the clock was set back.
    ///
    /// Always 0 for news that lasts for days, such as the end of a program.
    static func seconds(_ notification: PlannedNotification, now: Instant) -> Int64 {
        notification.id.lastingNews == nil ? max(0, notification.instant.span(until: now).seconds) : 0
    }

    /// The last instant at which a notification may be delivered.
    static func end(of notification: PlannedNotification, grace: TimeSpan, in zone: Zone) -> Instant {
        DeliveryWindow.end(of: notification, grace: grace, in: zone)
    }
}
