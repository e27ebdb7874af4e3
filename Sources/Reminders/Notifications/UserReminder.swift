public import CivilTime

/// A user's own reminder, such as "Water the plants".
public struct UserReminder: Sendable, Hashable {
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

    /// What its occurrences belong to.
    public var source: OccurrenceSource { .reminder(number) }

    /// Whether it occurs on a date.
    public func comes(on date: CivilDate) -> Bool { rule.includes(date, since: at.date) }

    /// Its next date from a date on; nil if there is none within a year and a day.
    public func next(from date: CivilDate) -> CivilDate? { dates(from: date).next() }

    /// Its next unanswered and uncancelled date with a future time; nil if there is none within a year and a day.
    public func next(
        after now: Instant,
        in zone: Zone,
        _ answers: [OccurrenceKey: Answer],
        cancelled: Set<NotificationID> = []
    ) -> CivilDate? {
        dates(from: zone.civil(at: now).date).first { date in
            zone.has(date) && answers[OccurrenceKey(source, on: date)] == nil
                && zone.instant(of: CivilDateTime(date: date, time: at.time)) > now
                && !cancelled.contains(notificationID(on: date))
        }
    }

    /// Its dates within a year and a day.
    private func dates(from date: CivilDate) -> AnyIterator<CivilDate> {
        let first = max(date, at.date)
        return dates(in: first..<first.adding(days: 367))
    }

    /// Its dates within a range.
    func dates(in range: Range<CivilDate>) -> AnyIterator<CivilDate> {
        var start = range.lowerBound
        return AnyIterator {
            guard start < range.upperBound, let date = rule.next(from: start, since: at.date), date < range.upperBound
            else { return nil }
            start = date.adding(days: 1)
            return date
        }
    }

    /// The ID of its notification on a date.
    public func notificationID(on date: CivilDate) -> NotificationID {
        NotificationID(rawValue: "\(source.subject)/\(date)/\(at.time.description.filter { $0 != ":" })")
    }

    /// Its notification on a date, ignoring quiet hours.
    public func notification(on date: CivilDate, in zone: Zone) -> PlannedNotification {
        let fireAt = zone.shown(CivilDateTime(date: date, time: at.time))
        let arrival = ReminderArrival(on: date, asked: at.time, fireAt: fireAt, instant: zone.instant(of: fireAt))
        return notification(arrival, in: zone, body: notes ?? "")
    }

    /// Its notification on a date.
    ///
    /// - Parameters:
    ///   - date: the date.
    ///   - fireAt: when it is sent.
    ///   - instant: the same as an instant.
    ///   - zone: the time zone of both.
    ///   - body: the text.
    func notification(_ arrival: ReminderArrival, in zone: Zone, body: String) -> PlannedNotification {
        return PlannedNotification(
            id: NotificationID(rawValue: "\(source.subject)/\(arrival.name)"),
            category: .reminder,
            date: arrival.date,
            fireAt: arrival.fireAt,
            zone: zone.identifier,
            instant: arrival.instant,
            title: title,
            body: body,
            items: [.reminder(number, title: title)]
        )
    }
}
