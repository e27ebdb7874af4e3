internal import CivilTime
internal import Reminders

/// When a notification has lost its sense.
enum Missed {
    static func applies(to notification: PlannedNotification, now: Instant, grace: TimeSpan, zone: Zone) -> Bool {
        notification.instant < now
            && (notification.instant.adding(grace) < now
                || zone.civil(at: notification.instant).date < zone.civil(at: now).date)
    }

    /// Why what was never tried is missed.
    static func reason(_ grace: TimeSpan) -> String {
        "antrain did not run within \(grace) of its time, or not on its day"
    }

    /// Whether a plugin that holds it was asked in vain for so long that nobody asks any more.
    static func isForgotten(_ notification: PlannedNotification, now: Instant) -> Bool {
        notification.instant.adding(.days(1)) < now
    }

    /// Why nobody knows what became of it.
    static let untold = "its plugin held it and could not be asked whether it came"

    /// Why what was tried in vain is missed.
    static func vain(_ grace: TimeSpan) -> String {
        "it could not be delivered within \(grace) of its time, or not on its day"
    }
}
