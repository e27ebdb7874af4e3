public import CivilTime
public import Localization

/// A message to deliver once, at a civil time in a zone.
public struct PlannedNotification: Sendable, Hashable {
    /// The identifier, derived from what the notification is.
    public package(set) var id: NotificationID
    public package(set) var category: NotificationCategory
    public let date: CivilDate
    /// The civil time at which it is due.
    public package(set) var fireAt: CivilDateTime
    /// The identifier of its time zone.
    public package(set) var zone: String
    /// The instant at which it is due, derived from both.
    public package(set) var instant: Instant
    public package(set) var title: String
    /// The body; may have several lines.
    public package(set) var body: String
    /// Its subjects; empty for a rest day.
    public package(set) var items: [NotificationItem]

    public init(
        id: NotificationID,
        category: NotificationCategory,
        date: CivilDate,
        fireAt: CivilDateTime,
        zone: String,
        instant: Instant,
        title: String,
        body: String,
        items: [NotificationItem]
    ) {
        self.id = id
        self.category = category
        self.date = date
        self.fireAt = fireAt
        self.zone = zone
        self.instant = instant
        self.title = title
        self.body = body
        self.items = items
    }

    package var isUsersOwn: Bool { reminderNumber != nil }

    public var reminderNumber: Int64? { items.lazy.compactMap(\.source.reminderNumber).first }

    /// Whether it reports something and asks for nothing.
    public var isNews: Bool {
        switch category {
        case .record, .summary, .milestone: true
        case .workout, .restDay, .followUp, .reminder, .checkIn, .streakWarning: false
        }
    }

    /// The notification in one line: the title of a user's own reminder, a summary or a milestone, otherwise the first line of the body.
    public var summary: String {
        if isUsersOwn || category == .summary || category == .milestone { return title }
        let text = body.isEmpty ? title : body
        return text.firstIndex(where: \.isNewline).map { String(text[..<$0]) } ?? text
    }

    /// The task, worded for the day on which it is shown; the stored text is worded for the day on which the reminder is due.
    ///
    /// The user's own texts stay as they are.
    ///
    /// - Parameter isDated: whether the date on which it is due is shown next to it, so that a workout of that date or of today needs no day in the
    ///   text.
    public func summary(on today: CivilDate, _ words: MessageCatalog, isDated: Bool = false) -> String {
        // Only the text says which workouts are optional.
        let names = items.map { item in
            let marked = words.text(.optionalWorkout, ["workout": item.name])
            return summary.contains(marked) ? marked : item.name
        }
        guard !isUsersOwn, !items.isEmpty, summary == words.workoutBody(names, on: date, seenFrom: fireAt.date) else {
            return summary
        }
        if isDated, date == fireAt.date || date == today { return words.joined(names) }
        return words.workoutBody(names, on: date, seenFrom: today)
    }

    /// When it is due in a zone: at its local time, unless it is a snooze or a follow-up, whose times are spans from another moment.
    public func instant(in zone: Zone) -> Instant {
        zone.identifier == self.zone || id != id.root ? instant : zone.instant(of: fireAt)
    }

    /// The same message at another time, with another identifier.
    package func rescheduled(as id: NotificationID, at instant: Instant, in zone: Zone) -> PlannedNotification {
        var notification = self
        (notification.id, notification.instant) = (id, instant)
        (notification.fireAt, notification.zone) = (zone.civil(at: instant), zone.identifier)
        return notification
    }
}

/// The kind of a notification; plugins and links use it.
public enum NotificationCategory: String, Sendable, Hashable, CaseIterable {
    case workout
    /// Today is a rest day.
    case restDay = "rest-day"
    /// A delivered workout was not answered.
    case followUp = "follow-up"
    case reminder
    /// A periodic question, such as "How did this week go?".
    case checkIn = "check-in"
    case record, summary, milestone
    case streakWarning = "streak-warning"
}

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
        case .monthly(.same): text(.repeatMonthly)
        case .monthly(.last): text(.repeatLastDay)
        case .monthly(.day(let day)): text(.repeatMonthDay, ["day": format.monthDay(day)])
        case .monthly(.weekday(let weekday, let number?)):
            text(.repeatMonthWeekday, ["number": format.ordinal(number), "weekday": format.name(weekday)])
        case .monthly(.weekday(let weekday, nil)): text(.repeatLastWeekday, ["weekday": format.name(weekday)])
        case .following(.trainingDays): text(.repeatTrainingDays)
        case .following(.restDays): text(.repeatRestDays)
        case .following(.daysBeforeTraining): text(.repeatDaysBefore)
        case .following(.beforeWorkout(let span)): text(.repeatBefore, ["span": span.description])
        case .following(.afterWorkout(let span)): text(.repeatAfter, ["span": span.description])
        }
    }
}
