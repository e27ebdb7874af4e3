public import CivilTime

/// Identifies an occurrence in answers and in the journal: a program's workout, or the user's own reminder, on a date.
public struct OccurrenceKey: Sendable, Hashable {
    public let source: OccurrenceSource
    /// The date that it was planned for.
    public let date: CivilDate

    public init(_ source: OccurrenceSource, on date: CivilDate) {
        self.source = source
        self.date = date
    }
}

extension PlannedNotification {
    /// The workouts or reminders that it is about.
    public var occurrences: [OccurrenceKey] { items.map { OccurrenceKey($0.source, on: date) } }

    /// The notification without the answered workouts; nil if all were answered.
    public func leaving(_ answers: [OccurrenceKey: Answer]) -> PlannedNotification? {
        var notification = self
        notification.items.removeAll { answers[OccurrenceKey($0.source, on: date)] != nil }
        return notification.items.isEmpty && !items.isEmpty ? nil : notification
    }
}

/// What an occurrence belongs to: a program, or one of the user's own reminders.
public enum OccurrenceSource: Sendable, Hashable {
    /// The program with an ID.
    case program(String)
    /// The user's own reminder with a number.
    case reminder(Int64)

    /// The prefix of a reminder's subject; program IDs contain no slash.
    package static let reminderMark = "reminder/"

    /// Reads a subject of the journal, such as `push-pull-legs` or `reminder/3`.
    public init(subject: String) {
        if subject.hasPrefix(OccurrenceSource.reminderMark),
            let number = Int64(subject.dropFirst(OccurrenceSource.reminderMark.count))
        {
            self = .reminder(number)
        } else {
            self = .program(subject)
        }
    }

    /// Its name in the journal, in notification IDs and for plugins.
    public var subject: String {
        switch self {
        case .program(let id): id
        case .reminder(let number): OccurrenceSource.reminderMark + "\(number)"
        }
    }

    /// The program's ID; nil for a reminder.
    public var programID: String? {
        if case .program(let id) = self { id } else { nil }
    }

    /// The reminder's number; nil for a program.
    public var reminderNumber: Int64? {
        if case .reminder(let number) = self { number } else { nil }
    }
}
