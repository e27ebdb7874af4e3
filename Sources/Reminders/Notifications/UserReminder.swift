public import CivilTime

/// A user's own reminder, such as "Water the plants".
public struct UserReminder: Sendable, Hashable {
    /// The prefix of its name in the journal; program IDs contain no slash.
    private static let subjectMark = "reminder/"
    /// The maximum number of characters of a title.
    public static let longestTitle = 200

    /// Its short number.
    public let number: Int64
    /// What to do.
    public let title: String
    /// Notes.
    public let notes: String?
    /// Its first date and time, as civil time.
    public let at: CivilDateTime
    /// When it repeats.
    public let rule: RepeatRule

    /// Creates a reminder.
    public init(number: Int64, title: String, notes: String?, at: CivilDateTime, rule: RepeatRule) {
        self.number = number
        self.title = title
        self.notes = notes
        self.at = at
        self.rule = rule
    }

    /// Its name in the journal.
    public var subject: String { UserReminder.subjectMark + "\(number)" }

    /// Whether a name in the journal is that of a user's own reminder, and not of a program.
    static func isSubject(_ text: String) -> Bool { text.hasPrefix(subjectMark) }

    /// The number of the reminder with a name in the journal; nil for a program.
    static func number(ofSubject text: String) -> Int64? {
        isSubject(text) ? Int64(text.dropFirst(subjectMark.count)) : nil
    }

    /// Whether it occurs on a date.
    public func comes(on date: CivilDate) -> Bool { rule.includes(date, since: at.date) }

    /// Its next date from a date on; nil if there is none within a year and a day.
    public func next(from date: CivilDate) -> CivilDate? {
        let first = max(date, at.date)
        return (first..<first.adding(days: 367)).first(where: comes)
    }

    /// Its next unanswered date whose time is ahead; nil if there is none within a year and a day.
    public func next(after now: Instant, in zone: Zone, _ answers: [WorkoutKey: Answer]) -> CivilDate? {
        let first = max(zone.civil(at: now).date, at.date)
        return (first..<first.adding(days: 367)).first { date in
            comes(on: date) && zone.has(date) && answers[WorkoutKey(programID: subject, date: date)] == nil
                && zone.instant(of: CivilDateTime(date: date, time: at.time)) > now
        }
    }

    /// Its notification on a date, ignoring quiet hours.
    public func notification(on date: CivilDate, in zone: Zone) -> PlannedNotification {
        let fireAt = zone.shown(CivilDateTime(date: date, time: at.time))
        return notification(on: date, at: fireAt, zone.instant(of: fireAt), in: zone, body: notes ?? "")
    }

    /// Its notification on a date.
    ///
    /// - Parameters:
    ///   - date: the date.
    ///   - fireAt: when it is sent.
    ///   - instant: the same as an instant.
    ///   - zone: the time zone of both.
    ///   - body: the text.
    func notification(on date: CivilDate, at fireAt: CivilDateTime, _ instant: Instant, in zone: Zone, body: String)
        -> PlannedNotification
    {
        let clock = at.time.description.filter { $0 != ":" }
        return PlannedNotification(
            id: NotificationID(rawValue: "\(subject)/\(date)/\(clock)"),
            category: .reminder,
            date: date,
            fireAt: fireAt,
            zone: zone.identifier,
            instant: instant,
            title: title,
            body: body,
            items: [NotificationItem(programID: subject, programName: title, dayID: "", dayName: title, week: 0)]
        )
    }
}

extension Plan {
    /// The notifications of the user's own reminders, each for one date, so that an answer to one does not affect others.
    static func reminders(_ input: PlanInput, _ range: Range<CivilDate>, putOff: Set<NotificationID>)
        -> [PlannedNotification]
    {
        guard input.settings.isEnabled else { return [] }
        let dates = range.filter(input.zone.has)
        // Many reminders have the same times: the zone's rules are evaluated once for each.
        var moments: [CivilDateTime: (fireAt: CivilDateTime, instant: Instant)?] = [:]
        var result: [PlannedNotification] = []
        for reminder in input.reminders {
            for date in dates where reminder.comes(on: date) {
                let key = WorkoutKey(programID: reminder.subject, date: date)
                guard input.answers[key] == nil else { continue }
                let asked = CivilDateTime(date: date, time: reminder.at.time)
                if moments[asked] == nil {
                    let fireAt = input.heard(asked, about: date)
                    moments[asked] = .some(fireAt.map { ($0, input.zone.instant(of: $0)) })
                }
                guard case .some(.some(let moment)) = moments[asked], input.isCurrent(moment.instant) else { continue }
                let notification = reminder.notification(
                    on: date,
                    at: moment.fireAt,
                    moment.instant,
                    in: input.zone,
                    body: input.noted(reminder.notes ?? "", asked: asked, fireAt: moment.fireAt)
                )
                guard !input.cancelled.contains(notification.id), !putOff.contains(notification.id) else { continue }
                result.append(notification)
            }
        }
        return result
    }
}
