internal import CalendarSyntax
public import CivilTime
internal import Planning
internal import Reminders

/// Planned events as a calendar file (RFC 5545).
///
/// Times are floating, that is, without a zone, if the user's times follow the machine's time zone: a reminder at 07:30 is at 07:30
/// wherever the user travels. If the settings name a zone, times are in that zone, which the file then defines.
public struct CalendarExport: Sendable {
    /// How times are written.
    public enum Times: Sendable, Hashable {
        /// As local time of the place where the calendar is read.
        case floating
        case inZone(Zone)
    }

    /// The duration of a workout whose program does not state one.
    public static let usualWorkout = TimeSpan.hours(1)
    public static let usualReminder = TimeSpan.minutes(15)

    let times: Times
    let hasAlarms: Bool
    let now: Instant

    /// - Parameters:
    ///   - hasAlarms: whether events have alarms at the times of their reminders.
    ///   - now: the current time, for new and changed events.
    public init(_ times: Times, hasAlarms: Bool, now: Instant) {
        (self.times, self.hasAlarms, self.now) = (times, hasAlarms, now)
    }

    /// An event as a component, without `DTSTAMP` and `SEQUENCE`.
    func component(_ event: PlannedEvent) -> CalendarComponent {
        var properties = [ContentLine("UID", text: EventName(event).text)]
        if let start = event.start {
            properties.append(self.start(start))
            properties.append(ContentLine("DURATION", CalendarTime.text(duration(of: event))))
        } else {
            properties.append(ContentLine("DTSTART", [.init("VALUE", "DATE")], CalendarTime.text(event.date)))
        }
        properties.append(ContentLine("SUMMARY", text: event.title))
        if !event.body.isEmpty { properties.append(ContentLine("DESCRIPTION", text: event.body)) }
        properties.append(ContentLine("CATEGORIES", category(of: event)))
        properties.append(ContentLine("STATUS", "CONFIRMED"))
        // Only workouts make the user busy.
        if case .workout = event.kind {} else { properties.append(ContentLine("TRANSP", "TRANSPARENT")) }
        return CalendarComponent(
            "VEVENT",
            properties,
            components: hasAlarms ? event.alarms.map { alarm($0, event) } : []
        )
    }

    private func start(_ start: CivilDateTime) -> ContentLine {
        switch times {
        case .floating: ContentLine("DTSTART", CalendarTime.text(start))
        case .inZone(let zone) where CalendarExport.isUTC(zone):
            ContentLine("DTSTART", CalendarTime.text(zone.instant(of: start)))
        case .inZone(let zone): ContentLine("DTSTART", [.init("TZID", zone.identifier)], CalendarTime.text(start))
        }
    }

    /// Whether times of a zone are written in UTC, which needs no definition.
    static func isUTC(_ zone: Zone) -> Bool { ["UTC", "Etc/UTC", "Etc/UCT", "Etc/Zulu"].contains(zone.identifier) }

    private func duration(of event: PlannedEvent) -> TimeSpan {
        if let duration = event.duration, duration.seconds > 0 { return duration }
        if case .workout = event.kind { return CalendarExport.usualWorkout }
        return CalendarExport.usualReminder
    }

    private func category(of event: PlannedEvent) -> String {
        switch event.kind {
        case .workout: NotificationCategory.workout.rawValue
        case .reminder: NotificationCategory.reminder.rawValue
        case .restDay: NotificationCategory.restDay.rawValue
        }
    }

    private func alarm(_ offset: TimeSpan, _ event: PlannedEvent) -> CalendarComponent {
        CalendarComponent(
            "VALARM",
            [
                ContentLine("ACTION", "DISPLAY"), ContentLine("DESCRIPTION", text: event.title),
                ContentLine("TRIGGER", CalendarTime.text(offset)),
            ]
        )
    }
}

/// The UID of an event, derived from what the event is: `workout.push-pull-legs.2026-11-23@antrain`.
///
/// It has no time of day, so that an event whose time changes remains the same event. It has no slash, because many programs
/// keep each event in a file with its UID as the name.
public struct EventName: Sendable, Hashable {
    private static let domain = "@antrain"

    /// The UID.
    public let text: String
    public let date: CivilDate

    init(_ event: PlannedEvent) { self.init(event.kind, on: event.date) }

    /// The name of an event of some kind on a date.
    init(_ kind: PlannedEvent.Kind, on date: CivilDate) {
        let subject =
            switch kind {
            case .workout(let program): "workout.\(program)"
            case .reminder(let number): "reminder.\(number)"
            case .restDay: "rest-day"
            }
        text = "\(subject).\(date)\(EventName.domain)"
        self.date = date
    }

    /// Reads a UID; nil if antrain did not make it.
    init?(_ text: String) {
        guard text.hasSuffix(EventName.domain),
            let date = text.dropLast(EventName.domain.count).split(separator: ".").last.flatMap({
                try? CivilDate(parsing: String($0))
            })
        else { return nil }
        self.text = text
        self.date = date
    }
}

extension EventName: Comparable {
    /// Orders by the date, then by the text.
    public static func < (first: EventName, second: EventName) -> Bool {
        (first.date, first.text) < (second.date, second.text)
    }
}
