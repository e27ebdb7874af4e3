public import CivilTime
internal import Planning

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
