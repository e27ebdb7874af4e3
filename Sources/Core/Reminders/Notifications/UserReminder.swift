public import CivilTime

/// A user's own reminder, such as "Water the plants".
public struct UserReminder: Sendable, Hashable {
    /// The maximum number of characters of a title.
    public static let longestTitle = 200

    public let number: Int64
    public let title: String
    public let notes: String?
    /// Its first date and time, as civil time.
    public let at: CivilDateTime
    public let rule: RepeatRule

    public init(number: Int64, title: String, notes: String?, at: CivilDateTime, rule: RepeatRule) {
        self.number = number
        self.title = title
        self.notes = notes
        self.at = at
        self.rule = rule
    }

    /// What its occurrences belong to.
    public var source: OccurrenceSource { .reminder(number) }

    /// Whether it occurs on a date by its own rule; for a reminder that follows the programs, see `PlanInput.comes`.
    public func comes(on date: CivilDate) -> Bool { rule.includes(date, since: at.date) }

    /// Its next date from a date on by its own rule; nil if there is none within a year and a day.
    public func next(from date: CivilDate) -> CivilDate? {
        let first = max(date, at.date)
        return dates(in: first..<first.adding(days: 367)).next()
    }

    /// Its dates within a range by its own rule.
    package func dates(in range: Range<CivilDate>) -> AnyIterator<CivilDate> {
        var start = range.lowerBound
        return AnyIterator {
            guard start < range.upperBound, let date = rule.next(from: start, since: at.date), date < range.upperBound
            else { return nil }
            start = date.adding(days: 1)
            return date
        }
    }

    package func notification(_ arrival: ReminderArrival, in zone: Zone, body: String) -> PlannedNotification {
        PlannedNotification(
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
