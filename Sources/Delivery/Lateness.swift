internal import CivilTime
internal import Reminders

/// How late a delivery is.
enum Lateness {
    /// The seconds between a notification's time and the present; 0 if it is early, for example after the clock was set back.
    static func seconds(_ instant: Instant, now: Instant) -> Int64 {
        max(0, instant.span(until: now).seconds)
    }

    /// The last instant at which a notification may be delivered.
    static func end(of notification: PlannedNotification, grace: TimeSpan, in zone: Zone) -> Instant {
        DeliveryWindow.end(of: notification, grace: grace, in: zone)
    }
}
