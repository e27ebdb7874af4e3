/// A training program: what to do, and on which days.
public struct Program: Sendable, Hashable {
    /// The version of the schema that this antrain reads.
    public static let schemaVersion = 1

    /// The name that commands and links use.
    public let id: String
    /// The name for people.
    public let name: String
    /// Who made it.
    public let author: String?
    /// Where it was published.
    public let source: String?
    /// What it is, in a few sentences.
    public let summary: String?
    /// The unit of loads that name none.
    public let units: WeightUnit
    /// How computed loads are rounded; nil leaves them exact.
    public let rounding: Rounding?
    /// The training max as a share of the one-rep max.
    public let trainingMaxShare: Percentage
    /// The lifts by their ids.
    public let lifts: [String: Lift]
    /// The named set schemes.
    public let schemes: [String: [SetPrescription]]
    /// The days in the order of the file.
    public let days: [ProgramDay]
    /// The weeks that go round, phases unfolded; empty when every week is the same.
    public let weeks: [ProgramWeek]
    /// On which dates the days fall.
    public let schedule: Schedule
    /// Pauses and moved dates.
    public let exceptions: [ScheduleException]
    /// The program's own reminders; empty leaves them to the settings.
    public let reminders: [ReminderLead]
}
