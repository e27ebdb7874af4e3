/// A training program: what to do, and on which days.
public struct Program: Sendable, Hashable {
    public static let schemaVersion = 1

    /// The name used by commands and links.
    public let id: String
    public let name: String
    /// Who made it.
    public let author: String?
    /// Where it was published.
    public let source: String?
    /// What it is, in a few sentences.
    public let summary: String?
    /// What it trains for, in the order of the file; empty if it does not say.
    public let goals: [ProgramGoal]
    /// Whom it suits, in the order of the file; empty if it does not say.
    public let levels: [ProgramLevel]
    /// The unit of loads without one.
    public let units: WeightUnit
    /// How computed loads are rounded; nil keeps them exact.
    public let rounding: Rounding?
    /// The training max as a fraction of the one-rep max.
    public let trainingMaxShare: Percentage
    /// The lifts by ID.
    public internal(set) var lifts: [String: Lift]
    public let schemes: [String: [SetPrescription]]
    /// The days in file order.
    public internal(set) var days: [ProgramDay]
    /// The weeks of the rotation, with phases expanded; empty if all weeks are the same.
    public internal(set) var weeks: [ProgramWeek]
    /// Which dates the days fall on.
    public let schedule: Schedule
    /// Pauses and moved dates.
    public let exceptions: [ScheduleException]
    /// The program's own reminders; if empty, the settings decide.
    public let reminders: [ReminderLead]
}

/// What a program trains for; the raw values are the names in files and JSON.
public enum ProgramGoal: String, Sendable, Hashable, CaseIterable {
    /// Heavier loads.
    case strength
    /// Larger muscles.
    case hypertrophy
    /// Longer efforts: running, or many repetitions.
    case endurance
    /// A bit of everything, for health.
    case generalFitness = "general-fitness"
}

/// Whom a program suits; the raw values are the names in files and JSON.
public enum ProgramLevel: String, Sendable, Hashable, CaseIterable {
    /// New to this kind of training: progress from workout to workout.
    case beginner
    /// Progress from week to week or from month to month.
    case intermediate
    /// Years of training.
    case advanced
}
