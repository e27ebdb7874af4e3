public import CivilTime
internal import Training

/// One program day that a notification is about.
public struct NotificationItem: Sendable, Hashable {
    /// The program's id.
    public let programID: String
    /// The program's name.
    public let programName: String
    /// The program day's id.
    public let dayID: String
    /// The program day's name.
    public let dayName: String
    /// The week of the program, from 1.
    public let week: Int

    /// Creates an item.
    public init(programID: String, programName: String, dayID: String, dayName: String, week: Int) {
        self.programID = programID
        self.programName = programName
        self.dayID = dayID
        self.dayName = dayName
        self.week = week
    }

    /// Names a workout.
    init(_ workout: Occurrence) {
        self.init(
            programID: workout.programID,
            programName: workout.programName,
            dayID: workout.dayID,
            dayName: workout.dayName,
            week: workout.week.number
        )
    }
}

/// A message that is to be delivered once, at a civil time in a zone.
public struct PlannedNotification: Sendable, Hashable {
    /// Its name.
    public let id: NotificationID
    /// What kind of message it is.
    public let category: NotificationCategory
    /// The date that it is about.
    public let date: CivilDate
    /// When it comes, by the clock on the wall.
    public let fireAt: CivilDateTime
    /// The zone of that clock.
    public let zone: String
    /// The moment that follows from both.
    public let instant: Instant
    /// The headline.
    public let title: String
    /// The text.
    public let body: String
    /// What it is about; none for a rest day.
    public let items: [NotificationItem]

    /// Creates a notification.
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
}

extension PlannedNotification {
    /// Whether it is of a reminder of the user's own.
    var isUsersOwn: Bool { items.contains { UserReminder.isSubject($0.programID) } }

    /// The number of the reminder of the user's own that it is of.
    public var reminderNumber: Int64? { items.lazy.compactMap { UserReminder.number(ofSubject: $0.programID) }.first }

    /// The one of its texts that says what there is to do: the title of a reminder of the user's own, else the first line of the text.
    public var summary: String {
        if isUsersOwn { return title }
        let text = body.isEmpty ? title : body
        return text.firstIndex(where: \.isNewline).map { String(text[..<$0]) } ?? text
    }

    /// What there is to do, as shown on a given day: the plan's text names the workouts' day as it is seen when the reminder comes.
    ///
    /// A text of the user's own stays as it is.
    ///
    /// - Parameters:
    ///   - today: the present date.
    ///   - words: the words that the plan was made with.
    ///   - isDated: whether its time is shown, too, so that a workout of that date needs no day of its own.
    public func summary(on today: CivilDate, _ words: Catalogue, isDated: Bool = false) -> String {
        let names = items.map(\.dayName)
        guard !isUsersOwn, !items.isEmpty, summary == words.workoutBody(names, on: date, seenFrom: fireAt.date) else {
            return summary
        }
        if isDated, date == fireAt.date, date != today { return words.joined(names) }
        return words.workoutBody(names, on: date, seenFrom: today)
    }

    /// The same notification with some of its parts replaced.
    func with(
        id: NotificationID? = nil,
        category: NotificationCategory? = nil,
        fireAt: CivilDateTime? = nil,
        zone: String? = nil,
        instant: Instant? = nil,
        title: String? = nil,
        body: String? = nil,
        items: [NotificationItem]? = nil
    ) -> PlannedNotification {
        PlannedNotification(
            id: id ?? self.id,
            category: category ?? self.category,
            date: date,
            fireAt: fireAt ?? self.fireAt,
            zone: zone ?? self.zone,
            instant: instant ?? self.instant,
            title: title ?? self.title,
            body: body ?? self.body,
            items: items ?? self.items
        )
    }

    /// The same message at another moment, under another name.
    func again(
        as id: NotificationID,
        at instant: Instant,
        in zone: Zone,
        category: NotificationCategory? = nil,
        title: String? = nil
    ) -> PlannedNotification {
        with(
            id: id,
            category: category,
            fireAt: zone.civil(at: instant),
            zone: zone.identifier,
            instant: instant,
            title: title
        )
    }
}
