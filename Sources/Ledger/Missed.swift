internal import CivilTime
internal import Reminders

/// When a notification has lost its sense.
enum Missed {
    static func applies(to notification: PlannedNotification, now: Instant, grace: TimeSpan, zone: Zone) -> Bool {
        notification.instant < now
            && (notification.instant.adding(grace) < now
                || zone.civil(at: notification.instant).date < zone.civil(at: now).date)
    }

    static func reason(_ grace: TimeSpan) -> String {
        "antrain did not run within \(grace) of its time, or not on its day"
    }
}
