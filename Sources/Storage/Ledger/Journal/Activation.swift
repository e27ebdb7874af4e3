public import CivilTime
public import SystemPackage

/// An active program.
public struct Activation: Sendable, Hashable {
    public let programID: String
    /// The path of the program file, which every run reads.
    public let path: FilePath
    /// The date of the first day of its first week.
    public let start: CivilDate
    /// The text of the last valid version of the file.
    public let source: [UInt8]
    /// When its reminders are sent; nil if the program and the settings decide.
    public let time: TimeOfDay?
    /// The training days; nil if the settings decide.
    public let days: WeekdaySet?
    /// The channels of its reminders; nil if the settings decide.
    public let channels: [String]?
    /// Its priority if at most one workout a day is planned, within `ActiveProgram.priorityRange`; 0 unless the user set one.
    public let priority: Int

    public init(
        programID: String,
        path: FilePath,
        start: CivilDate,
        source: [UInt8],
        time: TimeOfDay? = nil,
        days: WeekdaySet? = nil,
        channels: [String]? = nil,
        priority: Int = 0
    ) {
        self.programID = programID
        self.path = path
        self.start = start
        self.source = source
        self.time = time
        self.days = days
        self.channels = channels
        self.priority = priority
    }
}

/// An activation that has ended: the program was deactivated, or activated again.
public struct FormerActivation: Sendable, Hashable {
    public let activation: Activation
    public let endedAt: Instant
    /// How many of the active programs were activated before it.
    public let place: Int
}
