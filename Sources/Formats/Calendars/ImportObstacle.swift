internal import PrintableText

/// Why an event or a task cannot become a reminder.
public enum ImportObstacle: Error, Sendable, Hashable, CustomStringConvertible {
    /// It has no UID, so that a second import would add it again.
    case noUID
    /// Another component of the file has the same UID; the line of that one.
    case sameUID(line: Int)
    case exported
    case cancelled
    case done
    /// It changes a single date of another event.
    case exception
    case noTitle
    case noDate
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
    /// The weekdays of its rule are those of another time zone.
    case otherWeekdays
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
        case .tooMany: "too-many"
        }
    }
}
