public import CivilTime

/// A reminder of the user's own, as "Water the plants".
public struct UserReminder: Sendable, Hashable {
    /// What its notifications' programs are called in the journal: no program's id has a slash.
    private static let subjectMark = "reminder/"
    /// How many letters a title may have.
    public static let longestTitle = 200

    /// Its short number.
    public let number: Int64
    /// What to do.
    public let title: String
    /// What else to know.
    public let notes: String?
    /// When it comes first, by the clock on the wall.
    public let at: CivilDateTime
    /// On which dates it comes again.
    public let rule: RepeatRule

    /// Creates a reminder.
    public init(number: Int64, title: String, notes: String?, at: CivilDateTime, rule: RepeatRule) {
        self.number = number
        self.title = title
        self.notes = notes
        self.at = at
        self.rule = rule
    }

    /// What the journal calls it.
    public var subject: String { UserReminder.subjectMark + "\(number)" }

    /// Whether the journal calls a reminder of the user's own so, and not a program.
    static func isSubject(_ text: String) -> Bool { text.hasPrefix(subjectMark) }

    /// The number of the reminder with that name in the journal; nil for a program.
    static func number(ofSubject text: String) -> Int64? {
        isSubject(text) ? Int64(text.dropFirst(subjectMark.count)) : nil
    }

    /// Whether it comes on a date.
    public func comes(on date: CivilDate) -> Bool { rule.includes(date, since: at.date) }

    /// Its next date from a day on; nil when none is left within a year and a day.
    public func next(from date: CivilDate) -> CivilDate? {
        let first = max(date, at.date)
        return (first..<first.adding(days: 367)).first(where: comes)
    }

    /// Its next date whose time is still ahead and that has no answer; nil when none is left within a year and a day.
    public func next(after now: Instant, in zone: Zone, _ answers: [WorkoutKey: Answer]) -> CivilDate? {
        let first = max(zone.civil(at: now).date, at.date)
        return (first..<first.adding(days: 367)).first { date in
            comes(on: date) && zone.has(date) && answers[WorkoutKey(programID: subject, date: date)] == nil
                && zone.instant(of: CivilDateTime(date: date, time: at.time)) > now
        }
    }

    /// Its notification of a date, without regard to quiet hours.
    public func notification(on date: CivilDate, in zone: Zone) -> PlannedNotification {
        let fireAt = zone.shown(CivilDateTime(date: date, time: at.time))
        return notification(on: date, at: fireAt, zone.instant(of: fireAt), in: zone, body: notes ?? "")
    }

    /// Its notification of a date.
    ///
    /// - Parameters:
    ///   - date: the date.
    ///   - fireAt: when it comes.
    ///   - instant: the moment of that.
    ///   - zone: the zone of both.
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
    /// The notifications of the user's own reminders; each is of one date, so that answering one touches no other.
    static func reminders(_ input: PlanInput, _ range: Range<CivilDate>, putOff: Set<NotificationID>)
        -> [PlannedNotification]
    {
        guard input.settings.isEnabled else { return [] }
        let dates = range.filter(input.zone.has)
        // Many reminders have the same times: the zone's rules are asked once for each.
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
