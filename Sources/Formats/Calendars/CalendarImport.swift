public import CalendarSyntax
public import CivilTime
internal import PrintableText
public import Reminders

/// The user's own reminders that an import makes from the events and tasks of a calendar.
///
/// The time of a single event is converted from its zone to the user's zone. An event that repeats keeps its local
/// time, because a reminder repeats at a local time; only times in UTC are converted. Whole days get `time` of the settings.
public struct CalendarImport: Sendable {
    /// The maximum number of reminders in a file.
    public static let most = 1000
    /// The maximum length of notes in characters.
    static let longestNotes = 2000

    /// An event or a task that can be imported.
    public struct Entry: Sendable, Hashable {
        public let uid: String
        public let line: Int
        /// The reminder, without a number.
        public let reminder: UserReminder
    }

    /// An event or a task that cannot be imported.
    public struct Refusal: Sendable, Hashable {
        public let line: Int
        /// Its title; empty if it has none.
        public let title: String
        public let obstacle: ImportObstacle
    }

    /// What can be imported, in the order of the file.
    public private(set) var entries: [Entry] = []
    /// What cannot be imported, in the order of the file.
    public private(set) var refusals: [Refusal] = []

    /// Finds the reminders of a file.
    ///
    /// - Parameter zoneNamed: finds a time zone; nil if it is unknown.
    public init(
        _ calendars: [CalendarComponent],
        in zone: Zone,
        now: Instant,
        wholeDays: TimeOfDay,
        zoneNamed: @escaping (String) -> Zone?
    ) {
        let defined = ZoneDefinition.zones(calendars)
        let reader = ImportReader(zone: zone, now: now, wholeDays: wholeDays) { zoneNamed($0) ?? defined[$0] }
        var lines: [String: Int] = [:]
        for component in calendars.flatMap(\.components) where ["VEVENT", "VTODO"].contains(component.name) {
            let title = component.title
            do throws(ImportObstacle) {
                let uid = try reader.uid(component)
                if let line = lines[uid] { throw .sameUID(line: line) }
                let reminder = try reader.reminder(component, title)
                guard entries.count < CalendarImport.most else { throw .tooMany }
                lines[uid] = component.line
                entries.append(Entry(uid: uid, line: component.line, reminder: reminder))
            } catch { refusals.append(Refusal(line: component.line, title: title, obstacle: error)) }
        }
    }
}

/// Reads an event or a task.
private struct ImportReader {
    let zone: Zone
    let now: Instant
    let wholeDays: TimeOfDay
    let zoneNamed: (String) -> Zone?

    func uid(_ component: CalendarComponent) throws(ImportObstacle) -> String {
        guard let text = component["UID"]?.text, !text.isEmpty else { throw .noUID }
        guard EventName(text) == nil else { throw .exported }
        return text.printable(upTo: 500)
    }

    func reminder(_ component: CalendarComponent, _ title: String) throws(ImportObstacle) -> UserReminder {
        if component["STATUS"]?.value.uppercased() == "CANCELLED" { throw .cancelled }
        let isDone =
            component["COMPLETED"] != nil || component["STATUS"]?.value.uppercased() == "COMPLETED"
            || component["PERCENT-COMPLETE"]?.value == "100"
        if component.name == "VTODO", isDone { throw .done }
        if component["RECURRENCE-ID"] != nil { throw .exception }
        if let other = ["RDATE", "EXDATE", "EXRULE"].first(where: { component[$0] != nil }) { throw .dates(other) }
        guard !title.isEmpty else { throw .noTitle }
        // A task is due at its end.
        let due = component.name == "VTODO" ? component["DUE"] : nil
        guard let start = due ?? component["DTSTART"] else { throw .noDate }
        let rules = component.properties.filter { $0.name == "RRULE" }
        guard rules.count <= 1 else { throw .rule("several RRULEs") }
        let (at, rule) = try when(start, rules.first?.value)
        guard at.date < .lastPlanned, zone.has(at.date) else { throw .noSuchDate(at.date.description) }
        if rule == .once, zone.instant(of: at) <= now { throw .past }
        let notes = (component["DESCRIPTION"]?.text ?? "").shortened(to: CalendarImport.longestNotes).printableLines
        return UserReminder(number: 0, title: title, notes: notes.isBlank ? nil : notes, at: at, rule: rule)
    }

