internal import CivilTime
public import Localization

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

    /// A repetition in words, such as `every 3 days`; without a locale in the form that `--repeat` accepts.
    public func rule(_ rule: RepeatRule) -> String {
        guard !format.isPlain else { return "\(rule)" }
        return switch rule {
        case .once: ""
        case .every(1): text(.repeatDaily)
        case .every(let days): text(.repeatDays, ["count": "\(days)"])
        case .weekly(let days): text(.repeatWeekly, ["days": format.list(days)])
        case .following(.trainingDays): text(.repeatTrainingDays)
        case .following(.restDays): text(.repeatRestDays)
        case .following(.daysBeforeTraining): text(.repeatDaysBefore)
        case .following(.beforeWorkout(let span)): text(.repeatBefore, ["span": span.description])
        case .following(.afterWorkout(let span)): text(.repeatAfter, ["span": span.description])
        }
    }
}
