public import CivilTime
public import Reminders

/// How long a notification may be delivered late.
///
/// The grace period begins at the notification's instant. If it reaches midnight, it ends one hour after midnight: a reminder of
/// the late evening is not lost when the day changes, and yesterday's workout is not announced at night. The planner, the ledger
/// and the plugins use the same window, so that none discards what another still plans.
public enum DeliveryWindow {
    /// How far the window reaches past midnight.
    public static let pastMidnight = TimeSpan.hours(1)

    /// How late the end of a program may be reported: it is news on any day, and comes only once.
    public static let longestNews = TimeSpan.days(21)

    /// How late missed reminders may be summed up: nothing may run for a while after a command noticed them.
    public static let longestSummary = TimeSpan.days(7)

    /// The last instant at which a notification may be delivered.
    ///
    /// - Parameters:
    ///   - grace: the grace period; it does not apply to news that lasts for days.
    ///   - zone: the user's zone, whose midnight counts.
    public static func end(of notification: PlannedNotification, grace: TimeSpan, in zone: Zone) -> Instant {
        end(of: notification, at: notification.instant, grace: grace, in: zone)
    }

    private static func end(of notification: PlannedNotification, at instant: Instant, grace: TimeSpan, in zone: Zone)
        -> Instant
    {
        notification.id.lastingNews.map(instant.adding) ?? end(of: instant, grace: grace, in: zone)
    }

    /// Whether a reminder that no plan had before is on time: its minute is not over.
    public static func isOnTime(_ instant: Instant, now: Instant) -> Bool { now < instant.adding(.minutes(1)) }

    public static func hasEnded(_ notification: PlannedNotification, now: Instant, grace: TimeSpan, in zone: Zone)
        -> Bool
    {
        hasEnded(notification, at: notification.instant, now: now, grace: grace, in: zone)
    }

    /// Whether a notification that is due at an instant can no longer be delivered.
    public static func hasEnded(
        _ notification: PlannedNotification,
        at instant: Instant,
        now: Instant,
        grace: TimeSpan,
        in zone: Zone
    ) -> Bool {
        instant < now && end(of: notification, at: instant, grace: grace, in: zone) < now
    }

    /// The last instant at which a notification that is due at an instant may be delivered.
    ///
    /// - Parameter zone: the user's zone, whose midnight counts.
    public static func end(of instant: Instant, grace: TimeSpan, in zone: Zone) -> Instant {
        let graceEnd = instant.adding(grace)
        guard let midnight = midnight(after: instant, in: zone), graceEnd >= midnight else { return graceEnd }
        return midnight.adding(pastMidnight)
    }

    /// Whether a notification can no longer be delivered; the last instant of the window still counts.
    public static func hasEnded(_ instant: Instant, now: Instant, grace: TimeSpan, in zone: Zone) -> Bool {
        instant < now && end(of: instant, grace: grace, in: zone) < now
    }

    /// Whether the window of a grace period that reaches midnight has ended an hour after midnight.
    public static func endsAfterMidnight(_ instant: Instant, grace: TimeSpan, in zone: Zone) -> Bool {
        midnight(after: instant, in: zone).map { instant.adding(grace) >= $0 } ?? false
    }

    /// The first midnight after an instant; nil on the last date of the calendar.
    private static func midnight(after instant: Instant, in zone: Zone) -> Instant? {
        let date = zone.civil(at: instant).date
        guard date < .latest else { return nil }
        return zone.instant(of: CivilDateTime(date: date.adding(days: 1), time: .midnight))
    }
}

extension NotificationID {
    /// How late the notification may be delivered if it is news for days; nil if the grace period applies to it.
    public var lastingNews: TimeSpan? {
        if endedProgram != nil { return DeliveryWindow.longestNews }
        return missedDates == nil ? nil : DeliveryWindow.longestSummary
    }
}

extension PlanInput {
    /// Whether a notification is in the future or may still be delivered.
    func isCurrent(_ notification: PlannedNotification) -> Bool {
        !DeliveryWindow.hasEnded(notification, now: now, grace: settings.grace, in: zone)
    }

    /// Whether a notification that is due at an instant is in the future or may still be delivered.
    func isCurrent(_ instant: Instant) -> Bool {
        !DeliveryWindow.hasEnded(instant, now: now, grace: settings.grace, in: zone)
    }

    /// The first date whose reminders may still be delivered: yesterday until an hour after midnight, otherwise today.
    var firstCurrentDate: CivilDate {
        guard today > .earliest else { return today }
        let midnight = zone.instant(of: CivilDateTime(date: today, time: .midnight))
        return now <= midnight.adding(DeliveryWindow.pastMidnight) ? today.adding(days: -1) : today
    }
}

/// The size of a clock error from which on its records are corrected.
///
/// A clock that was ahead may have delivered a reminder early. Once the clock is right, the time of the reminder and the recorded
/// time of its delivery are in the future: the reminder becomes pending and is delivered at its time. A correction by some
/// seconds or minutes must not repeat anything: a reminder delivered at most `tolerance` early has served its purpose.
public enum ClockStep {
    /// The largest step that is not corrected.
    public static let tolerance = TimeSpan.minutes(10)

    /// Whether an instant is so far in the future that only a wrong clock can have recorded it.
    public static func isAhead(_ instant: Instant, of now: Instant) -> Bool { instant > now.adding(tolerance) }
}
