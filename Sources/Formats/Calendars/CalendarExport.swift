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
        self.times = times
        self.hasAlarms = hasAlarms
        self.now = now
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
