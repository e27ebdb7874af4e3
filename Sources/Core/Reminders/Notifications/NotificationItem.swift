package import Training

/// What a notification is about.
public enum NotificationItem: Sendable, Hashable {
    case workout(WorkoutItem)
    /// One of the user's own reminders, by its number and title.
    case reminder(Int64, title: String)

    /// The program or reminder.
    public var source: OccurrenceSource {
        switch self {
        case .workout(let item): .program(item.programID)
        case .reminder(let number, _): .reminder(number)
        }
    }

    /// The program day's name, or the reminder's title.
    public var name: String {
        switch self {
        case .workout(let item): item.dayName
        case .reminder(_, let title): title
        }
    }
}

/// A workout as a notification names it.
public struct WorkoutItem: Sendable, Hashable {
    public let programID: String
    public let programName: String
    public let dayID: String
    public let dayName: String
    /// The week of the program, from 1.
    public let week: Int

    public init(programID: String, programName: String, dayID: String, dayName: String, week: Int) {
        self.programID = programID
        self.programName = programName
        self.dayID = dayID
        self.dayName = dayName
        self.week = week
    }
}

extension WorkoutItem {
    package init(_ occurrence: Occurrence) {
        self.init(
            programID: occurrence.programID,
            programName: occurrence.programName,
            dayID: occurrence.dayID,
            dayName: occurrence.dayName,
            week: occurrence.week.shown
        )
    }
}
