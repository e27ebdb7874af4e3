internal import CivilTime

extension MessageCatalog {
    /// When a notification is due: `Monday 2026-11-23, 07:30`; the date that it is about, if it is due on another date.
    public func when(_ notification: PlannedNotification) -> String {
        let about = notification.date
        let weekday = about.weekday.name
        let date =
            format.isPlain
            ? "\(weekday.prefix(1).uppercased())\(weekday.dropFirst()) \(about)" : format.date(about, today: about)
        return notification.fireAt.date == about
            ? "\(date), \(format.time(notification.fireAt.time))" : text(.aboutDate, ["date": date])
    }
}