    private func when(_ start: ContentLine, _ rule: String?) throws(ImportObstacle) -> (CivilDateTime, RepeatRule) {
        let (written, isUTC) = try moment(start)
        let hasTime = start.value.utf8.count > 8
        var at = written
        if isUTC {
            at = zone.civil(notBefore: Zone.utc.instant(of: written))
        } else if hasTime, rule == nil, let name = start.parameter("TZID") {
            guard let other = zoneNamed(name) else { throw .unknownZone(name) }
            at = zone.civil(notBefore: other.instant(of: written))
        }
        guard let rule else { return (at, .once) }
        let parsed = try RecurrenceRule.parse(rule, first: written.date)
        if at.date != written.date {
            switch parsed {
            case .weekly where !rule.uppercased().contains("BYDAY"):
                return (at, .weekly(WeekdaySet([at.date.weekday])))
            case .weekly: throw .otherWeekdays
            case .monthly: throw .otherMonthDays
            default: return (at, parsed)
            }
        }
        // Some programs write a start that is not one of the rule's dates.
        let first = parsed.next(from: at.date, since: at.date)
        return (CivilDateTime(date: first ?? at.date, time: at.time), parsed)
    }

    /// The date and time as written, without seconds, and whether it is in UTC.
    private func moment(_ line: ContentLine) throws(ImportObstacle) -> (CivilDateTime, isUTC: Bool) {
        guard let moment = CalendarMoment(line.value) else { throw .badTime(line.value) }
        guard let time = moment.time else { return (CivilDateTime(date: moment.date, time: wholeDays), false) }
        let minute = TimeOfDay(secondsFromMidnight: time.secondsFromMidnight / 60 * 60)
        return (CivilDateTime(date: moment.date, time: minute), moment.isUTC)
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

/// Why an event or a task cannot become a reminder.
public enum ImportObstacle: Error, Sendable, Hashable, CustomStringConvertible {
    /// It has no UID, so that a second import would add it again.
    case noUID
    /// Another component of the file has the same UID; the line of that one.
    case sameUID(line: Int)
    case exported, cancelled, done
    /// It changes a single date of another event.
    case exception
    case noTitle, noDate
    /// Its date or time is invalid; the value.
    case badTime(String)
    /// Its time zone is unknown; the name.
    case unknownZone(String)
    /// Its date does not exist in the user's time zone, or is beyond the last date.
    case noSuchDate(String)
    /// It is in the past and does not repeat.
    case past
    /// It repeats in a way that a reminder cannot express; the part of the rule.
    case rule(String)
    /// It has dates besides or instead of those of its rule; the property.
    case dates(String)
    /// The weekdays or days of the month of its rule are those of another time zone.
    case otherWeekdays, otherMonthDays
    case tooMany

    public var description: String {
        switch self {
        case .noUID: "it has no UID, so a second import would add it again"
        case .sameUID(let line): "it has the same UID as the component on line \(line)"
        case .exported: "antrain exported it"
        case .cancelled: "it is cancelled"
        case .done: "it is already done"
        case .exception: "it changes a single date of another event (RECURRENCE-ID)"
        case .noTitle: "it has no title (SUMMARY)"
        case .noDate: "it has no date (DTSTART or DUE)"
        case .badTime(let text): "its time '\(text.printable(upTo: 60))' is invalid"
        case .unknownZone(let name): "its time zone '\(name.printable(upTo: 60))' is unknown"
        case .noSuchDate(let date): "there is no date \(date) in your time zone"
        case .past: "it is in the past"
        case .rule(let part): "reminders cannot repeat like this: \(part.printable(upTo: 60))"
        case .dates(let property): "reminders cannot have additional or excluded dates (\(property))"
        case .otherWeekdays: "its weekdays differ in your time zone"
        case .otherMonthDays: "its days of the month differ in your time zone"
        case .tooMany: "the file has more than \(CalendarImport.most) reminders"
        }
    }

    public var code: String {
        switch self {
        case .noUID: "no-uid"
        case .sameUID: "same-uid"
        case .exported: "exported"
        case .cancelled: "cancelled"
        case .done: "done"
        case .exception: "exception"
        case .noTitle: "no-title"
        case .noDate: "no-date"
        case .badTime: "invalid-time"
        case .unknownZone: "unknown-zone"
        case .noSuchDate: "no-such-date"
        case .past: "past"
        case .rule: "rule"
        case .dates: "dates"
        case .otherWeekdays: "other-weekdays"
        case .otherMonthDays: "other-month-days"
        case .tooMany: "too-many"
        }
    }
}
