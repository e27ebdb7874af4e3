internal import CivilTime
internal import Reminders

/// How late a delivery is.
enum Lateness {
    /// The seconds between a notification's time and the present; 0 when it is early, as after the clock was set back.
    static func seconds(_ instant: Instant, now: Instant) -> Int64 {
        max(0, instant.span(until: now).seconds)
    }

    /// The last moment at which a notification makes sense: the end of the grace, or of its day.
    static func end(of notification: PlannedNotification, grace: TimeSpan, in zone: Zone) -> Instant {
        let day = zone.civil(at: notification.instant).date
        let midnight = CivilDateTime(date: day.adding(days: 1), time: TimeOfDay(secondsFromMidnight: 0))
        return min(notification.instant.adding(grace), zone.instant(of: midnight).subtracting(.seconds(1)))
    }
}
