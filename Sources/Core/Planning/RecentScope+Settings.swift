public import CivilTime
public import Progress
public import Reminders

extension RecentScope {
    /// What the notifications about progress need; nil if the settings ask for none that need the log.
    public init?(_ settings: Settings, now: Instant, in zone: Zone) {
        let today = zone.civil(at: now).date
        // The grace period is a day at most, and quiet hours may hold a notification for another.
        let loggedSince = settings.reportsRecords ? now.adding(.hours(-48)) : nil
        let summary = settings.summary.flatMap { schedule in
            [today, today.adding(days: -1)].first { $0.weekday == schedule.weekday }.map(schedule.week(on:))
        }
        guard settings.isEnabled, loggedSince != nil || summary != nil else { return nil }
        self.init(trainedSince: summary?.lowerBound, loggedSince: loggedSince)
    }
}
