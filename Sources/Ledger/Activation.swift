public import CivilTime

/// A program that the user activated.
public struct Activation: Sendable, Hashable {
    /// The program's id.
    public let programID: String
    /// The path of the file that it is read from in every run.
    public let path: String
    /// The date of the first day of its first week.
    public let start: CivilDate
    /// The text of the file when it was last good.
    public let source: [UInt8]
    /// When its reminders come; nil leaves it to the program and the settings.
    public let time: TimeOfDay?
    /// On which weekdays it is reminded of; nil leaves it to the settings.
    public let days: WeekdaySet?
    /// The channels of its reminders; nil leaves them to the settings.
    public let channels: [String]?

    /// Creates an activation.
    public init(
        programID: String,
        path: String,
        start: CivilDate,
        source: [UInt8],
        time: TimeOfDay? = nil,
        days: WeekdaySet? = nil,
        channels: [String]? = nil
    ) {
        self.programID = programID
        self.path = path
        self.start = start
        self.source = source
        self.time = time
        self.days = days
        self.channels = channels
    }
}
